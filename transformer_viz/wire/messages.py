"""What a visitor is told: a problem that can be mended, or a reference to ours."""

from __future__ import annotations

import itertools
import logging
import secrets

from transformer_viz.wire.contract import Words
from transformer_viz.wire.words import words

log = logging.getLogger(__name__)
_numbers = itertools.count(1)


def message(*said: Words, is_error: bool = False, fetch: str = "") -> dict[str, object]:
    """What the status line shows; it is written as text, never as HTML.

    Args:
        fetch: a model that must be fetched before it can be run; then the question is repeated.

    Each has a number of its own, for the page hears only of a value that differs from the last.
    """
    return {"words": list(said), "is_error": is_error, "fetch": fetch, "number": next(_numbers)}


def our_fault() -> Words:
    """What a visitor is told about the exception at hand: the log has it under that reference."""
    reference = secrets.token_hex(3)
    log.exception("reference %s", reference)
    return words("errors.bug", reference=reference)
