"""One row of one weight, for the arithmetic that the page shows: all of them would be megabytes."""

from __future__ import annotations

import re
from collections.abc import Mapping

from torch import Tensor

from transformer_viz.checkpoints.catalog import LIBRARY
from transformer_viz.errors import InputError
from transformer_viz.wire.link import known_model


def weight_row(wishes: Mapping[str, str]) -> dict[str, object]:
    """One row of a weight; of a bias, or any vector, one number.

    Args:
        wishes: ``model``, a catalogue name; ``weight``, the name of a parameter or a buffer of it;
            ``row``, which row of it.

    Returns:
        ``name``, and the numbers of the row as ``values``.

    Raises:
        InputError: the model is unknown, or it has no such weight, or no such row.
    """
    model, name, row = (wishes.get(key, "") for key in ("model", "weight", "row"))
    transformer = LIBRARY.at_hand(known_model(model)).transformer
    named = dict((*transformer.named_parameters(), *transformer.named_buffers()))
    if name not in named:
        raise InputError("errors.weight_tensor", tensor=name[:80])
    rows = named[name]
    if not re.fullmatch(r"[0-9]{1,6}", row) or int(row) >= len(rows):
        raise InputError("errors.weight_unit", unit=row[:20], tensor=name[:80], count=len(rows))
    return {"name": name, "values": _numbers(rows[int(row)].reshape(-1))}


def _numbers(x: Tensor) -> list[float]:
    """Nine digits hold every float32 exactly."""
    return [float(f"{value:.9g}") for value in x.detach().float().tolist()]
