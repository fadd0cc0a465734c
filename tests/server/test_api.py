"""The one question over the network, as the README asks it."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from gradio_client import Client

import transformer_viz as tv
from tests.browser.conftest import serving_page

README = (Path(__file__).parent.parent.parent / "README.md").read_text(encoding="utf-8")


@pytest.fixture
def server() -> Iterator[str]:
    with serving_page() as address:
        yield address


def test_the_readmes_question_is_answered_and_is_the_only_one(server: str) -> None:
    client = Client(server, verbose=False)
    assert list(client.view_api(return_format="dict")["named_endpoints"]) == ["/show"]  # type: ignore[index]
    off = {"kind": "HeadOff", "site": "decoder.layers.1.cross_attention", "head": 0}
    wish = {"edits": [off | {"replacement": "zero"}]}
    assert 'api_name="/show"' in README
    *_, answer, status = client.predict(
        "en-fr", "I like cats.", "", json.dumps(wish), api_name="/show"
    )
    run = tv.run(
        tv.load("en-fr"),
        "I like cats.",
        edits=[tv.HeadOff("decoder.layers.1.cross_attention", 0)],
    )
    sent = json.loads(answer)
    assert sent["run"]["target"]["text"] == run.output
    assert sent["run"]["silenced"] == {"decoder.layers.1.cross_attention.weights": [0]}
    assert not status["is_error"]
    probabilities = run.trace["probabilities"][0]
    for at, (step, token) in enumerate(
        zip(sent["comparison"]["steps"], run.next_pieces, strict=True)
    ):
        assert step["p_after"] == pytest.approx(probabilities[at, token.id].item(), abs=1e-6)
