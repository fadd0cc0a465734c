"""The "Add" and the "Norm" of the paper's "Add & Norm" boxes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Protocol, runtime_checkable

import torch
from jaxtyping import Float
from torch import Tensor, nn

from transformer_viz.model.hooks import HookPoint


class Add(nn.Module):
    """The residual connection: what a block computed is added to what came in."""

    def __init__(self, dropout: float) -> None:
        super().__init__()
        self.dropout = nn.Dropout(dropout)
        self.residual = HookPoint("batch pos d_model")
        self.update = HookPoint("batch pos d_model")
        self.sum = HookPoint("batch pos d_model")

    def forward(
        self,
        residual: Float[Tensor, "batch pos d_model"],
        update: Float[Tensor, "batch pos d_model"],
    ) -> Float[Tensor, "batch pos d_model"]:
        return self.sum(self.residual(residual) + self.update(self.dropout(update)))


@runtime_checkable
class Norm(Protocol):
    """What every norm says of itself."""

    neutral: ClassVar[Mapping[str, float]]  # its statistics, as they are where nothing is to do
    learned: ClassVar[int]  # how many vectors of d_model learned numbers it has

    def __call__(
        self, x: Float[Tensor, "batch pos d_model"]
    ) -> Float[Tensor, "batch pos d_model"]: ...


class LayerNorm(nn.Module):
    """Every position is shifted to mean 0 and scaled to variance 1, then to learned ones.

    The variance is the biased one (divided by d_model). Source: Ba et al. 2016, section 3.
    """

    neutral: ClassVar[Mapping[str, float]] = {"mean": 0.0, "variance": 1.0}
    learned: ClassVar[int] = 2

    def __init__(self, d_model: int, eps: float) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(d_model))
        self.bias = nn.Parameter(torch.zeros(d_model))
        self.eps = eps
        self.mean = HookPoint("batch pos 1")
        self.variance = HookPoint("batch pos 1")
        self.output = HookPoint("batch pos d_model")

    def forward(self, x: Float[Tensor, "batch pos d_model"]) -> Float[Tensor, "batch pos d_model"]:
        mean = self.mean(x.mean(dim=-1, keepdim=True))  # batch pos 1
        centred = x - mean
        variance = self.variance(centred.square().mean(dim=-1, keepdim=True))  # batch pos 1
        normalised = centred * torch.rsqrt(variance + self.eps)
        return self.output(torch.addcmul(self.bias, normalised, self.weight))
