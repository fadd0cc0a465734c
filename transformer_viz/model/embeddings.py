"""From token ids to the vectors that enter the first layer."""

from __future__ import annotations

import math

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from transformer_viz.model.config import TransformerConfig
from transformer_viz.model.hooks import HookPoint
from transformer_viz.model.layer_norm import LayerNorm
from transformer_viz.model.positions import POSITIONS


class Embeddings(nn.Module):
    """Token embedding plus position encoding (Vaswani et al. 2017, sections 3.4 and 3.5)."""

    def __init__(self, config: TransformerConfig, vocab_size: int) -> None:
        super().__init__()
        self.table = nn.Embedding(vocab_size, config.d_model)
        self.encoding = POSITIONS[config.positions](config)
        self.scale = math.sqrt(config.d_model) if config.scale_embeddings else 1.0
        self.dropout = nn.Dropout(config.dropout)
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
    """

    def __init__(self, config: TransformerConfig, vocab_size: int) -> None:
        super().__init__()
        self.table = nn.Embedding(vocab_size, config.d_model)
        self.segment_table = nn.Embedding(config.n_segments, config.d_model)
        self.encoding = POSITIONS[config.positions](config)
        self.scale = math.sqrt(config.d_model) if config.scale_embeddings else 1.0
        self.norm = LayerNorm(config)
        self.dropout = nn.Dropout(config.dropout)
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


def build_embeddings(
    config: TransformerConfig, vocab_size: int
) -> Embeddings | SegmentedEmbeddings:
    """The embeddings that ``config`` describes."""
    kind = SegmentedEmbeddings if config.n_segments else Embeddings
    return kind(config, vocab_size)
