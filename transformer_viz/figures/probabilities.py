"""Pictures of what comes out: the probabilities of the next token."""

from __future__ import annotations

import html
from collections.abc import Sequence

import plotly.graph_objects as go
import torch
from jaxtyping import Float
from torch import Tensor

SHOWN = 10


def percent(probability: float) -> str:
    """One digit after the point, and never a zero for what is not zero.

    Plotly reads texts as HTML, so the sign is written as it wants it.

    >>> percent(0.8957), percent(0.0002)
    ('89.6%', '&lt; 0.1%')
    """
    return f"{probability:.1%}" if probability >= 0.001 else "&lt; 0.1%"


def probability_bars(
    probabilities: Float[Tensor, " vocab"], vocabulary: Sequence[str], shown: int = SHOWN
) -> go.Figure:
    """The most probable next tokens of one position, the best on top.

    Args:
        probabilities: of the whole vocabulary; they sum to 1.
        vocabulary: plain text of every token.
        shown: how many bars.

    >>> fig = probability_bars(torch.tensor([0.2, 0.7, 0.1]), ["le", "la", "<s>"], shown=2)
    >>> fig.layout.yaxis.ticktext
    ('la', 'le')
    """
    best = torch.sort(probabilities, descending=True, stable=True)
    values, ids = best.values[:shown].numpy(), best.indices[:shown].tolist()
    rows = list(range(len(ids)))
    figure = go.Figure(
        go.Bar(
            x=values,
            y=rows,
            orientation="h",
            text=[percent(value) for value in values.tolist()],
            textposition="outside",
            cliponaxis=False,
            hovertemplate="%{x:.6f}<extra></extra>",
        )
    )
    figure.update_layout(
        xaxis={"range": [0, 1.12], "tickformat": ".0%", "automargin": True},
        yaxis={
            "range": [shown - 0.5, -0.5],
            "tickmode": "array",
            "tickvals": rows,
            "ticktext": [html.escape(str(vocabulary[i]), quote=False) for i in ids],
            "automargin": True,
        },
    )
    return figure
