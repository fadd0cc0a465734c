"""What the handlers answer; no browser is needed, they take and return plain values."""

import logging
from typing import Any

import gradio as gr
import pytest

from transformer_viz.ui import handlers
from transformer_viz.ui.handlers import guarded, message


def is_skip(value: Any) -> bool:
    return value == gr.skip()


def test_a_run_fills_the_viewer_and_clears_the_message() -> None:
    viewer, status = handlers.run("en-fr", "I like cats.", "")
    assert viewer["target"]["text"] == "J'aime les chats."
    assert status == message()


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
    viewer, status = handlers.run(*inputs)
    assert is_skip(viewer)
    assert status["is_error"]
    assert says in status["text"]


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
    assert "secret" not in status["text"]
    reference = status["text"].split()[-1].rstrip(".")
    assert reference in caplog.text


def test_a_visitor_who_leaves_is_let_go() -> None:
    @guarded(outputs=1)
    def handler() -> tuple[Any, ...]:
        raise GeneratorExit

    with pytest.raises(GeneratorExit):
        handler()


def test_an_empty_own_target_means_the_model_writes() -> None:
    assert handlers.run("en-fr", "I like cats.", "  ")[0]["target"]["written"]
    assert not handlers.run("en-fr", "I like cats.", "Le chat.")[0]["target"]["written"]
