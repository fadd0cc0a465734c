"""What a model of digits needs beyond the general clean-up."""

from __future__ import annotations

import string

from transformer_viz.errors import InputError
from transformer_viz.text.cleanup import CleanText, Note

_EXAMPLE = "40718"


def prepare_digits(given: CleanText, shortest: int, longest: int) -> CleanText:
    """One number without blanks or commas.

    Args:
        given: cleaned text.
        shortest, longest: lengths that the model was trained on, in digits; others get a note.

    Raises:
        InputError: there is something else than digits.

    >>> prepare_digits(CleanText("4 0 7 1"), 4, 8).text
    '4071'
    """
    text = given.text.translate(str.maketrans("", "", " ,"))
    others = "".join(dict.fromkeys(c for c in text if c not in string.digits))
    if others or not text:
        raise InputError("errors.only_digits", others=others or given.text, example=_EXAMPLE)
    notes = list(given.notes)
    if text != given.text:
        notes.append(Note("notes.digits_joined"))
    if not shortest <= len(text) <= longest:
        limits = (("shortest", str(shortest)), ("longest", str(longest)))
        notes.append(Note("notes.digits_length", limits))
    return CleanText(text, tuple(notes))
