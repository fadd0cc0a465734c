"""Tensors to Plotly figures: pure functions, for the page, a notebook, or a test."""

from transformer_viz.figures.attention import (
    attention_heatmap,
    attention_lines,
    average_heads,
    rollout,
    value_weighted,
    without,
)
from transformer_viz.figures.beam import beam_tree
from transformer_viz.figures.comparison import difference_heatmap, sweep_heatmap
from transformer_viz.figures.costs import cost_curves
from transformer_viz.figures.lens import lens_grid
from transformer_viz.figures.norms import layer_norm_bars, norm_bars, residual_norms
from transformer_viz.figures.positions import position_curves, position_similarity
from transformer_viz.figures.probabilities import probability_bars
from transformer_viz.figures.tensors import scores_heatmap, vectors_heatmap

__all__ = [
    "attention_heatmap",
    "attention_lines",
    "average_heads",
    "beam_tree",
    "cost_curves",
    "difference_heatmap",
    "layer_norm_bars",
    "lens_grid",
    "norm_bars",
    "position_curves",
    "position_similarity",
    "probability_bars",
    "residual_norms",
    "rollout",
    "scores_heatmap",
    "sweep_heatmap",
    "value_weighted",
    "vectors_heatmap",
    "without",
]
