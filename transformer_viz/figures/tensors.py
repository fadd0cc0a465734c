"""Pictures of tensors that may be negative: a vector per position, or the scores of a head."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
import plotly.graph_objects as go
from jaxtyping import Bool, Float
from numpy import ndarray
from torch import Tensor

from transformer_viz.figures.axes import across, down, gap, number_axis, token_axis
from transformer_viz.figures.masked import blocked_layer
from transformer_viz.language import sentence

MASK_FILL = -1e4  # scores below were put there by a mask, as the tutorials' -1e9
Family = Literal["plain", "q", "k", "v"]
COLORAXES: dict[Family, str] = {
    "plain": "coloraxis3",
    "q": "coloraxis4",
    "k": "coloraxis5",
    "v": "coloraxis6",
}


def vectors_heatmap(
    x: Float[Tensor, "pos width"],
    labels: Sequence[str],
    *,
    family: Family = "plain",
    limit: float | None = None,
) -> go.Figure:
    """One vector per position: a row is a position, a column one of its numbers.

    Args:
        x: finite numbers.
        labels: plain text, one per position.
        family: whose colour the positive numbers take; queries, keys and values keep theirs.
        limit: the number that gets the full colour, on both sides of 0; by default the largest.

    >>> import torch
    >>> vectors_heatmap(torch.tensor([[1.0, -2.0]]), ["cat"]).layout.coloraxis3.cmax
    2.0
    """
    figure = go.Figure(_signed_layer(x.float().numpy(), family))
    figure.update_layout({COLORAXES[family]: _range(x, limit)})
    figure.update_layout(
        xaxis=number_axis() | {"side": "top", "constrain": "domain"},
        yaxis=down(token_axis(labels, x.shape[0]), x.shape[0]),
    )
    figure.update_xaxes(title_text=sentence("figures.dimension_axis"))
    figure.update_yaxes(title_text=sentence("figures.position_axis"))
    return figure


def scores_heatmap(
    scores: Float[Tensor, "query key"],
    query_labels: Sequence[str],
    key_labels: Sequence[str],
    blocked: Bool[Tensor, "query key"],
    *,
    limit: float | None = None,
) -> go.Figure:
    """Attention scores of one head before softmax; a cell that is -inf stays empty.

    Args:
        scores: finite, or -inf where masked.
        blocked: True where a mask forbids the cell: it is drawn hatched.
        limit: as for ``vectors_heatmap``.
    """
    z = scores.float().numpy()
    figure = go.Figure([_signed_layer(finite(z), "plain"), *blocked_layer(blocked.numpy())])
    figure.update_layout({COLORAXES["plain"]: _range(scores, limit)})
    figure.update_layout(
        xaxis=across(token_axis(key_labels, z.shape[1]), z.shape[1]),
        yaxis=down(token_axis(query_labels, z.shape[0]), z.shape[0]),
    )
    figure.update_xaxes(title_text=sentence("figures.key_axis"))
    figure.update_yaxes(title_text=sentence("figures.query_axis"))
    return figure


def finite(z: Float[ndarray, "row column"]) -> Float[ndarray, "row column"]:
    """``z`` with gaps where it is infinite."""
    return np.where(np.isfinite(z), z, np.nan)


def largest(x: Tensor) -> float:
    """The largest absolute value of ``x``, or 1 where there is none but 0.

    What a mask filled does not count, be it -inf or -1e9: it would leave no colour for the others.
    """
    counted = x.isfinite() & (x > MASK_FILL)
    return float(x[counted].abs().max().item() if counted.any() else 0.0) or 1.0


def _signed_layer(z: Float[ndarray, "row column"], family: Family) -> go.Heatmap:
    return go.Heatmap(
        z=z,
        coloraxis=COLORAXES[family],
        xgap=gap(z.shape[1]),
        ygap=gap(z.shape[0]),
        hovertemplate="%{y}  ·  %{x}<br>%{z:.4f}<extra></extra>",
    )


def _range(x: Tensor, limit: float | None) -> dict[str, float]:
    limit = largest(x) if limit is None else limit
    return {"cmin": -limit, "cmax": limit}
