"""Pictures of what Add & Norm does: what a norm measures, and how long the residuals grow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go
from jaxtyping import Float
from torch import Tensor

from transformer_viz.figures.axes import token_axis
from transformer_viz.language import sentence


def norm_bars(statistics: Mapping[str, Float[Tensor, "pos 1"]], labels: Sequence[str]) -> go.Figure:
    """What a norm measures of each position's vector before it sets it right.

    Args:
        statistics: by name: ``mean`` and ``variance`` of LayerNorm, ``mean_square`` of RMSNorm;
            over the d_model numbers of a position, no unit.
        labels: plain text, one per position.
    """
    count = len(next(iter(statistics.values())))
    figure = go.Figure(
        [
            go.Bar(y=x[:, 0].numpy(), name=sentence(f"figures.{name}"))
            for name, x in statistics.items()
        ]
    )
    figure.update_traces(hovertemplate="%{x}: %{y:.4f}")
    figure.update_layout(
        xaxis=token_axis(labels, count),
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom"},
    )
    figure.update_yaxes(automargin=True)
    return figure


def layer_norm_bars(
    mean: Float[Tensor, "pos 1"], variance: Float[Tensor, "pos 1"], labels: Sequence[str]
) -> go.Figure:
    """``norm_bars`` of LayerNorm: mean and variance, before it sets them to 0 and 1.

    Args:
        mean, variance: over the d_model numbers of a position; no unit.
        labels: plain text, one per position.
    """
    return norm_bars({"mean": mean, "variance": variance}, labels)


def residual_norms(
    norms: Float[Tensor, "stage pos"], stages: Sequence[str], labels: Sequence[str]
) -> go.Figure:
    """The length of each position's vector along the stack, stage by stage.

    Args:
        norms: Euclidean lengths.
        stages: names of the stages, bottom of the stack first.
        labels: plain text, one per position.
    """
    figure = go.Figure(
        go.Heatmap(
            z=norms.numpy(),
            coloraxis="coloraxis3",
            texttemplate="%{z:.1f}",
            xgap=1.5,
            ygap=1.5,
            hovertemplate="%{y}  ·  %{x}<br>%{z:.3f}<extra></extra>",
        )
    )
    limit = float(norms.max())
    figure.update_layout(
        coloraxis3={"cmin": -limit, "cmax": limit},
        xaxis=token_axis(labels, norms.shape[1]),
        yaxis=token_axis(stages, norms.shape[0]),
    )
    return figure
