"""What the handlers answer; no browser is needed, they take and return plain values."""

import json
import logging
from typing import Any

import gradio as gr
import pytest

from tests.helpers import said, said_all
from transformer_viz.ui import handlers
from transformer_viz.ui.handlers import guarded


def is_skip(value: Any) -> bool:
    return value == gr.skip()


def run_of(viewer: str) -> Any:
    return json.loads(viewer)["run"]


def test_a_run_fills_the_viewer_and_clears_the_message() -> None:
    *inputs, viewer, status = handlers.show("en-fr", "I like cats.", "")
    assert all(map(is_skip, inputs))
    assert run_of(viewer)["target"]["text"] == "J'aime les chats."
    assert status["words"] == []


@pytest.mark.parametrize(
    ("inputs", "says"),
    [
        (("en-fr", "", ""), "Type a sentence"),
        (("en-fr", " \n\t ", ""), "Type a sentence"),
        (("en-fr", None, ""), "Type a sentence"),
        (("en-fr", ["a"], ""), "Type a sentence"),
        (("nope", "Hi.", ""), "There is no model called “nope”"),
        ((None, "Hi.", ""), "There is no model called"),
        (("en-fr", "x" * 2001, ""), "2001 characters"),
        (("en-fr", "Hi.", "y " * 400), "the limit is 128"),
    ],
)
def test_bad_input_keeps_the_picture_and_says_why(inputs: tuple[Any, ...], says: str) -> None:
    *others, status = handlers.show(*inputs)
    assert len(others) == 4
    assert all(map(is_skip, others))
    assert status["is_error"]
    assert says in said_all(status)


@pytest.mark.parametrize("failure", [RuntimeError("secret"), SystemExit(1), MemoryError()])
def test_our_own_failure_is_logged_under_a_reference(
    failure: BaseException, caplog: pytest.LogCaptureFixture
) -> None:
    @guarded(outputs=2)
    def handler() -> tuple[Any, ...]:
        raise failure

    with caplog.at_level(logging.ERROR):
        viewer, status = handler()
    assert is_skip(viewer)
    assert "secret" not in said_all(status)
    reference = said_all(status).split()[-1].rstrip(".")
    assert reference in caplog.text


def test_a_visitor_who_leaves_is_let_go() -> None:
    @guarded(outputs=1)
    def handler() -> tuple[Any, ...]:
        raise GeneratorExit

    with pytest.raises(GeneratorExit):
        handler()


def test_an_empty_own_target_means_the_model_writes() -> None:
    def is_written(target: str) -> bool:
        return run_of(handlers.show("en-fr", "I like cats.", target)[3])["target"]["written"]

    assert is_written("  ")
    assert not is_written("Le chat.")


SITE = "decoder.layers.1.cross_attention"
OFF = {"kind": "HeadOff", "site": SITE, "head": 2, "replacement": "zero"}


def asked(
    action: str, model: object = "en-fr", source: object = "I like cats.", **wish: Any
) -> Any:
    return handlers.show(model, source, "", json.dumps({"action": action, **wish}))


def test_an_edit_is_made_in_what_is_on_show_and_leaves_alone_what_is_typed() -> None:
    query = "model=en-fr&source=Do+you+see+the+small+house%3F"
    *inputs, viewer, status = asked(
        "edit", "digits-sort", "half a se", query=query, edits=[OFF], asked=7
    )
    assert all(map(is_skip, inputs))
    assert not status["is_error"]
    answer = json.loads(viewer)
    assert answer["run"]["source"]["text"] == "Do you see the small house?"
    assert [edit["edit"] for edit in answer["edits"]] == [OFF]
    assert "layer 2 cross-attention: head 3 off" in said(answer["edits"][0]["label"])
    assert answer["run"]["silenced"] == {f"{SITE}.weights": [2]}
    assert answer["asked"] == 7
    assert answer["baseline"] is not None


def test_another_word_at_a_step_is_written() -> None:
    query = "model=en-fr&source=I+like+cats."
    *_, viewer, status = asked("edit", query=query, word=[1, 300])
    assert not status["is_error"]
    answer = json.loads(viewer)
    forced = {"kind": "ForceWord", "step": 1, "token_id": 300}
    assert [edit["edit"] for edit in answer["edits"]] == [forced]
    assert answer["run"]["target"]["tokens"][2]["id"] == 300  # after the start and step 0


def test_a_bad_link_in_an_edit_changes_nothing() -> None:
    *others, status = asked("edit", query="model=nope")
    assert all(map(is_skip, others))
    assert "no model called “nope”" in said_all(status)


def test_an_example_is_typed_and_run() -> None:
    model, source, target, viewer, status = asked("example", source="old", edits=[])
    assert status["is_error"]  # it named no example
    wish = json.dumps({"action": "example", "source": "She does not eat the apples."})
    model, source, target, viewer, status = handlers.show("en-fr", "old", "Ancien.", wish)
    assert is_skip(model)
    assert (source, target) == ("She does not eat the apples.", "")
    assert run_of(viewer)["source"]["text"] == source
    assert run_of(viewer)["target"]["written"]
    assert not status["is_error"]


def test_a_link_is_followed_as_far_as_it_can_be() -> None:
    query = "?model=digits-sort&source=5201&edits=HeadOff~x&method=magic"
    model, source, target, viewer, status = asked("restore", query=query)
    assert model["value"] == "digits-sort"
    assert (source, target) == ("5201", "")
    answer = json.loads(viewer)
    assert answer["restored"]
    assert answer["run"]["target"]["text"] == "0125"
    assert status["is_error"]
    assert "HeadOff~x" in said_all(status)
    assert "magic" in said_all(status)


def test_a_model_that_the_page_knows_is_not_described_again() -> None:
    first = json.loads(asked("run")[3])["model"]
    assert json.loads(asked("run", knows=first["key"])[3])["model"] == first["key"]
    other = json.loads(asked("run", "digits-sort", "5201", knows=first["key"])[3])["model"]
    assert other["name"] == "digits-sort"
    assert other["key"] != first["key"]


@pytest.mark.parametrize("wish", [None, 3, "", "null", "[]", "{", '"x"', '{"action": "explode"}'])
def test_a_wish_that_says_nothing_runs_what_was_typed(wish: object) -> None:
    *_, viewer, status = handlers.show("en-fr", "I like cats.", "", wish)
    assert run_of(viewer)["target"]["text"] == "J'aime les chats."
    assert not status["is_error"]


def test_the_same_problem_twice_is_news_twice() -> None:
    first, second = (handlers.show("en-fr", "x" * 3000, "")[-1] for _ in range(2))
    assert first["words"] == second["words"]
    assert first != second  # the page hears only of a value that differs from the last
