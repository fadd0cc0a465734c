"""What a visitor is told: a problem that can be mended, or a reference to ours."""

from __future__ import annotations

import logging
import secrets

from transformer_viz.language import sentence

log = logging.getLogger(__name__)


def message(
    text: str = "", *, is_error: bool = False, fetch: str = "", then: str = ""
) -> dict[str, object]:
    """What the status line shows; it is written as text, never as HTML.

    Args:
        fetch: a model that must be fetched before it can be run.
        then: the event to repeat when it is here: the name of its handler.
    """
    return {"text": text, "is_error": is_error, "fetch": fetch, "then": then}


def our_fault() -> str:
    """What a visitor is told about the exception at hand: the log has it under that reference."""
    reference = secrets.token_hex(3)
    log.exception("reference %s", reference)
    return sentence("errors.bug", {"reference": reference})
