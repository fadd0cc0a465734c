"""What the tokenizers of other people's models share: a vocabulary that is checked once."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


class Vocabulary:
    """Pieces by id and ids by piece; the ids are 0, 1, 2, … without a gap.

    Raises:
        ValueError: they are not.

    >>> Vocabulary({"a": 0, "b": 1}).pieces
    ('a', 'b')
    """

    def __init__(self, ids: Mapping[str, int]) -> None:
        self.ids = dict(ids)
        by_id = {i: piece for piece, i in self.ids.items()}
        if not by_id or any(isinstance(i, bool) or not isinstance(i, int) for i in by_id):
            raise ValueError("ids are whole numbers, and there is at least one")
        if len(by_id) != len(self.ids) or sorted(by_id) != list(range(len(by_id))):
            raise ValueError("ids start at 0, leave none out, and none stands twice")
        self.pieces = tuple(by_id[i] for i in range(len(by_id)))

    def __len__(self) -> int:
        return len(self.pieces)


def parsed(content: bytes) -> dict[str, Any]:
    """A JSON object.

    Raises:
        ValueError: it is something else.
    """
    value = json.loads(content)
    if not isinstance(value, dict):
        raise ValueError("a JSON object was expected")
    return value


def starts_word(text: str, at: int) -> bool:
    """Whether a blank, or nothing, stands before the character ``at``."""
    return at == 0 or text[at - 1] == " "
