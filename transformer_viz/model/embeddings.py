"""From token ids to the vectors that enter the first layer."""

from __future__ import annotations

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from transformer_viz.model.hooks import HookPoint


class Embeddings(nn.Module):
    """Token embedding plus position encoding (Vaswani et al. 2017, sections 3.4 and 3.5).

    Args:
        table: one row per entry of the vocabulary.
        encoding: gives one row per position.
        scale: what tokens are multiplied by, so that positions do not outshout them.
        dropout: share of the sum that is dropped in training.
    """

    def __init__(
        self, table: nn.Embedding, encoding: nn.Module, *, scale: float, dropout: float
    ) -> None:
        super().__init__()
        self.table, self.encoding, self.scale = table, encoding, scale
        self.dropout = nn.Dropout(dropout)
        self.tokens = HookPoint("batch pos d_model")
        self.positions = HookPoint("1 pos d_model")
        self.sum = HookPoint("batch pos d_model")

    def forward(
        self, token_ids: Int[Tensor, "batch pos"], first_position: int = 0
    ) -> Float[Tensor, "batch pos d_model"]:
        tokens = self.tokens(self.table(token_ids) * self.scale)  # batch pos d_model
        positions = self.encoding(first_position, token_ids.shape[1])
        positions = self.positions(positions[None])  # 1 pos d_model
        return self.dropout(self.sum(tokens + positions))


class SegmentedEmbeddings(nn.Module):
    """Token, segment and position embedding, then a norm (Devlin et al. 2019, figure 2).

    A segment says which of two texts a token belongs to: the question or the passage. Here one
    text is read, and all of it is the first.

    Args:
        table, encoding, scale, dropout: as for ``Embeddings``.
        segment_table: one row per segment.
        norm: of the sum.
    """

    def __init__(
        self,
        table: nn.Embedding,
        segment_table: nn.Embedding,
        encoding: nn.Module,
        norm: nn.Module,
        *,
        scale: float,
        dropout: float,
    ) -> None:
        super().__init__()
        self.table, self.segment_table, self.encoding = table, segment_table, encoding
        self.norm, self.scale = norm, scale
        self.dropout = nn.Dropout(dropout)
        self.tokens = HookPoint("batch pos d_model")
        self.segments = HookPoint("batch pos d_model")
        self.positions = HookPoint("1 pos d_model")
        self.sum = HookPoint("batch pos d_model")

    def forward(
        self, token_ids: Int[Tensor, "batch pos"], first_position: int = 0
    ) -> Float[Tensor, "batch pos d_model"]:
        tokens = self.tokens(self.table(token_ids) * self.scale)  # batch pos d_model
        segments = self.segments(self.segment_table(torch.zeros_like(token_ids)))
        positions = self.encoding(first_position, token_ids.shape[1])
        positions = self.positions(positions[None])  # 1 pos d_model
        return self.dropout(self.norm(self.sum(tokens + segments + positions)))
