"""How the work of a Transformer grows with the length of its text."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
import plotly.graph_objects as go
from numpy import ndarray

from transformer_viz.figures.theme import BOTH
from transformer_viz.language import sentence
from transformer_viz.model.config import TransformerConfig
from transformer_viz.model.costs import QUADRATIC, costs, overtaking

SHORTEST_PICTURE = 512  # tokens that the picture reaches in any case
LONGEST = 4_096  # and that it never goes beyond
CURVES = {  # which parts each curve adds up; a part without products has none
    "squares": QUADRATIC,
    "feed_forward": ("feed_forward",),
    "projections": ("self_projections", "cross_projections"),
    "output": ("output",),
}
SAMPLES = 129


def cost_curves(
    config: TransformerConfig, n: int, scale: Literal["linear", "log"] = "linear"
) -> go.Figure:
    """Multiply-adds of one pass against the length n of source and target, one curve per group.

    A dotted line and a dot on every curve mark this n; a ring the length at which the n² part of
    attention begins to cost more than the feed-forward networks.

    Args:
        n: tokens, from 1 to ``LONGEST``.
        scale: of both axes. Linear shows a parabola and straight lines; logarithmic shows straight
            lines whose slopes, 2 and 1, are the exponents of n.

    >>> from transformer_viz.model.config import TransformerConfig
    >>> figure = cost_curves(TransformerConfig(source_vocab_size=9, target_vocab_size=9), 12)
    >>> [trace.name for trace in figure.data[:2]]
    ['attention, q·k and weights·v: n²', 'feed-forward: n']
    """
    meeting = overtaking(config)
    longest = max(SHORTEST_PICTURE, n)
    if meeting * 1.25 <= LONGEST:
        longest = max(longest, math.ceil(meeting * 1.25))
    lengths = _lengths(longest, n, scale)
    curves = _curves(config, lengths)
    top = max(y[-1] for y in curves.values())
    bottom = 0.0 if scale == "linear" else min(y[0] for y in curves.values())

    figure = go.Figure([_curve(name, lengths, y, n) for name, y in curves.items()])
    figure.add_trace(_mark(n, bottom, top, longest))
    if meeting <= longest:
        at = meeting * costs(config, 1, 1)["feed_forward"].multiply_adds
        figure.add_trace(_ring(meeting, at))
        figure.add_annotation(_ring_label(meeting, at, scale))
    ends = [0, longest] if scale == "linear" else [0, math.log10(longest)]
    ticks = {} if scale == "linear" else {"dtick": "D2"}  # 1, 2, 5, 10 …: nine to a decade collide
    figure.update_layout(
        xaxis={"type": scale, "range": ends, "automargin": True, "tickformat": ",d", **ticks},
        yaxis={"type": scale, "tickformat": "~s", "automargin": True, "rangemode": "tozero"},
        legend={"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom", "itemclick": False},
        hovermode="x unified",
    )
    both = "_both" if len(config.towers) == 2 else ""
    figure.update_xaxes(title_text=sentence(f"figures.length_axis{both}"))
    figure.update_yaxes(title_text=sentence("figures.multiply_adds_axis"))
    return figure


def _lengths(longest: int, n: int, scale: str) -> ndarray:
    """Whole lengths to draw at, evenly along the axis; n is one of them."""
    even = np.linspace if scale == "linear" else np.geomspace
    return np.unique([*even(1, longest, SAMPLES).round().astype(int), n])


def _curves(config: TransformerConfig, lengths: ndarray) -> dict[str, ndarray]:
    """Multiply-adds of every group of parts at every length."""
    found = [costs(config, length, length) for length in lengths.tolist()]
    return {
        name: np.array([float(sum(cost[part].multiply_adds for part in parts)) for cost in found])
        for name, parts in CURVES.items()
    }


def _curve(name: str, lengths: ndarray, y: ndarray, n: int) -> go.Scatter:
    return go.Scatter(
        x=lengths,
        y=y,
        name=sentence(f"figures.cost_{name}"),
        mode="lines+markers",
        line={"width": 2.5},
        # a dot at this n alone, in the curve's own colour
        marker={"size": np.where(lengths == n, 9, 0), "line": {"width": 0}, "opacity": 1},
        hovertemplate="%{y:,.0f}",
    )


def _mark(n: int, bottom: float, top: float, longest: int) -> go.Scatter:
    return go.Scatter(
        x=[n, n],
        y=[bottom, top],
        mode="lines+text",
        line={"color": BOTH, "width": 1.5, "dash": "dot"},
        text=["", sentence("figures.this_length", {"n": f"{n:,}"})],
        textposition="top right" if n < longest / 2 else "top left",
        cliponaxis=False,
        hoverinfo="skip",
        showlegend=False,
    )


def _ring(meeting: float, at: float) -> go.Scatter:
    return go.Scatter(
        x=[meeting],
        y=[at],
        mode="markers",
        marker={"symbol": "circle-open", "size": 13, "line": {"width": 2}, "color": BOTH},
        hoverinfo="skip",
        showlegend=False,
    )


def _ring_label(meeting: float, at: float, scale: str) -> go.layout.Annotation:
    """Above the ring, where no curve is yet; on a logarithmic axis Plotly wants exponents."""
    x, y = (meeting, at) if scale == "linear" else (math.log10(meeting), math.log10(at))
    text = sentence("figures.overtaking", {"n": f"{math.ceil(meeting):,}"})
    return go.layout.Annotation(
        x=x, y=y, ax=0, ay=-70, text=text, showarrow=True, arrowhead=0, arrowcolor=BOTH, standoff=7
    )
