"""The page's one question, as our JavaScript wrote it; anybody else may have written anything."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import orjson

from transformer_viz.capture.edit_data import edits_from_data
from transformer_viz.capture.edits import Edit
from transformer_viz.model.methods import Method
from transformer_viz.wire.methods import method_from_data


@dataclass(frozen=True)
class Question:
    """What the page wishes to see.

    Attributes:
        action: what the visitor did: ``"run"`` if it says nothing.
        model, source, query: of the action, where it has one: a model that is opened, an example,
            a link.
        asked: the number of the question, given back with the answer.
        knows: the key of the model's description that the page has.
        word: (step, token id): another word that shall be written at a step.
    """

    action: str = "run"
    model: str = ""
    source: str = ""
    query: str = ""
    asked: int | None = None
    knows: str = ""
    word: tuple[int, int] | None = None
    raw_edits: object = ()
    raw_method: object = None

    @property
    def edits(self) -> tuple[Edit, ...]:
        """The edits that are wished.

        Raises:
            InputError: they are none.
        """
        return edits_from_data(self.raw_edits)

    @property
    def method(self) -> Method:
        """The way of writing that is wished.

        Raises:
            InputError: it is none.
        """
        return method_from_data(self.raw_method)


def read_question(wish: object) -> Question:
    """A question out of JSON; of what cannot be, nothing is taken."""
    asking = _read(wish)
    texts = {k: _text(asking.get(k)) for k in ("model", "source", "query", "knows")}
    asked, word = asking.get("asked"), asking.get("word")
    return Question(
        action=_text(asking.get("action")) or "run",
        asked=asked if type(asked) is int else None,
        word=_pair(word),
        raw_edits=asking.get("edits") or (),
        raw_method=asking.get("method"),
        **texts,
    )


def _read(wish: object) -> dict[str, Any]:
    try:
        asking = orjson.loads(wish) if isinstance(wish, str) else {}
    except ValueError:
        return {}
    return asking if isinstance(asking, dict) else {}


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _pair(word: object) -> tuple[int, int] | None:
    if isinstance(word, list) and len(word) == 2 and all(type(x) is int for x in word):
        return word[0], word[1]
    return None
