"""A figure as the page receives it: its arrays taken out, with a note of what to put in.

The run's tensors are sent once; the browser fills the figure's arrays from them, for whichever
layer and head is looked at. So there is one drawing code, in Python, and a change of head costs no
trip to the server.
"""

from __future__ import annotations

import base64
import json
from dataclasses import asdict, dataclass
from typing import Literal

import numpy as np
import plotly.graph_objects as go
from torch import Tensor

Recipe = Literal["values", "labels", "blocked", "blocked_x", "blocked_y"]
Wire = dict[str, object]


@dataclass(frozen=True)
class Fill:
    """One array of a figure, and how the browser makes it from the matrix that it shows.

    Args:
        trace: index of the trace in ``figure.data``.
        key: name of its array: ``"z"``, ``"text"``, ``"x"``, ``"y"``.
        recipe: ``"values"``: the matrix itself; ``"labels"``: ``attention.cell_labels`` of it;
            ``"blocked"``: 1 where a mask forbids, else null; ``"blocked_x"``, ``"blocked_y"``:
            column and row numbers of those cells.
    """

    trace: int
    key: str
    recipe: Recipe


ATTENTION_FILLS = (
    Fill(0, "z", "values"),
    Fill(0, "text", "labels"),
    Fill(1, "z", "blocked"),
    Fill(2, "x", "blocked_x"),
    Fill(2, "y", "blocked_y"),
)


def figure_for_page(figure: go.Figure, fills: tuple[Fill, ...]) -> Wire:
    """The figure as plain JSON without the arrays that ``fills`` name, and without a template."""
    bare = go.Figure(figure)
    bare.update_layout(template="none")
    for fill in fills:
        bare.data[fill.trace][fill.key] = None
    drawn = json.loads(bare.to_json())
    drawn["layout"].pop("template", None)
    return {**drawn, "fills": [asdict(fill) for fill in fills]}


def weights_for_page(weights: Tensor) -> Wire:
    """Numbers from 0 to 1 as base64 of 16-bit integers; the error is at most 8e-6.

    The shape is kept without the batch dimension, which must be 1.
    """
    (one,) = weights.float()
    steps = np.rint(one.numpy() * 65_535).astype("<u2")
    return {"shape": list(steps.shape), "data": base64.b64encode(steps.tobytes()).decode("ascii")}


def mask_for_page(blocked: Tensor) -> Wire:
    """True and False as base64 of one bit each, in the order of the flattened tensor."""
    bits = np.packbits(blocked.numpy().ravel(), bitorder="little")
    return {"shape": list(blocked.shape), "data": base64.b64encode(bits.tobytes()).decode("ascii")}
