"""The towers: embeddings at the bottom, then layer upon layer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from jaxtyping import Int
from torch import Tensor, nn

from transformer_viz.model.attention import Cache, no_cache
from transformer_viz.model.embeddings import Embeddings, SegmentedEmbeddings
from transformer_viz.model.layers import (
    NO_CACHE,
    DecoderLayer,
    EncoderLayer,
    LayerCache,
    Mask,
    Memory,
    MemoryMask,
    Stream,
)

TokenIds = Int[Tensor, "batch pos"]


class Encoder(nn.Module):
    """The left tower: reads the source, every word looking at every other."""

    def __init__(
        self,
        embeddings: Embeddings | SegmentedEmbeddings,
        layers: Iterable[EncoderLayer],
        final_norm: nn.Module,
    ) -> None:
        super().__init__()
        self.embeddings = embeddings
        self.layers = nn.ModuleList(layers)
        self.final_norm = final_norm

    def forward(self, source_ids: TokenIds, may_attend: Mask) -> Stream:
        x = self.embeddings(source_ids)
        for layer in self.layers:
            x = layer(x, may_attend)
        return self.final_norm(x)


class Decoder(nn.Module):
    """The right tower: writes the target, looking back at it and across at the source."""

    def __init__(
        self, embeddings: Embeddings, layers: Iterable[DecoderLayer], final_norm: nn.Module
    ) -> None:
        super().__init__()
        self.embeddings = embeddings
        self.layers = nn.ModuleList(layers)
        self.final_norm = final_norm

    def forward(
        self,
        target_ids: TokenIds,
        memory: Memory,
        may_attend: Mask,
        may_attend_memory: MemoryMask,
        caches: Sequence[LayerCache] = (),
    ) -> Stream:
        """Run the tower; with ``caches``, ``target_ids`` are only the newest tokens."""
        caches = caches or [NO_CACHE] * len(self.layers)
        x = self.embeddings(target_ids, caches[0].self_attention.first_position)
        for layer, cache in zip(self.layers, caches, strict=True):
            x = layer(x, memory, may_attend, may_attend_memory, cache)
        return self.final_norm(x)


class CausalDecoder(nn.Module):
    """A right tower that stands alone: it looks back at its own text and nowhere else (GPT)."""

    def __init__(
        self, embeddings: Embeddings, layers: Iterable[EncoderLayer], final_norm: nn.Module
    ) -> None:
        super().__init__()
        self.embeddings = embeddings
        self.layers = nn.ModuleList(layers)
        self.final_norm = final_norm

    def forward(
        self, token_ids: TokenIds, may_attend: Mask, caches: Sequence[Cache] = ()
    ) -> Stream:
        """Run the tower; with ``caches``, ``token_ids`` are only the newest tokens."""
        caches = caches or [no_cache] * len(self.layers)
        x = self.embeddings(token_ids, caches[0].first_position)
        for layer, cache in zip(self.layers, caches, strict=True):
            x = layer(x, may_attend, cache)
        return self.final_norm(x)
