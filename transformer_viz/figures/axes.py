"""Axes of heatmaps: tokens by position, dimensions by number."""

from __future__ import annotations

import html
from collections.abc import Sequence

from transformer_viz.errors import InputError

MAX_TICK_LABELS = 24  # a redraw costs what its labels cost

Axis = dict[str, object]


def token_axis(labels: Sequence[str], count: int | None = None) -> Axis:
    """Positions as numbers, token texts as tick labels, at most MAX_TICK_LABELS of them.

    Texts as categories would merge equal words. Plotly reads labels as HTML, so they are escaped.

    Args:
        count: positions that there are; None for one per label.

    Raises:
        InputError: there are more labels than positions, or fewer; the message names both counts.
    """
    if count is not None and len(labels) != count:
        raise InputError("errors.labels", labels=len(labels), count=count)
    step = -(-len(labels) // MAX_TICK_LABELS)
    shown = range(0, len(labels), step)
    return {
        "tickmode": "array",
        "tickvals": list(shown),
        "ticktext": [html.escape(labels[i], quote=False) for i in shown],
        "ticklabelstandoff": 5,
        "automargin": True,
    }


def number_axis() -> Axis:
    """Dimensions or units, counted from 0."""
    return {"tickmode": "auto", "nticks": 12, "automargin": True}


def across(axis: Axis, length: int) -> Axis:
    """``axis`` along the top of a heatmap with ``length`` columns."""
    return axis | {"side": "top", "range": [-0.5, length - 0.5], "constrain": "domain"}


def down(axis: Axis, length: int) -> Axis:
    """``axis`` along the left of a heatmap with ``length`` rows, the first on top."""
    return axis | {"range": [length - 0.5, -0.5], "constrain": "domain"}


def gap(length: int) -> float:
    """Pixels between the cells of a heatmap: none where cells are too many to tell apart."""
    return 1.5 if length <= MAX_TICK_LABELS else 0.0
