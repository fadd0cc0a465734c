"""The left half of the paper's figure on its own: a reader that fills in blanks (BERT).

Every word looks both ways, so the model says what may stand *at* each position, not what follows.
"""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import Tensor, nn

from transformer_viz.model import parts
from transformer_viz.model.config import ACTIVATIONS, TransformerConfig
from transformer_viz.model.hooks import HookPoint, name_hook_points
from transformer_viz.model.initial import initialise
from transformer_viz.model.masks import padding_mask
from transformer_viz.model.stacks import TokenIds


class OutputTransform(nn.Module):
    """One more map before words are read off, as in BERT's released code; the paper omits it."""

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        self.w = nn.Linear(config.d_model, config.d_model)
        self.activation = ACTIVATIONS[config.activation]
        self.norm = parts.norm(config)
        self.hidden = HookPoint("batch pos d_model")
        self.activated = HookPoint("batch pos d_model")

    def forward(self, x: Float[Tensor, "batch pos d_model"]) -> Float[Tensor, "batch pos d_model"]:
        hidden = self.hidden(self.w(x))  # batch pos d_model
        return self.norm(self.activated(self.activation(hidden)))


class EncoderOnly(nn.Module):
    """An encoder and a way back to words (Devlin et al. 2019, section 3)."""

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        self.config = config
        self.encoder = parts.encoder(config)
        self.transform = OutputTransform(config) if config.output_transform else nn.Identity()
        self.w_vocab = nn.Linear(config.d_model, config.source_vocab_size, config.output_bias)
        self.logits = HookPoint("batch pos vocab")
        self.probabilities = HookPoint("batch pos vocab")
        initialise(self)
        if config.tied != "none":
            self.w_vocab.weight = self.encoder.embeddings.table.weight
        name_hook_points(self)

    def forward(self, token_ids: TokenIds) -> Float[Tensor, "batch pos vocab"]:
        """The logits of the word at each position, in nats before normalisation."""
        x = self.encoder(token_ids, padding_mask(token_ids, self.config.source_pad_id))
        return self.logits(self.w_vocab(self.transform(x)))

    def predict(self, token_ids: TokenIds) -> Float[Tensor, "batch pos vocab"]:
        """The probability of every word at each position; each row sums to 1."""
        return self.probabilities(torch.softmax(self(token_ids), dim=-1))
