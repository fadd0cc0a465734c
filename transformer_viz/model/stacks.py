"""The towers: embeddings at the bottom, then layer upon layer."""

from __future__ import annotations

from collections.abc import Sequence

from jaxtyping import Int
from torch import Tensor, nn

from transformer_viz.model.attention import Cache, no_cache
from transformer_viz.model.config import TransformerConfig
from transformer_viz.model.embeddings import Embeddings, build_embeddings
from transformer_viz.model.layer_norm import LayerNorm
from transformer_viz.model.layers import (
    DECODER_LAYERS,
    ENCODER_LAYERS,
    NO_CACHE,
    LayerCache,
    Mask,
    Memory,
    MemoryMask,
    Stream,
)

TokenIds = Int[Tensor, "batch pos"]


def _final_norm(config: TransformerConfig) -> nn.Module:
    # Post-norm layers end normalised; a pre-norm stack needs one more norm at its top.
    return LayerNorm(config) if config.norm == "pre" else nn.Identity()


class Encoder(nn.Module):
    """The left tower: reads the source, every word looking at every other."""

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        self.embeddings = build_embeddings(config, config.source_vocab_size)
        layer = ENCODER_LAYERS[config.norm]
        self.layers = nn.ModuleList(layer(config) for _ in range(config.n_encoder_layers))
        self.final_norm = _final_norm(config)

    def forward(self, source_ids: TokenIds, may_attend: Mask) -> Stream:
        x = self.embeddings(source_ids)
        for layer in self.layers:
            x = layer(x, may_attend)
        return self.final_norm(x)


class Decoder(nn.Module):
    """The right tower: writes the target, looking back at it and across at the source."""

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        self.embeddings = Embeddings(config, config.target_vocab_size)
        layer = DECODER_LAYERS[config.norm]
        self.layers = nn.ModuleList(layer(config) for _ in range(config.n_decoder_layers))
        self.final_norm = _final_norm(config)

    def forward(
        self,
        target_ids: TokenIds,
        memory: Memory,
        may_attend: Mask,
        may_attend_memory: MemoryMask,
        caches: Sequence[LayerCache] = (),
        first_position: int = 0,
    ) -> Stream:
        """Run the tower; with ``caches``, ``target_ids`` are only the newest tokens."""
        x = self.embeddings(target_ids, first_position)
        for layer, cache in zip(self.layers, caches or [NO_CACHE] * len(self.layers), strict=True):
            x = layer(x, memory, may_attend, may_attend_memory, cache)
        return self.final_norm(x)


class CausalDecoder(nn.Module):
    """A right tower that stands alone: it looks back at its own text and nowhere else (GPT)."""

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        self.embeddings = Embeddings(config, config.target_vocab_size)
        layer = ENCODER_LAYERS[config.norm]  # there is nobody to look across at
        self.layers = nn.ModuleList(layer(config) for _ in range(config.n_decoder_layers))
        self.final_norm = _final_norm(config)

    def forward(
        self,
        token_ids: TokenIds,
        may_attend: Mask,
        caches: Sequence[Cache] = (),
        first_position: int = 0,
    ) -> Stream:
        """Run the tower; with ``caches``, ``token_ids`` are only the newest tokens."""
        x = self.embeddings(token_ids, first_position)
        for layer, cache in zip(self.layers, caches or [no_cache] * len(self.layers), strict=True):
            x = layer(x, may_attend, cache)
        return self.final_norm(x)
