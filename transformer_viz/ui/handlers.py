"""What the page does when something happens on it: plain values in, plain values out."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import gradio as gr

from transformer_viz.errors import InputError
from transformer_viz.session.editing import edits_with_word
from transformer_viz.session.running import Run, Settings, run_settings
from transformer_viz.wire.link import first_example, known_model, model_choices, read_query, suits
from transformer_viz.wire.messages import message, our_fault
from transformer_viz.wire.payload import ANSWERS
from transformer_viz.wire.question import Question, read_question
from transformer_viz.wire.words import problem_words, words

Handler = Callable[..., tuple[Any, ...]]


def guarded(outputs: int) -> Callable[[Handler], Handler]:
    """Turn failures into a message in the last output; the others keep what they show.

    An InputError is the visitor's to mend, and says how. Anything else is our bug: it is logged
    with its traceback, and the visitor gets a short reference to it. Exceptions that would stop
    the server or leave the visitor waiting are treated the same; cancellation is passed on.
    """

    def decorate(handler: Handler) -> Handler:
        @functools.wraps(handler)
        def safe(*inputs: Any) -> tuple[Any, ...]:
            try:
                return handler(*inputs)
            except InputError as problem:
                fetch = str(problem.values.get("fetch", ""))
                said = message(problem_words(problem), is_error=True, fetch=fetch)
            except (GeneratorExit, asyncio.CancelledError):
                raise
            except BaseException:
                said = message(our_fault(), is_error=True)
            return (*[gr.skip()] * (outputs - 1), said)

        return safe

    return decorate


@guarded(outputs=5)
def show(model: object, source: object, target: object, wish: object = "") -> tuple[Any, ...]:
    """The page's one question: model, source, target, viewer, status.

    Args:
        model, source, target: what stands in the three inputs.
        wish: JSON, as ``wire/question.py`` reads it; an empty one runs what was typed.
    """
    question = read_question(wish)
    return ACTIONS.get(question.action, _run)(question, model, source, target)


def _run(question: Question, model: object, source: object, target: object) -> tuple[Any, ...]:
    """Run what was typed, with the edits made so far."""
    settings = _settings(question, model, source, target)
    return *_as_they_are(3), _answer(run_settings(settings), settings, question), message()


def _pick(question: Question, model: object, source: object, target: object) -> tuple[Any, ...]:
    """Run what was typed on another model.

    An example of another model, or a text that this one cannot read, gives way to its own example.
    """
    settings = _settings(question, model, source, target)
    if not suits(settings.model, settings.source):
        settings = replace(settings, source=first_example(settings.model), target=None)
    said = message()
    try:
        finished = run_settings(settings)
    except InputError as problem:
        settings = replace(settings, source=first_example(settings.model), target=None)
        said = message(words("page.replaced", problem=problem))
        finished = run_settings(settings)
    viewer = _answer(finished, settings, question)
    return gr.skip(), settings.source, settings.target or "", viewer, said


def _open(question: Question, model: object, source: object, target: object) -> tuple[Any, ...]:
    """Run what was typed on a model that is not in the list, which joins it."""
    _, *answered = _pick(question, question.model, source, target)
    return picker(known_model(question.model)), *answered


def _edit(question: Question, model: object, source: object, target: object) -> tuple[Any, ...]:
    """Run what is on show with other edits; what is being typed meanwhile is left alone."""
    link = read_query(question.query)
    for problem in link.problems:
        raise problem
    settings = replace(link.settings, edits=question.edits, method=question.method)
    if question.word is not None:
        settings = replace(settings, edits=edits_with_word(settings, *question.word))
    return *_as_they_are(3), _answer(run_settings(settings), settings, question), message()


def _example(question: Question, model: object, source: object, target: object) -> tuple[Any, ...]:
    """Type an example sentence and run it."""
    settings = _settings(question, model, question.source, "")
    viewer = _answer(run_settings(settings), settings, question)
    return gr.skip(), question.source, "", viewer, message()


def _restore(question: Question, model: object, source: object, target: object) -> tuple[Any, ...]:
    """Follow a link, and say what of it could not be granted."""
    link = read_query(question.query)
    settings = link.settings
    viewer = _answer(run_settings(settings), settings, question, restored=True)
    said = message(*map(problem_words, link.problems), is_error=bool(link.problems))
    return picker(settings.model), settings.source, settings.target or "", viewer, said


ACTIONS = {
    "run": _run,
    "pick": _pick,
    "open": _open,
    "edit": _edit,
    "example": _example,
    "restore": _restore,
}


def picker(model: str) -> Any:
    """The model picker with this model chosen; one that is not offered joins the list."""
    return gr.update(choices=model_choices(model), value=model)


def _as_they_are(count: int) -> tuple[Any, ...]:
    return (gr.skip(),) * count


def _answer(run: Run, settings: Settings, question: Question, *, restored: bool = False) -> str:
    return ANSWERS.text(
        run, settings, restored=restored, asked=question.asked, knows=question.knows
    )


def _settings(question: Question, model: object, source: object, target: object) -> Settings:
    """Check what the browser sent: it may be anything."""
    name = known_model(model)
    if not isinstance(source, str):
        raise InputError("errors.empty_text")
    own_target = target if isinstance(target, str) and target.strip() else None
    return Settings(name, source, own_target, question.edits, question.method)
