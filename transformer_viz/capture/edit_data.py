"""Edits as plain data: what travels between Python and the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from transformer_viz.capture.edit_text import KINDS, MAX_EDITS, one_edit
from transformer_viz.capture.edits import Edit
from transformer_viz.errors import InputError

KIND = "kind"  # the field that names the class


def edit_to_data(edit: Edit) -> dict[str, Any]:
    """Its class under ``"kind"``, and its fields; a range of positions is a list of two.

    >>> edit_to_data(KINDS["HeadOff"]("decoder.layers.0.self_attention", 1))
    {'kind': 'HeadOff', 'site': 'decoder.layers.0.self_attention', 'head': 1, 'replacement': 'zero'}
    """
    own: Any = edit
    values = {f.name: getattr(own, f.name) for f in fields(own)}
    plain = {key: list(x) if isinstance(x, tuple) else x for key, x in values.items()}
    return {KIND: type(edit).__name__, **plain}


def edit_from_data(data: object) -> Edit:
    """The edit that ``edit_to_data`` took apart; anybody may have sent anything.

    Raises:
        InputError: it is no edit, or one of its values cannot be.
    """
    kind = KINDS.get(shown(data.get(KIND))) if isinstance(data, dict) else None
    if not isinstance(data, dict) or kind is None:
        raise InputError("errors.edit_unreadable", edit=shown(data))
    values = {key: value for key, value in data.items() if key != KIND}
    named: Any = kind
    if values.keys() != {f.name for f in fields(named)}:
        raise InputError("errors.edit_unreadable", edit=shown(data))
    return one_edit(kind.__name__, [_plain(values[f.name]) for f in fields(named)], shown(data))


def edits_from_data(data: object) -> tuple[Edit, ...]:
    """Several of them, in their order.

    Raises:
        InputError: as ``edit_from_data``, or there are too many.
    """
    if not isinstance(data, Sequence) or isinstance(data, str | bytes):
        raise InputError("errors.edit_unreadable", edit=shown(data))
    if len(data) > MAX_EDITS:
        raise InputError("errors.too_many_edits", count=len(data), limit=MAX_EDITS)
    return tuple(map(edit_from_data, data))


def shown(data: object) -> str:
    """The beginning of what cannot be read; of what cannot even be written, its type."""
    try:
        return str(data)[:60].encode("utf-8", "replace").decode("utf-8")
    except (ValueError, RecursionError):  # thousands of digits, or of brackets
        return type(data).__name__


def _plain(value: object) -> str | int | float | tuple[int, int] | None:
    """The value as the text of an edit would hold it, to be read by the same rules."""
    match value:
        case [int(first), int(last)]:
            return first, last
        case str() | int() | float() | None:
            return value
    raise InputError("errors.edit_unreadable", edit=shown(value))
