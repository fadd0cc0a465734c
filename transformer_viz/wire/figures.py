"""A figure as the page receives it: its arrays taken out, with a note of what to put in.

The run's tensors are sent once; the browser fills the figure's arrays from them, for whichever
layer and head is looked at. So there is one drawing code, in Python, and a change of head costs no
trip to the server.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from torch import Tensor

from transformer_viz.figures.axes import Axis

Wire = dict[str, object]


@dataclass(frozen=True)
class Fill:
    """One part of a figure, and how the browser makes it from the tensors that are looked at.

    Args:
        path: where it goes: ``data.0.z`` is an array of the first trace, ``layout.…`` a setting.
        recipe: the name of a function in ``assets/page/figures/fills.js``, with its argument after
            a colon.
        given: which input it is made from: the chosen matrix (``main``), or another one that the
            picture names.
    """

    path: str
    recipe: str
    given: str = "main"


BLOCKED_FILLS = (
    Fill("data.1.z", "blocked", "blocked"),
    Fill("data.2.x", "blocked_columns", "blocked"),
    Fill("data.2.y", "blocked_rows", "blocked"),
)
ATTENTION_FILLS = (
    Fill("data.0.z", "finite"),
    Fill("data.0.text", "labels"),
    Fill("data.0.texttemplate", "template"),
    *BLOCKED_FILLS,
)


def limit_fills(coloraxis: str) -> tuple[Fill, ...]:
    """The two ends of a colour range that is the same for all heads of a tensor."""
    return (
        Fill(f"layout.{coloraxis}.cmin", "minus", "limit"),
        Fill(f"layout.{coloraxis}.cmax", "itself", "limit"),
    )


def figure_for_page(figure: go.Figure, fills: tuple[Fill, ...]) -> Wire:
    """The figure as plain JSON without the arrays that ``fills`` name, and without a template."""
    bare = go.Figure(figure)
    bare.update_layout(template="none")
    for fill in fills:
        place, *rest = fill.path.split(".")
        if place == "data":
            bare.data[int(rest[0])][rest[1]] = None
    drawn = json.loads(str(bare.to_json()))
    drawn["layout"].pop("template", None)
    return {**drawn, "fills": [asdict(fill) for fill in fills]}


def with_axes(figure: Wire, axes: Mapping[str, Axis], **gaps: float) -> Wire:
    """A copy of a figure for the page with other axes: other labels, another length.

    The rest of a figure is the same for every run, so it is built once; a run only brings its
    words.

    Args:
        figure: from ``figure_for_page``.
        axes: what changes in ``layout.xaxis``, ``layout.yaxis`` and so on.
        gaps: ``xgap`` and ``ygap`` of its heatmaps, in pixels.
    """
    layout: Wire = {**_part(figure, "layout")}
    for name, axis in axes.items():
        layout[name] = {**_part(layout, name), **axis}
    traces: Any = figure["data"]
    data = [{**trace, **gaps} if trace["type"] == "heatmap" else trace for trace in traces]
    return {**figure, "data": data, "layout": layout}


def _part(whole: Wire, name: str) -> Wire:
    part: Any = whole.get(name, {})
    return part


def weights_for_page(weights: Tensor) -> Wire:
    """Numbers from 0 to 1 as base64 of 16-bit integers; the error is at most 8e-6.

    The shape is kept without the batch dimension, which must be 1.
    """
    (one,) = weights.float()
    steps = np.rint(one.numpy() * 65_535).astype("<u2")
    return _packed(steps.shape, steps)


def floats_for_page(x: Tensor) -> Wire:
    """A small tensor with its batch, as base64 of 32-bit floats."""
    return _packed(x.shape, x.float().contiguous().numpy().astype("<f4"))


def mask_for_page(blocked: Tensor) -> Wire:
    """True and False as base64 of one bit each, in the order of the flattened tensor."""
    return _packed(blocked.shape, np.packbits(blocked.numpy().ravel(), bitorder="little"))


def _packed(shape: Sequence[int], values: np.ndarray) -> Wire:
    return {"shape": list(shape), "data": base64.b64encode(values.tobytes()).decode("ascii")}
