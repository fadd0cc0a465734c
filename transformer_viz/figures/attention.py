"""Pictures of attention weights."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from jaxtyping import Bool, Float
from numpy import ndarray
from torch import Tensor

from transformer_viz.figures.axes import across, down, gap, token_axis
from transformer_viz.figures.masked import blocked_layer
from transformer_viz.language import sentence

LABELLED_CELL = 0.2  # weights from here on are written into their cell …
MAX_LABELLED_CELLS = 900  # … if there are few enough cells to read them


def attention_heatmap(
    weights: Float[Tensor, "query key"],
    query_labels: Sequence[str],
    key_labels: Sequence[str],
    blocked: Bool[Tensor, "query key"] | None = None,
) -> go.Figure:
    """One head's weights: a row is the token that looks, a column the token looked at.

    The axes are positions with token texts as tick labels: a repeated word stays two rows.

    Args:
        weights: in [0, 1]; a row sums to 1, or to 0 where nothing may be looked at.
        query_labels, key_labels: plain text, one per row and per column.
        blocked: True where a mask forbids the cell; it is drawn hatched.

    >>> import torch
    >>> fig = attention_heatmap(torch.eye(2), ["the", "the"], ["le", "le"])
    >>> len(fig.data[0].z), fig.layout.yaxis.ticktext
    (2, ('the', 'the'))
    """
    z = weights.float().numpy()
    hidden = np.zeros(z.shape, dtype=bool) if blocked is None else blocked.numpy()
    n_queries, n_keys = z.shape
    seen = go.Heatmap(
        z=z,
        text=cell_labels(z),
        texttemplate="%{text}",
        textfont={"size": 12},
        coloraxis="coloraxis",
        xgap=gap(n_keys),
        ygap=gap(n_queries),
        hovertemplate="%{y}  ·  %{x}<br>%{z:.4f}<extra></extra>",
    )
    figure = go.Figure([seen, *blocked_layer(hidden)])
    figure.update_layout(
        xaxis=across(token_axis(key_labels), n_keys),
        yaxis=down(token_axis(query_labels), n_queries),
    )
    figure.update_xaxes(title_text=sentence("figures.key_axis"))
    figure.update_yaxes(title_text=sentence("figures.query_axis"))
    return figure


def cell_labels(z: Float[ndarray, "query key"]) -> list[list[str]]:
    """The numbers written into the cells: two digits where the weight is worth reading.

    >>> cell_labels(np.array([[0.05, 0.95]]))
    [['', '0.95']]
    """
    if z.size > MAX_LABELLED_CELLS:
        return [[""] * z.shape[1] for _ in z]
    return [[f"{value:.2f}" if value >= LABELLED_CELL else "" for value in row] for row in z]
