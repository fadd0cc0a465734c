"""The right half of the paper's figure on its own: a writer that continues a text (GPT).

Without an encoder there is nothing to look across at; prompt and continuation are one text.
"""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import Tensor, nn

from transformer_viz.model import parts
from transformer_viz.model.config import TransformerConfig
from transformer_viz.model.hooks import HookPoint, name_hook_points
from transformer_viz.model.initial import initialise
from transformer_viz.model.masks import decoder_mask
from transformer_viz.model.stacks import TokenIds


class DecoderOnly(nn.Module):
    """A causal decoder and a way back to words (Radford et al. 2019, section 2.3)."""

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        self.config = config
        self.decoder = parts.causal_decoder(config)
        self.w_vocab = nn.Linear(config.d_model, config.target_vocab_size, config.output_bias)
        self.logits = HookPoint("batch pos vocab")
        self.probabilities = HookPoint("batch pos vocab")
        initialise(self)
        if config.tied != "none":
            self.w_vocab.weight = self.decoder.embeddings.table.weight
        name_hook_points(self)

    def forward(self, token_ids: TokenIds) -> Float[Tensor, "batch pos vocab"]:
        """The logits of the word after each position, in nats before normalisation."""
        x = self.decoder(token_ids, decoder_mask(token_ids, self.config.target_pad_id))
        return self.logits(self.w_vocab(x))

    def predict(self, token_ids: TokenIds) -> Float[Tensor, "batch pos vocab"]:
        """The probability of every word after each position; each row sums to 1."""
        return self.probabilities(torch.softmax(self(token_ids), dim=-1))
