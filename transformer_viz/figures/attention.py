"""Pictures of attention weights."""

from __future__ import annotations

import html
from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from jaxtyping import Bool, Float
from numpy import ndarray
from torch import Tensor

from transformer_viz.language import sentence

MAX_TICK_LABELS = 24  # a redraw costs what its labels cost
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
    rows, columns = np.nonzero(hidden)
    n_queries, n_keys = z.shape
    figure = go.Figure(
        [
            go.Heatmap(
                z=z,
                text=cell_labels(z),
                texttemplate="%{text}",
                textfont={"size": 12},
                coloraxis="coloraxis",
                xgap=1.5 if n_keys <= MAX_TICK_LABELS else 0,
                ygap=1.5 if n_queries <= MAX_TICK_LABELS else 0,
                hovertemplate="%{y}  ·  %{x}<br>%{z:.4f}<extra></extra>",
            ),
            go.Heatmap(
                z=np.where(hidden, 1.0, np.nan),
                coloraxis="coloraxis2",
                opacity=0.45,
                xgap=1.5 if n_keys <= MAX_TICK_LABELS else 0,
                ygap=1.5 if n_queries <= MAX_TICK_LABELS else 0,
                hoverinfo="skip",
            ),
            go.Scatter(
                x=columns,
                y=rows,
                mode="markers",
                marker={"symbol": "line-ne-open", "size": 9, "line": {"width": 1.2}},
                hoverinfo="skip",
                showlegend=False,
            ),
        ]
    )
    figure.update_layout(
        xaxis=_token_axis(key_labels) | {"side": "top", "range": [-0.5, n_keys - 0.5]},
        yaxis=_token_axis(query_labels) | {"range": [n_queries - 0.5, -0.5]},
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


def _token_axis(labels: Sequence[str]) -> dict[str, object]:
    """Positions as numbers, token texts as tick labels, at most MAX_TICK_LABELS of them."""
    step = -(-len(labels) // MAX_TICK_LABELS)
    shown = range(0, len(labels), step)
    return {
        "tickmode": "array",
        "tickvals": list(shown),
        "ticktext": [html.escape(labels[i], quote=False) for i in shown],
        "constrain": "domain",
        "automargin": True,
    }
