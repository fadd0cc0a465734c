"""What each decoder layer would have said, as a grid of words."""

from __future__ import annotations

import html
from collections.abc import Sequence

import plotly.graph_objects as go
from jaxtyping import Float
from torch import Tensor

from transformer_viz.figures.axes import MAX_TICK_LABELS, across, gap, token_axis
from transformer_viz.language import sentence


def lens_grid(
    words: Sequence[Sequence[str]],
    probabilities: Float[Tensor, "layer step"],
    step_labels: Sequence[str],
    layer_labels: Sequence[str],
) -> go.Figure:
    """The most probable word of every layer at every step, the last layer on top.

    Colour is that word's probability, from 0 to 1 whatever the run, so two runs can be compared.
    With many steps the words are left to the pointer.

    Args:
        words: plain text, one row per layer, first layer first.
        probabilities: of those words, in [0, 1].
        step_labels: plain text, one per step: what was written before.
        layer_labels: plain text, one per layer.

    >>> import torch
    >>> fig = lens_grid([["<s>"], ["cat"]], torch.tensor([[0.2], [0.9]]), ["a"], ["1", "2"])
    >>> fig.data[0].text[0][0]
    '&lt;s&gt;'
    """
    layers, steps = probabilities.shape
    figure = go.Figure(
        go.Heatmap(
            z=probabilities.float().numpy(),
            text=[[html.escape(word, quote=False) for word in row] for row in words],
            texttemplate="%{text}" if steps <= MAX_TICK_LABELS else None,
            textfont={"size": 12},
            coloraxis="coloraxis",
            xgap=gap(steps),
            ygap=1.5,
            hovertemplate="%{y}  ·  %{x}<br>%{text}  %{z:.4f}<extra></extra>",
        )
    )
    figure.update_layout(
        xaxis=across(token_axis(step_labels, steps), steps),
        yaxis=token_axis(layer_labels, layers)
        | {"range": [-0.5, layers - 0.5], "constrain": "domain"},
    )
    figure.update_xaxes(title_text=sentence("figures.after_axis"))
    return figure
