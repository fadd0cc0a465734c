"""Cells that a mask forbids: hatched, on a layer of their own."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go
from jaxtyping import Bool
from numpy import ndarray

from transformer_viz.figures.axes import gap
from transformer_viz.figures.theme import HATCH


def blocked_layer(blocked: Bool[ndarray, "query key"]) -> tuple[go.Heatmap, go.Scatter]:
    """A tint and a stroke for every True cell; both are silent when pointed at."""
    rows, columns = np.nonzero(blocked)
    tint = go.Heatmap(
        z=np.where(blocked, 1.0, np.nan),
        coloraxis="coloraxis2",
        opacity=0.45,
        xgap=gap(blocked.shape[1]),
        ygap=gap(blocked.shape[0]),
        hoverinfo="skip",
    )
    strokes = go.Scatter(
        x=columns,
        y=rows,
        mode="markers",
        marker={"symbol": "line-ne-open", "size": 9, "color": HATCH, "line": {"width": 1.2}},
        hoverinfo="skip",
        showlegend=False,
    )
    return tint, strokes
