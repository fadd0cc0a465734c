"""Pictures of position encodings."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go
from jaxtyping import Float
from torch import Tensor

from transformer_viz.figures.axes import MAX_TICK_LABELS, Axis, across, down, gap, token_axis
from transformer_viz.figures.theme import BOTH_TOO
from transformer_viz.language import sentence

CURVES = (0, 1, 8, 9, 24, 25)  # three pairs: a fast, a slower and a slow clock hand


def curve_dimensions(d_model: int, layout: str = "sinusoidal") -> list[int]:
    """The dimensions that are drawn as curves: those of ``CURVES`` that exist.

    Args:
        layout: as ``positions`` of a configuration; where all sines come before all cosines, the
            same waves stand in other dimensions.

    >>> curve_dimensions(8), curve_dimensions(8, "sinusoidal_halves")
    ([0, 1], [0, 4])
    """
    drawn = [dimension for dimension in CURVES if dimension < d_model]
    if layout != "sinusoidal_halves":
        return drawn
    sines = -(-d_model // 2)
    return [dimension // 2 + sines * (dimension % 2) for dimension in drawn]


def position_curves(
    encoding: Float[Tensor, "pos d_model"], layout: str = "sinusoidal"
) -> go.Figure:
    """A few dimensions of the encodings, each as a curve over the positions.

    Of every pair the first is drawn solid and the second dashed: of sinusoids, sine and cosine.

    Args:
        encoding: one row per position, in [-1, 1] for sinusoids.
        layout: as for ``curve_dimensions``.
    """
    figure = go.Figure(
        [
            go.Scatter(
                y=encoding[:, dimension].numpy(),
                mode="lines+markers",
                name=sentence("figures.dimension", {"dimension": dimension}),
                line={
                    "shape": "spline",
                    "width": 2,
                    "dash": "dash" if i % 2 else "solid",
                    "color": BOTH_TOO[i // 2],
                },
                marker={"size": 5},
                hovertemplate="%{x}: %{y:.4f}",
            )
            for i, dimension in enumerate(curve_dimensions(encoding.shape[1], layout))
        ]
    )
    figure.update_layout(legend={"orientation": "h", "y": 1.02, "yanchor": "bottom"})
    figure.update_xaxes(position_axis(len(encoding)), title_text=sentence("figures.position_axis"))
    figure.update_yaxes(automargin=True)
    return figure


def position_axis(length: int) -> Axis:
    """Positions by number: every one, or of many only so many as can be read."""
    return {"dtick": -(-length // MAX_TICK_LABELS), "automargin": True}


def position_similarity(encoding: Float[Tensor, "pos d_model"], labels: Sequence[str]) -> go.Figure:
    """How alike the encodings of two positions are: their cosine, 1 on the diagonal.

    Neighbours are alike and the likeness depends on the distance alone: that is the idea of them.
    """
    unit = encoding / encoding.norm(dim=1, keepdim=True).clamp(min=1e-12)
    n = len(unit)
    figure = go.Figure(
        go.Heatmap(
            z=(unit @ unit.mT).numpy(),
            coloraxis="coloraxis3",
            xgap=gap(n),
            ygap=gap(n),
            hovertemplate="%{y}  ·  %{x}<br>%{z:.4f}<extra></extra>",
        )
    )
    figure.update_layout(
        coloraxis3={"cmin": -1.0, "cmax": 1.0},
        xaxis=across(token_axis(labels, n), n),
        yaxis=down(token_axis(labels, n), n),
    )
    return figure
