"""From token ids to the vectors that enter the first layer."""

from __future__ import annotations

import math

from jaxtyping import Float, Int
from torch import Tensor, nn

from transformer_viz.model.config import TransformerConfig
from transformer_viz.model.hooks import HookPoint
from transformer_viz.model.positions import POSITIONS


class Embeddings(nn.Module):
    """Token embedding plus position encoding (Vaswani et al. 2017, sections 3.4 and 3.5)."""

    def __init__(self, config: TransformerConfig, vocab_size: int) -> None:
        super().__init__()
        self.table = nn.Embedding(vocab_size, config.d_model)
        self.encoding = POSITIONS[config.positions](config)
        self.scale = math.sqrt(config.d_model) if config.scale_embeddings else 1.0
        self.dropout = nn.Dropout(config.dropout)
        self.tokens = HookPoint()
        self.positions = HookPoint()
        self.sum = HookPoint()

    def forward(
        self, token_ids: Int[Tensor, "batch pos"], first_position: int = 0
    ) -> Float[Tensor, "batch pos d_model"]:
        tokens = self.tokens(self.table(token_ids) * self.scale)  # batch pos d_model
        positions = self.encoding(first_position, token_ids.shape[1])
        positions = self.positions(positions[None])  # 1 pos d_model
        return self.dropout(self.sum(tokens + positions))
