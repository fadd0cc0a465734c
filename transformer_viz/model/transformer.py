"""The whole figure of the paper: embeddings, two towers, and the way back to words."""

from __future__ import annotations

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from transformer_viz.model import parts
from transformer_viz.model.config import TransformerConfig
from transformer_viz.model.hooks import HookPoint, name_hook_points
from transformer_viz.model.initial import initialise
from transformer_viz.model.layers import Mask, Stream
from transformer_viz.model.masks import decoder_mask, padding_mask
from transformer_viz.model.stacks import TokenIds


class Transformer(nn.Module):
    """The encoder-decoder of Vaswani et al. 2017, figure 1."""

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        self.config = config
        self.encoder = parts.encoder(config)
        self.decoder = parts.decoder(config)
        self.w_vocab = nn.Linear(config.d_model, config.target_vocab_size, config.output_bias)
        self.logits = HookPoint("batch pos vocab")
        self.probabilities = HookPoint("batch pos vocab")
        initialise(self)
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

    def _tie(self) -> None:
        if self.config.tied != "none":
            self.w_vocab.weight = self.decoder.embeddings.table.weight
        if self.config.tied == "all":
            self.encoder.embeddings.table.weight = self.decoder.embeddings.table.weight
