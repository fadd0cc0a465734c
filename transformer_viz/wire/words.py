"""Sentences as keys and values: the page puts them into its language."""

from __future__ import annotations

from transformer_viz.errors import InputError
from transformer_viz.text.cleanup import Note
from transformer_viz.wire.contract import Words


def words(key: str, /, **values: object) -> Words:
    """A sentence of the language file; a value may be words itself.

    >>> words("edits.one_head", head=2)
    {'key': 'edits.one_head', 'values': {'head': 2}}
    """
    return Words(key=key, values={name: _value(value) for name, value in values.items()})


def problem_words(problem: InputError) -> Words:
    """What the visitor can mend, and how."""
    return words(problem.key, **problem.values)


def note_words(note: Note) -> Words:
    """What was done to a text."""
    return words(note.key, **dict(note.values))


def _value(value: object) -> object:
    if isinstance(value, InputError):
        return problem_words(value)
    return value if isinstance(value, str | int | float | dict) or value is None else str(value)
