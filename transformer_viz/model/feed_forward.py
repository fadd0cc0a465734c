"""The part of a layer where every position thinks on its own."""

from __future__ import annotations

from collections.abc import Callable

from jaxtyping import Float
from torch import Tensor, nn

from transformer_viz.model.hooks import HookPoint


class FeedForward(nn.Module):
    """Two linear maps with an activation between them (Vaswani et al. 2017, section 3.3)."""

    def __init__(self, d_model: int, d_ff: int, activation: Callable[[Tensor], Tensor]) -> None:
        super().__init__()
        self.w_1 = nn.Linear(d_model, d_ff)
        self.w_2 = nn.Linear(d_ff, d_model)
        self.activation = activation
        self.hidden = HookPoint("batch pos d_ff")
        self.activated = HookPoint("batch pos d_ff")
        self.output = HookPoint("batch pos d_model")

    def forward(self, x: Float[Tensor, "batch pos d_model"]) -> Float[Tensor, "batch pos d_model"]:
        hidden = self.hidden(self.w_1(x))  # batch pos d_ff
        activated = self.activated(self.activation(hidden))  # batch pos d_ff
        return self.output(self.w_2(activated))
