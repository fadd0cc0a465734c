"""Blanks to be filled in: how a visitor types them, and how a model reads them."""

from __future__ import annotations

import re

from transformer_viz.text.cleanup import CleanText, Note
from transformer_viz.text.tokenizer import BLANK

# Two low lines or more, one that stands alone, or the name of the token itself.
_TYPED = re.compile(r"\s*(?:\[mask\]|_{2,}|(?<!\w)_(?!\w))", re.IGNORECASE)


def mark_blanks(given: CleanText) -> CleanText:
    """Write every blank as ``BLANK``, standing where a word stands.

    A text without any blank is fine too: the model then judges the words that are there.

    >>> mark_blanks(CleanText("The black ___ sleeps.")).text
    'The black [MASK] sleeps.'
    """
    text = _TYPED.sub(f" {BLANK}", given.text).strip()
    text = re.sub(rf"{re.escape(BLANK)}(?=\w)", f"{BLANK} ", text)
    if BLANK not in text:
        return CleanText(text, (*given.notes, Note("notes.no_blank")))
    if text != given.text:
        return CleanText(text, (*given.notes, Note("notes.blank")))
    return given


def without_blanks(text: str) -> str:
    """The text with its blanks left out."""
    return text.replace(BLANK, " ")
