"""Every public figure function says how many labels it got, and how many it wants."""

from collections.abc import Callable
from typing import Any

import pytest
import torch

from transformer_viz import figures
from transformer_viz.errors import InputError

SIX = torch.rand(6, 6)
MISTAKES: dict[str, Callable[[list[str]], Any]] = {
    "rows of weights": lambda five: figures.attention_heatmap(SIX, five, [*five, "x"]),
    "columns of weights": lambda five: figures.attention_heatmap(SIX, [*five, "x"], five),
    "lines": lambda five: figures.attention_lines(SIX, [*five, "x"], five),
    "vectors": lambda five: figures.vectors_heatmap(SIX, five),
    "scores": lambda five: figures.scores_heatmap(SIX, [*five, "x"], five, SIX > 2),
    "similarity": lambda five: figures.position_similarity(SIX, five),
    "norms": lambda five: figures.layer_norm_bars(SIX[:, :1], SIX[:, :1], five),
    "lengths": lambda five: figures.residual_norms(SIX, [*five, "x"], five),
    "differences": lambda five: figures.difference_heatmap(SIX, five, [*five, "x"]),
    "sweep": lambda five: figures.sweep_heatmap(SIX, [*five, "x"], five),
    "lens": lambda five: figures.lens_grid([["a"] * 6] * 6, SIX, five, [*five, "x"]),
}


@pytest.mark.parametrize("what", MISTAKES)
def test_a_wrong_number_of_labels_is_named_with_the_right_one(what: str) -> None:
    with pytest.raises(InputError, match="5 labels for 6 positions"):
        MISTAKES[what](["a", "b", "c", "d", "e"])
