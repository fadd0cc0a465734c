"""One floor of the tower: attention, then feed-forward, each with its Add and its Norm.

Where the norm stands is one of two functions; what it is, and what the other parts are, is handed
in.

A decoder that stands alone has nobody to look across at: its layer is the encoder's, and the causal
mask is all that tells them apart.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from jaxtyping import Bool, Float
from torch import Tensor, nn

from transformer_viz.model.attention import Cache, no_cache
from transformer_viz.model.layer_norm import Add

Stream = Float[Tensor, "batch pos d_model"]
Memory = Float[Tensor, "batch source d_model"]
Mask = Bool[Tensor, "#batch #head #pos key"]
MemoryMask = Bool[Tensor, "#batch #head #pos source"]

Block = Callable[[Stream], Stream]
Around = Callable[[Stream, Block, Add, Block], Stream]


class SubLayer(NamedTuple):
    """A block with its Add and its Norm."""

    block: nn.Module
    add: Add
    norm: nn.Module


def post_norm(x: Stream, block: Block, add: Add, norm: Block) -> Stream:
    """Normalise after the addition (Vaswani et al. 2017, section 3.1)."""
    return norm(add(x, block(x)))


def pre_norm(x: Stream, block: Block, add: Add, norm: Block) -> Stream:
    """Normalise what enters the block, and leave the residual stream itself untouched.

    Source: Xiong et al. 2020, figure 1b; GPT-2 and most models since.
    """
    return add(x, block(norm(x)))


AROUND: dict[str, Around] = {"post": post_norm, "pre": pre_norm}


@dataclass(frozen=True)
class LayerCache:
    """Where one decoder layer's two attentions get their keys and values from."""

    self_attention: Cache = no_cache
    cross_attention: Cache = no_cache


NO_CACHE = LayerCache()


class EncoderLayer(nn.Module):
    """Self-attention, then feed-forward (Vaswani et al. 2017, figure 1, on the left)."""

    def __init__(self, around: Around, self_attention: SubLayer, feed_forward: SubLayer) -> None:
        super().__init__()
        self.around = around
        self.self_attention, self.self_attention_add, self.self_attention_norm = self_attention
        self.feed_forward, self.feed_forward_add, self.feed_forward_norm = feed_forward

    def forward(self, x: Stream, may_attend: Mask, cache: Cache = no_cache) -> Stream:
        x = self.around(
            x,
            lambda x: self.self_attention(x, x, may_attend, cache),
            self.self_attention_add,
            self.self_attention_norm,
        )
        return self.around(x, self.feed_forward, self.feed_forward_add, self.feed_forward_norm)


class DecoderLayer(nn.Module):
    """Masked self-attention, cross-attention, feed-forward (figure 1, on the right)."""

    def __init__(
        self,
        around: Around,
        self_attention: SubLayer,
        cross_attention: SubLayer,
        feed_forward: SubLayer,
    ) -> None:
        super().__init__()
        self.around = around
        self.self_attention, self.self_attention_add, self.self_attention_norm = self_attention
        self.cross_attention, self.cross_attention_add, self.cross_attention_norm = cross_attention
        self.feed_forward, self.feed_forward_add, self.feed_forward_norm = feed_forward

    def forward(
        self,
        x: Stream,
        memory: Memory,
        may_attend: Mask,
        may_attend_memory: MemoryMask,
        cache: LayerCache = NO_CACHE,
    ) -> Stream:
        x = self.around(
            x,
            lambda x: self.self_attention(x, x, may_attend, cache.self_attention),
            self.self_attention_add,
            self.self_attention_norm,
        )
        x = self.around(
            x,
            lambda x: self.cross_attention(x, memory, may_attend_memory, cache.cross_attention),
            self.cross_attention_add,
            self.cross_attention_norm,
        )
        return self.around(x, self.feed_forward, self.feed_forward_add, self.feed_forward_norm)
