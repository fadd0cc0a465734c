"""What the page does when something happens on it: plain values in, plain values out."""

from __future__ import annotations

import asyncio
import functools
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import gradio as gr

from transformer_viz.capture.edit_text import text_to_edits
from transformer_viz.errors import InputError
from transformer_viz.language import sentence
from transformer_viz.session.running import Settings, run_settings
from transformer_viz.wire.link import first_example, known_model, model_choices, read_query, suits
from transformer_viz.wire.messages import message, our_fault
from transformer_viz.wire.method_text import text_to_method
from transformer_viz.wire.payload import run_for_page

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
                then = handler.__name__ if fetch else ""
                said = message(str(problem), is_error=True, fetch=fetch, then=then)
            except (GeneratorExit, asyncio.CancelledError):
                raise
            except BaseException:
                said = message(our_fault(), is_error=True)
            return (*[gr.skip()] * (outputs - 1), said)

        return safe

    return decorate


@guarded(outputs=2)
def run(model: object, source: object, target: object, wish: object = "") -> tuple[Any, ...]:
    """Run what was typed, with the edits made so far: the viewer's new value, and the status."""
    settings = _settings(model, source, target, wish)
    return run_for_page(run_settings(settings), settings), message()


@guarded(outputs=4)
def pick(model: object, source: object, target: object, wish: object = "") -> tuple[Any, ...]:
    """Run what was typed on another model: source, target, viewer, status.

    An example of another model, or a text that this one cannot read, gives way to its own example.
    """
    settings = _settings(model, source, target, wish)
    if not suits(settings.model, settings.source):
        settings = replace(settings, source=first_example(settings.model), target=None)
    try:
        finished = run_settings(settings)
    except InputError as problem:
        settings = replace(settings, source=first_example(settings.model), target=None)
        replaced = sentence("page.replaced", {"problem": problem})
        finished, said = run_settings(settings), message(replaced)
    else:
        said = message()
    return settings.source, settings.target or "", run_for_page(finished, settings), said


@guarded(outputs=5)
def open_model(source: object, target: object, wish: object) -> tuple[Any, ...]:
    """Run what was typed on a model that is not in the list: model, source, target, viewer, status.

    Until it has answered, the page keeps the model that it shows.
    """
    model = _read_wish(wish).get("model")
    answered = pick(model, source, target, wish)
    has_failed = answered[-1]["is_error"] and not isinstance(answered[0], str)
    return gr.skip() if has_failed else picker(known_model(model)), *answered


def picker(model: str) -> Any:
    """The model picker with this model chosen; one that is not offered joins the list."""
    return gr.update(choices=model_choices(model), value=model)


@guarded(outputs=2)
def edit(wish: object) -> tuple[Any, ...]:
    """Run what is on show with other edits; what is being typed meanwhile is left alone."""
    asking = _read_wish(wish)
    link = read_query(asking.get("query"))
    for problem in link.problems:
        raise problem
    asked = asking.get("asked")
    sent = run_for_page(
        run_settings(link.settings), link.settings, asked=asked if isinstance(asked, int) else None
    )
    return sent, message()


@guarded(outputs=4)
def example(model: object, wish: object) -> tuple[Any, ...]:
    """Type an example sentence and run it: source, target, viewer, status."""
    sentence_chosen = _read_wish(wish).get("source")
    viewer, status = run(model, sentence_chosen, "", wish)
    return sentence_chosen, "", viewer, status


@guarded(outputs=5)
def restore(wish: object) -> tuple[Any, ...]:
    """Follow a link: model, source, target, viewer, status with what could not be granted."""
    link = read_query(_read_wish(wish).get("query"))
    settings = link.settings
    viewer = run_for_page(run_settings(settings), settings, restored=True)
    problems = " ".join(str(problem) for problem in link.problems)
    status = message(problems, is_error=bool(problems))
    return picker(settings.model), settings.source, settings.target or "", viewer, status


def _read_wish(wish: object) -> dict[str, Any]:
    """What our JavaScript asks for, as it wrote it; anybody else may have written anything."""
    try:
        asking = json.loads(wish) if isinstance(wish, str) else {}
    except (ValueError, RecursionError):
        return {}
    return asking if isinstance(asking, dict) else {}


def _settings(model: object, source: object, target: object, wish: object) -> Settings:
    """Check what the browser sent: it may be anything."""
    name = known_model(model)
    if not isinstance(source, str):
        raise InputError("errors.empty_text")
    own_target = target if isinstance(target, str) and target.strip() else None
    asking = _read_wish(wish)
    edits = text_to_edits(str(asking.get("edits") or ""))
    method = text_to_method(str(asking.get("method") or ""))
    return Settings(name, source, own_target, edits, method)
