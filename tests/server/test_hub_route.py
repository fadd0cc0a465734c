"""The route that fetches models: progress, problems in words, and what nobody can do with it."""

from __future__ import annotations

import gc
import json
import threading
import time
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from huggingface_hub import constants
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.testclient import TestClient

from tests.checkpoints.fake_hub import FakeHub, serving
from tests.checkpoints.small_checkpoints import bert_files, gpt2_files
from transformer_viz.checkpoints import hub
from transformer_viz.checkpoints.catalog import UPLOADS
from transformer_viz.checkpoints.families import read_family
from transformer_viz.checkpoints.library import Library
from transformer_viz.checkpoints.sources.hub import Hub
from transformer_viz.errors import InputError
from transformer_viz.server import http
from transformer_viz.server.hub_route import Fetches
from transformer_viz.session.running import Runs, Settings, run_settings
from transformer_viz.wire.costs import costs_for_page

pytest.importorskip("transformers")


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeHub]:
    there = FakeHub()
    there.add("somebody/tiny", gpt2_files())
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path / "cache"))
    with serving(there) as address:
        monkeypatch.setattr(hub, "ENDPOINT", address)
        yield there


@pytest.fixture
def library() -> Library:
    """Nothing but the Hub, and nothing in memory."""
    return Library(Hub())


@pytest.fixture
def fetches(fake: FakeHub, library: Library) -> Iterator[Fetches]:
    there = Fetches(library, seconds_between=0.02)
    yield there
    for going in list(there.going.values()):
        going.ended.wait(20)


@pytest.fixture
def client(fetches: Fetches) -> TestClient:
    return TestClient(Starlette(routes=[Route("/viz/hub", fetches.hub, methods=["POST"])]))


def lines(client: TestClient, name: str) -> list[dict[str, object]]:
    with client.stream("POST", "/viz/hub", json={"name": name}) as answer:
        assert answer.status_code == 200
        return [json.loads(line) for line in answer.iter_lines()]


def test_progress_is_told_and_the_model_is_in_memory(
    fake: FakeHub, client: TestClient, library: Library
) -> None:
    fake.drip = 0.005
    told = lines(client, "somebody/tiny")
    assert told[-1] == {"model": "hub:somebody/tiny"}
    arrived = [int(str(line["arrived"])) for line in told[:-1]]
    assert len(set(arrived)) > 3
    assert arrived == sorted(arrived)
    files = gpt2_files()
    total = len(files["model.safetensors"]) + len(files["tokenizer.json"])
    assert {line["total"] for line in told[:-1]} <= {0, total}
    assert library.at_hand("hub:somebody/tiny").name == "hub:somebody/tiny"


def test_problems_come_in_words(
    fake: FakeHub, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "no public model somebody/other" in str(lines(client, "somebody/other"))
    fake.facts = {"gated": "manual"}
    assert "private, gated or disabled" in str(lines(client, "somebody/tiny"))
    fake.facts, fake.drip = {}, 0.3
    monkeypatch.setattr(hub, "SECONDS", 0.8)
    assert "too little, of somebody/tiny" in str(lines(client, "somebody/tiny"))


@pytest.mark.parametrize(
    "name", ["../..", "a/b/c", "", "https://example.org/a", "a/b?c", "x" * 999]
)
def test_what_is_no_name_asks_nobody(fake: FakeHub, client: TestClient, name: str) -> None:
    answer = client.post("/viz/hub", json={"name": name})
    assert answer.status_code == 400
    assert "is no model name" in answer.text
    assert fake.asked == []


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b'{"name": {}}', b"[" * 5_000])
def test_what_is_no_question_is_refused(fake: FakeHub, client: TestClient, body: bytes) -> None:
    answer = client.post("/viz/hub", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400
    assert fake.asked == []


def test_a_form_of_another_site_is_refused(fake: FakeHub, client: TestClient) -> None:
    assert client.post("/viz/hub", data={"name": "somebody/tiny"}).status_code == 415
    assert client.get("/viz/hub").status_code == 405
    assert fake.asked == []


def test_two_visitors_share_one_fetch(fake: FakeHub, client: TestClient) -> None:
    fake.drip = 0.01
    told: list[list[dict[str, object]]] = []
    both = [
        threading.Thread(target=lambda: told.append(lines(client, "somebody/tiny")))
        for _ in range(2)
    ]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join()
    assert [line[-1] for line in told] == [{"model": "hub:somebody/tiny"}] * 2
    fetched = [line for line in fake.asked if line.startswith("GET /somebody")]
    assert len(fetched) == 3  # config.json, tokenizer.json, model.safetensors


def test_a_third_fetch_is_asked_to_wait(
    fake: FakeHub, client: TestClient, fetches: Fetches
) -> None:
    fake.silent = 0.3
    for name in ("one", "two"):
        fetches.fetch(f"hub:somebody/{name}")
    answer = client.post("/viz/hub", json={"name": "somebody/three"})
    assert answer.status_code == 400
    assert "Try somebody/three again in a minute" in answer.text


def test_a_fetch_that_nobody_waits_for_is_given_up(fake: FakeHub, library: Library) -> None:
    fake.drip = 0.02
    began = time.monotonic()
    going = Fetches(library, seconds_alone=0.1).fetch("hub:somebody/tiny")
    assert going.ended.wait(20)
    pieces = sum(map(len, gpt2_files().values())) / 1_000
    assert time.monotonic() - began < pieces * fake.drip
    assert going.problem == "Cancelled."
    with pytest.raises(InputError, match="has to be fetched first"):
        library.at_hand("hub:somebody/tiny")


def test_no_other_way_of_asking_fetches_anything(fake: FakeHub) -> None:
    client = TestClient(Starlette(routes=http.routes()))
    query = "model=hub:somebody/tiny&source=The+cat."
    for address in (f"trace?{query}", f"proofs?{query}", f"weights?{query}&tensor=logits&unit=1"):
        answer = client.get(f"/viz/{address}")
        assert answer.status_code == 400
        assert "has to be fetched first" in answer.text
    with pytest.raises(InputError, match="has to be fetched first"):
        run_settings(Settings("hub:somebody/tiny", "The cat."))
    assert fake.asked == []


def test_nor_do_the_costs_of_a_model_that_is_not_here(fake: FakeHub) -> None:
    got = costs_for_page({"model": "hub:somebody/tiny", "n": "7"})
    assert got["costs"] is None
    assert "has to be fetched first" in str(got["problem"])
    assert fake.asked == []


def test_a_start_from_bert_tells_what_the_form_does_not_have() -> None:
    bert = UPLOADS.put(read_family("bert", bert_files(), {"title": "bert"}))
    got: Any = costs_for_page({"model": bert.name, "n": "7"})
    assert {"n_segments", "output_transform"} <= set(got["costs"]["differs"])


def test_runs_do_not_keep_a_model_that_had_to_go(fake: FakeHub) -> None:
    fake.add("somebody/other", gpt2_files())
    library = Library(Hub(max_bytes=Hub().load("hub:somebody/tiny").n_bytes))
    runs = Runs(library)
    first = weakref.ref(library.load("hub:somebody/tiny"))
    runs.run(Settings("hub:somebody/tiny", "The cat."))
    gc.collect()
    assert first() is not None
    library.load("hub:somebody/other")
    runs.run(Settings("hub:somebody/other", "The cat."))
    gc.collect()
    assert first() is None
