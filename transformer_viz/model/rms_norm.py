"""A norm that only scales: the mean stays where it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import torch
from jaxtyping import Float
from torch import Tensor, nn

from transformer_viz.model.hooks import HookPoint


class RMSNorm(nn.Module):
    """Every position is divided by the root mean square of its numbers, then scaled as learned.

    x / √(mean(x²) + eps) · weight: neither a mean is subtracted nor a bias added, so that a vector
    keeps its direction until the learned weight bends it.

    Args:
        d_model: width of the vectors.
        eps: added to the mean square, so that a vector of zeros stays one.

    Source:
        Zhang and Sennrich 2019, "Root Mean Square Layer Normalization", equation 4.
    """

    neutral: ClassVar[Mapping[str, float]] = {"mean_square": 1.0}
    learned: ClassVar[int] = 1

    def __init__(self, d_model: int, eps: float) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(d_model))
        self.eps = eps
        self.mean_square = HookPoint("batch pos 1")
        self.output = HookPoint("batch pos d_model")

    def forward(self, x: Float[Tensor, "batch pos d_model"]) -> Float[Tensor, "batch pos d_model"]:
        mean_square = self.mean_square(x.square().mean(dim=-1, keepdim=True))  # batch pos 1
        normalised = x * torch.rsqrt(mean_square + self.eps)
        return self.output(normalised * self.weight)
