"""Typed text, made safe and regular, with a note for every change that a reader could miss."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from transformer_viz.errors import InputError

MAX_CHARACTERS = 2_000

_QUOTES = str.maketrans({"\u2019": "'", "\u2018": "'", "\u201c": '"', "\u201d": '"'})
_JOINERS = {"\u200c", "\u200d"}  # invisible, but they hold letters and emoji together


@dataclass(frozen=True)
class Note:
    """One sentence of the language file about what was done to the visitor's text."""

    key: str
    values: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class CleanText:
    """Text that is ready to be cut into pieces, and what was done to make it so."""

    text: str
    notes: tuple[Note, ...] = ()


def clean(typed: str) -> CleanText:
    """Normalise what a visitor typed: Unicode form, quotes, invisible characters, blanks.

    Raises:
        InputError: nothing to read is left, or it is longer than ``MAX_CHARACTERS``.

    >>> clean("  the \\n cat ")
    CleanText(text='the cat', notes=(Note(key='notes.whitespace', values=()),))
    """
    _check_length(typed)
    steps = (
        ("notes.surrogates", _replace_surrogates),
        ("notes.invisible", _drop_invisible),  # first: what it separated may join up
        ("notes.normalised", lambda text: unicodedata.normalize("NFKC", text).translate(_QUOTES)),
        ("notes.whitespace", lambda text: " ".join(text.split())),
    )
    text, notes = typed, []
    for key, step in steps:
        changed = step(text)
        if changed != text:
            notes.append(Note(key))
        text = changed
    if not set(text) - _JOINERS - {" "}:
        raise InputError("errors.empty_text")
    _check_length(text)  # a ligature's standard form can be eighteen times as long
    return CleanText(text, tuple(notes))


def _check_length(text: str) -> None:
    if len(text) > MAX_CHARACTERS:
        raise InputError("errors.too_many_characters", characters=len(text), limit=MAX_CHARACTERS)


def _replace_surrogates(text: str) -> str:
    return re.sub("[\ud800-\udfff]", "\ufffd", text)


def _drop_invisible(text: str) -> str:
    """Remove control and formatting characters: NUL, BOM, bidirectional overrides."""
    return "".join(
        character
        for character in text
        if character in _JOINERS
        or character.isspace()
        or unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Co")
    )
