"""One floor of the tower: attention, then feed-forward, each with its Add & Norm.

Post-norm (the paper) normalises after every addition; pre-norm (GPT-2 and most models since)
normalises what enters each block and leaves the residual stream itself untouched.

A decoder that stands alone has nobody to look across at: its layer is the encoder's, and the causal
mask is all that tells them apart.
"""

from __future__ import annotations

from dataclasses import dataclass

from jaxtyping import Bool, Float
from torch import Tensor, nn

from transformer_viz.model.attention import Cache, MultiHeadAttention, no_cache
from transformer_viz.model.config import TransformerConfig
from transformer_viz.model.feed_forward import FeedForward
from transformer_viz.model.layer_norm import Add, LayerNorm

Stream = Float[Tensor, "batch pos d_model"]
Memory = Float[Tensor, "batch source d_model"]
Mask = Bool[Tensor, "#batch #head #pos key"]
MemoryMask = Bool[Tensor, "#batch #head #pos source"]


@dataclass(frozen=True)
class LayerCache:
    """Where one decoder layer's two attentions get their keys and values from."""

    self_attention: Cache = no_cache
    cross_attention: Cache = no_cache


NO_CACHE = LayerCache()


class PostNormEncoderLayer(nn.Module):
    """Self-attention, Add & Norm, feed-forward, Add & Norm (Vaswani et al. 2017, section 3.1)."""

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        self.self_attention = MultiHeadAttention(config)
        self.self_attention_add = Add(config)
        self.self_attention_norm = LayerNorm(config)
        self.feed_forward = FeedForward(config)
        self.feed_forward_add = Add(config)
        self.feed_forward_norm = LayerNorm(config)

    def forward(self, x: Stream, may_attend: Mask, cache: Cache = no_cache) -> Stream:
        x = self.self_attention_add(x, self.self_attention(x, x, may_attend, cache))
        x = self.self_attention_norm(x)
        x = self.feed_forward_add(x, self.feed_forward(x))
        return self.feed_forward_norm(x)


class PreNormEncoderLayer(nn.Module):
    """Norm, self-attention, Add, norm, feed-forward, Add (Xiong et al. 2020, figure 1b)."""

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        self.self_attention_norm = LayerNorm(config)
        self.self_attention = MultiHeadAttention(config)
        self.self_attention_add = Add(config)
        self.feed_forward_norm = LayerNorm(config)
        self.feed_forward = FeedForward(config)
        self.feed_forward_add = Add(config)

    def forward(self, x: Stream, may_attend: Mask, cache: Cache = no_cache) -> Stream:
        y = self.self_attention_norm(x)
        x = self.self_attention_add(x, self.self_attention(y, y, may_attend, cache))
        y = self.feed_forward_norm(x)
        return self.feed_forward_add(x, self.feed_forward(y))


class PostNormDecoderLayer(nn.Module):
    """Masked self-attention, cross-attention, feed-forward, each with Add & Norm."""

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        self.self_attention = MultiHeadAttention(config)
        self.self_attention_add = Add(config)
        self.self_attention_norm = LayerNorm(config)
        self.cross_attention = MultiHeadAttention(config)
        self.cross_attention_add = Add(config)
        self.cross_attention_norm = LayerNorm(config)
        self.feed_forward = FeedForward(config)
        self.feed_forward_add = Add(config)
        self.feed_forward_norm = LayerNorm(config)

    def forward(
        self,
        x: Stream,
        memory: Memory,
        may_attend: Mask,
        may_attend_memory: MemoryMask,
        cache: LayerCache = NO_CACHE,
    ) -> Stream:
        attended = self.self_attention(x, x, may_attend, cache.self_attention)
        x = self.self_attention_norm(self.self_attention_add(x, attended))
        attended = self.cross_attention(x, memory, may_attend_memory, cache.cross_attention)
        x = self.cross_attention_norm(self.cross_attention_add(x, attended))
        return self.feed_forward_norm(self.feed_forward_add(x, self.feed_forward(x)))


class PreNormDecoderLayer(nn.Module):
    """The decoder layer with every norm moved in front of its block."""

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        self.self_attention_norm = LayerNorm(config)
        self.self_attention = MultiHeadAttention(config)
        self.self_attention_add = Add(config)
        self.cross_attention_norm = LayerNorm(config)
        self.cross_attention = MultiHeadAttention(config)
        self.cross_attention_add = Add(config)
        self.feed_forward_norm = LayerNorm(config)
        self.feed_forward = FeedForward(config)
        self.feed_forward_add = Add(config)

    def forward(
        self,
        x: Stream,
        memory: Memory,
        may_attend: Mask,
        may_attend_memory: MemoryMask,
        cache: LayerCache = NO_CACHE,
    ) -> Stream:
        y = self.self_attention_norm(x)
        attended = self.self_attention(y, y, may_attend, cache.self_attention)
        x = self.self_attention_add(x, attended)
        y = self.cross_attention_norm(x)
        attended = self.cross_attention(y, memory, may_attend_memory, cache.cross_attention)
        x = self.cross_attention_add(x, attended)
        return self.feed_forward_add(x, self.feed_forward(self.feed_forward_norm(x)))


ENCODER_LAYERS = {"post": PostNormEncoderLayer, "pre": PreNormEncoderLayer}
DECODER_LAYERS = {"post": PostNormDecoderLayer, "pre": PreNormDecoderLayer}
