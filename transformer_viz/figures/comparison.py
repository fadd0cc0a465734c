"""Pictures of what a change does: cell by cell, and head by head."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from jaxtyping import Float
from numpy import ndarray
from torch import Tensor

from transformer_viz.figures.attention import MAX_LABELLED_CELLS
from transformer_viz.figures.axes import across, down, gap, token_axis
from transformer_viz.figures.tensors import finite, largest
from transformer_viz.language import sentence

LABELLED_SHARE = 0.2  # differences from this share of the full colour on are written out


def difference_heatmap(
    difference: Float[Tensor, "query key"],
    query_labels: Sequence[str],
    key_labels: Sequence[str],
    *,
    limit: float | None = None,
) -> go.Figure:
    """Edited minus baseline, cell by cell; 0 has the colour of the card itself.

    Args:
        difference: in the unit of what is compared; a cell that is not finite stays empty.
        query_labels, key_labels: plain text, one per row and per column.
        limit: the difference that gets the full colour, on both sides of 0; by default the
            largest, or 1 where nothing differs.

    >>> import torch
    >>> fig = difference_heatmap(torch.tensor([[0.25, -0.5]]), ["a"], ["b", "c"])
    >>> fig.layout.coloraxis3.cmin, fig.data[0].text[0]
    (-0.5, ['+0.25', '-0.50'])
    """
    limit = largest(difference) if limit is None else limit
    z = finite(difference.float().numpy())
    figure = go.Figure(
        go.Heatmap(
            z=z,
            text=_signed_labels(z, LABELLED_SHARE * limit),
            texttemplate="%{text}",
            textfont={"size": 12},
            coloraxis="coloraxis3",
            xgap=gap(z.shape[1]),
            ygap=gap(z.shape[0]),
            hovertemplate="%{y}  ·  %{x}<br>%{z:+.4f}<extra></extra>",
        )
    )
    figure.update_layout(
        coloraxis3={"cmin": -limit, "cmax": limit},
        xaxis=across(token_axis(key_labels, z.shape[1]), z.shape[1]),
        yaxis=down(token_axis(query_labels, z.shape[0]), z.shape[0]),
    )
    figure.update_xaxes(title_text=sentence("figures.key_axis"))
    figure.update_yaxes(title_text=sentence("figures.query_axis"))
    return figure


def sweep_heatmap(
    effects: Float[Tensor, "row head"], row_labels: Sequence[str], head_labels: Sequence[str]
) -> go.Figure:
    """What switching off each head does to the output: a row is an attention block.

    Args:
        effects: 0 or more, such as a KL divergence in nats; NaN where a block lacks the head. The
            largest gets the full colour.
        row_labels, head_labels: plain text, one per row and per column.

    >>> import torch
    >>> fig = sweep_heatmap(torch.tensor([[0.0, 1.5]]), ["self"], ["head 1", "head 2"])
    >>> fig.layout.coloraxis.cmax, fig.data[0].text[0]
    (1.5, ['0.00', '1.50'])
    """
    z = finite(effects.float().numpy())
    figure = go.Figure(
        go.Heatmap(
            z=z,
            text=[[_effect(x) for x in row] for row in z.tolist()],
            texttemplate="%{text}",
            textfont={"size": 12},
            coloraxis="coloraxis",
            xgap=1.5,
            ygap=1.5,
            hovertemplate="%{y}  ·  %{x}<br>%{z:.4f}<extra></extra>",
        )
    )
    figure.update_layout(
        coloraxis={"cmin": 0.0, "cmax": largest(effects)},
        xaxis=across(token_axis(head_labels, z.shape[1]), z.shape[1]),
        yaxis=down(token_axis(row_labels, z.shape[0]), z.shape[0]),
    )
    return figure


def _effect(x: float) -> str:
    if np.isnan(x):
        return ""
    return "&lt; 0.01" if 0 < x < 0.005 else f"{x:.2f}"  # never a zero for what is not zero


def _signed_labels(z: Float[ndarray, "row column"], least: float) -> list[list[str]]:
    if z.size > MAX_LABELLED_CELLS:
        return [[""] * z.shape[1] for _ in z]
    return [[f"{x:+.2f}" if abs(x) >= least else "" for x in row] for row in z.tolist()]
