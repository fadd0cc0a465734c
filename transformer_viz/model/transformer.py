"""The whole figure of the paper: embeddings, two towers, and the way back to words."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from transformer_viz.model.config import TransformerConfig
from transformer_viz.model.embeddings import Embeddings
from transformer_viz.model.hooks import HookPoint, name_hook_points
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
from transformer_viz.model.masks import decoder_mask, padding_mask

TokenIds = Int[Tensor, "batch pos"]


def _final_norm(config: TransformerConfig) -> nn.Module:
    # Post-norm layers end normalised; a pre-norm stack needs one more norm at its top.
    return LayerNorm(config) if config.norm == "pre" else nn.Identity()


class Encoder(nn.Module):
    """The left tower: reads the source, every word looking at every other."""

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        self.embeddings = Embeddings(config, config.source_vocab_size)
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


class Transformer(nn.Module):
    """The encoder-decoder of Vaswani et al. 2017, figure 1."""

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        self.config = config
        self.encoder = Encoder(config)
        self.decoder = Decoder(config)
        self.w_vocab = nn.Linear(config.d_model, config.target_vocab_size, bias=False)
        self.logits = HookPoint()
        self.probabilities = HookPoint()
        self._initialise()
        self._tie()
        name_hook_points(self)

    def forward(
        self, source_ids: TokenIds, target_ids: Int[Tensor, "batch target"]
    ) -> Float[Tensor, "batch target vocab"]:
        """The logits of the word after each target position, in nats before normalisation."""
        memory = self.encode(source_ids)
        may_attend = decoder_mask(target_ids, self.config.target_pad_id)
        x = self.decoder(target_ids, memory, may_attend, self.source_mask(source_ids))
        return self.logits(self.w_vocab(x))

    def predict(
        self, source_ids: TokenIds, target_ids: Int[Tensor, "batch target"]
    ) -> Float[Tensor, "batch target vocab"]:
        """The probability of every word after each target position; each row sums to 1."""
        return self.probabilities(torch.softmax(self(source_ids, target_ids), dim=-1))

    def encode(self, source_ids: TokenIds) -> Stream:
        """What the encoder understood of the source: the decoder's memory."""
        return self.encoder(source_ids, self.source_mask(source_ids))

    def source_mask(self, source_ids: TokenIds) -> Mask:
        """Which source positions may be looked at: all that are no padding."""
        return padding_mask(source_ids, self.config.source_pad_id)

    def _initialise(self) -> None:
        for module in self.modules():
            if isinstance(module, nn.Linear):
                nn.init.xavier_uniform_(module.weight)
                if module.bias is not None:
                    nn.init.zeros_(module.bias)
            elif isinstance(module, nn.Embedding):
                nn.init.normal_(module.weight, std=self.config.d_model**-0.5)

    def _tie(self) -> None:
        if self.config.tied != "none":
            self.w_vocab.weight = self.decoder.embeddings.table.weight
        if self.config.tied == "all":
            self.encoder.embeddings.table.weight = self.decoder.embeddings.table.weight
