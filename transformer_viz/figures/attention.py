"""Pictures of attention weights."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
import torch
from jaxtyping import Bool, Float
from numpy import ndarray
from torch import Tensor

from transformer_viz.figures.axes import Axis, across, down, gap, token_axis
from transformer_viz.figures.masked import blocked_layer
from transformer_viz.figures.theme import BOTH
from transformer_viz.language import sentence

LABELLED_CELL = 0.2  # weights from here on are written into their cell …
MAX_LABELLED_CELLS = 900  # … if there are few enough cells to read them
LEVELS = (0.0, 0.1, 0.25, 0.4, 0.6, 0.8)  # strengths of line, each up to the next
THRESHOLD = 0.1  # weights below it are left out of the lines, unless they are asked for


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
    text = cell_labels(z)
    seen = go.Heatmap(
        z=z,
        text=text,
        texttemplate="%{text}" if text else None,
        textfont={"size": 12},
        coloraxis="coloraxis",
        xgap=gap(n_keys),
        ygap=gap(n_queries),
        hovertemplate="%{y}  ·  %{x}<br>%{z:.4f}<extra></extra>",
    )
    figure = go.Figure([seen, *blocked_layer(hidden)])
    figure.update_layout(
        xaxis=across(token_axis(key_labels, n_keys), n_keys),
        yaxis=down(token_axis(query_labels, n_queries), n_queries),
    )
    figure.update_xaxes(title_text=sentence("figures.key_axis"))
    figure.update_yaxes(title_text=sentence("figures.query_axis"))
    return figure


def attention_lines(
    weights: Float[Tensor, "query key"],
    query_labels: Sequence[str],
    key_labels: Sequence[str],
    *,
    threshold: float = THRESHOLD,
) -> go.Figure:
    """One head's weights as lines from the words that look, left, to the words looked at, right.

    A line is the thicker and darker the larger its weight. ``without`` leaves words out.

    Args:
        weights: in [0, 1].
        query_labels, key_labels: plain text, one per row and per column.
        threshold: weights below it get no line, and a weight of 0 never does.
    """
    figure = go.Figure()
    for level, least in enumerate(LEVELS):
        x, y = line_ends(weights.float().numpy(), level, threshold)
        figure.add_scatter(
            x=x,
            y=y,
            mode="lines",
            line={"width": 0.8 + 5 * least, "color": BOTH},
            opacity=0.25 + 0.75 * least,
            hoverinfo="skip",
            showlegend=False,
        )
    # An axis is drawn where a trace lies on it: an empty one carries the right-hand labels.
    figure.add_scatter(x=[None], y=[None], yaxis="y2", hoverinfo="skip", showlegend=False)
    figure.update_layout(
        xaxis={"visible": False, "range": [-0.015, 1.015], "fixedrange": True},
        yaxis2={"overlaying": "y", "side": "right"},
    )
    figure.update_layout(line_axes(query_labels, key_labels, weights.shape))
    return figure


def line_axes(
    query_labels: Sequence[str], key_labels: Sequence[str], shape: Sequence[int]
) -> dict[str, Axis]:
    """The left and the right axis of the lines: as long as the longer of the two texts.

    Raises:
        InputError: a text has more labels than ``shape`` has rows or columns, or fewer.
    """
    ends = {"range": [max(shape) - 0.5, -0.5], "fixedrange": True}
    return {
        "yaxis": token_axis(query_labels, shape[0]) | ends,
        "yaxis2": token_axis(key_labels, shape[1]) | ends,
    }


def line_ends(
    weights: Float[ndarray, "query key"], level: int, threshold: float = THRESHOLD
) -> tuple[list[int | None], list[int | None]]:
    """The lines of one of ``LEVELS``: x and y of both ends of each, with gaps between them.

    >>> line_ends(np.array([[0.9, 0.1]]), level=5)
    ([0, 1, None], [0, 0, None])
    """
    least = max(LEVELS[level], threshold)
    below = LEVELS[level + 1] if level + 1 < len(LEVELS) else np.inf
    x: list[int | None] = []
    y: list[int | None] = []
    drawn = (weights >= least) & (weights < below) & (weights > 0)
    for query, key in np.argwhere(drawn).tolist():
        x += [0, 1, None]
        y += [query, key, None]
    return x, y


def without(
    weights: Float[Tensor, "query key"], queries: Sequence[bool], keys: Sequence[bool]
) -> Float[Tensor, "query key"]:
    """The weights with 0 in the rows and columns that are True: special tokens, for instance.

    The others keep their values: attention that went to a word left out is not shared out anew.

    >>> without(torch.ones(2, 2), [False, True], [True, False]).tolist()
    [[0.0, 1.0], [0.0, 0.0]]
    """
    kept = ~torch.tensor(queries)[:, None] & ~torch.tensor(keys)[None, :]
    return weights * kept


def average_heads(
    weights: Float[Tensor, "head query key"], heads: Sequence[int] | None = None
) -> Float[Tensor, "query key"]:
    """The mean of the chosen ``heads`` of a layer, or of all; its rows sum to 1 as theirs do.

    >>> average_heads(torch.tensor([[[1.0]], [[0.0]], [[0.5]]]), heads=[0, 2]).tolist()
    [[0.75]]
    """
    return (weights if heads is None else weights[list(heads)]).mean(dim=0)


def rollout(layers: Sequence[Float[Tensor, "head pos pos"]]) -> Float[Tensor, "pos pos"]:
    """How much of each source position is mixed into each position after all ``layers``.

    Every layer passes on half of what came in (the residual) and half of what its heads mixed, on
    average; the layers are multiplied. Rows sum to 1. It knows nothing of values or feed-forward.

    Source:
        Abnar and Zuidema 2020, "Quantifying Attention Flow in Transformers", section 3.
    """
    mixed = torch.eye(layers[0].shape[-1])
    for weights in layers:
        mixed = 0.5 * (average_heads(weights).float() + torch.eye(len(mixed))) @ mixed
    return mixed


def value_weighted(
    weights: Float[Tensor, "query key"], v: Float[Tensor, "key d_v"]
) -> Float[Tensor, "query key"]:
    """Weights times the length of the values they bring home, relative to the largest product.

    A word that is looked at much may still give little: its value can be short.
    """
    brought = weights * v.norm(dim=-1)
    return brought / brought.max().clamp(min=1e-12)


def cell_labels(z: Float[ndarray, "query key"]) -> list[list[str]] | None:
    """The numbers written into the cells: two digits where the weight is worth reading.

    None where the cells are too many: even empty labels would cost half of a redraw.

    >>> cell_labels(np.array([[0.05, 0.95]]))
    [['', '0.95']]
    """
    if z.size > MAX_LABELLED_CELLS:
        return None
    return [[f"{value:.2f}" if value >= LABELLED_CELL else "" for value in row] for row in z]
