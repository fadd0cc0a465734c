"""Tensors to Plotly figures: pure functions, for the page, a notebook, or a test."""

from transformer_viz.figures.attention import attention_heatmap

__all__ = ["attention_heatmap"]
