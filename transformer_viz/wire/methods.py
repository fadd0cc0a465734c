"""Ways of writing as plain data, and their fields: what the page offers, and what it sends."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from transformer_viz.capture.edit_data import shown
from transformer_viz.errors import InputError
from transformer_viz.model.beam import MAX_WIDTH, Beam
from transformer_viz.model.methods import GREEDY, Greedy, Method
from transformer_viz.model.sampling import MAX_SEED, Sampling

KINDS: dict[str, type[Method]] = {"greedy": Greedy, "sample": Sampling, "beam": Beam}
RANGES: dict[str, dict[str, float]] = {  # what the inputs allow
    "temperature": {"min": 0, "max": 10, "step": 0.1},
    "top_k": {"min": 1, "step": 1},
    "top_p": {"min": 0.01, "max": 1, "step": 0.01},
    "seed": {"min": 0, "max": MAX_SEED, "step": 1},
    "width": {"min": 1, "max": MAX_WIDTH, "step": 1},
    "length_penalty": {"min": 0, "max": 5, "step": 0.1},
}


def methods_for_page() -> list[dict[str, Any]]:
    """Every way of writing with the fields that it asks for and what they hold at first."""
    return [
        {
            "name": name,
            "fields": [
                {"name": f.name, "value": f.default, "input": RANGES[f.name]} for f in fields(kind)
            ],
        }
        for name, kind in KINDS.items()
    ]


def method_to_data(method: Method) -> dict[str, Any]:
    """Its name, and its fields.

    >>> method_to_data(Beam(width=3))
    {'name': 'beam', 'width': 3, 'length_penalty': 0.0}
    """
    name = next(name for name, kind in KINDS.items() if isinstance(method, kind))
    return {"name": name, **{f.name: getattr(method, f.name) for f in fields(method)}}


def method_from_data(data: object) -> Method:
    """The method that ``method_to_data`` took apart; anybody may have sent anything.

    Raises:
        InputError: it is none, or one of its numbers cannot work.
    """
    if data is None:
        return GREEDY
    kind = KINDS.get(shown(data.get("name"))) if isinstance(data, dict) else None
    if not isinstance(data, dict) or kind is None:
        raise InputError("errors.method_unreadable", method=shown(data))
    values = {key: value for key, value in data.items() if key != "name"}
    try:
        given = {f.name: values.pop(f.name, f.default) for f in fields(kind)}
        known: dict[str, Any] = {name: _number(name, value) for name, value in given.items()}
        if values:
            raise ValueError(values)
        return kind(**known)
    except InputError:
        raise
    except (ValueError, TypeError, OverflowError):
        raise InputError("errors.method_unreadable", method=shown(data)) from None


def _number(name: str, value: Any) -> float | int | None:
    """Whole where the field counts, so that 3 is no 3.0."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(name)
    counts = RANGES[name]["step"] == 1
    return int(value) if counts and value == int(value) else float(value)
