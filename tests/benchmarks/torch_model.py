"""The model of the paper, built of ``torch.nn.Transformer``: what training is compared with."""

import math

import torch
from torch import Tensor, nn


class TorchTransformer(nn.Module):
    """The same sizes and the same number of weights as ours; padding is id 0."""

    def __init__(
        self, vocab: int, d_model: int, heads: int, layers: int, d_ff: int, *, tied: bool
    ) -> None:
        super().__init__()
        self.core = nn.Transformer(
            d_model, heads, layers, layers, d_ff, dropout=0.0, batch_first=True
        )
        self.core.encoder.norm = self.core.decoder.norm = None  # the paper's layers end normalised
        self.source_table = nn.Embedding(vocab, d_model)
        self.target_table = self.source_table if tied else nn.Embedding(vocab, d_model)
        self.w_vocab = nn.Linear(d_model, vocab, bias=False)
        if tied:
            self.w_vocab.weight = self.target_table.weight
        speeds = torch.exp(torch.arange(0, d_model, 2) * (-math.log(10_000) / d_model))
        angles = torch.arange(128)[:, None] * speeds  # pos d_model/2
        self.positions = nn.Buffer(torch.stack([angles.sin(), angles.cos()], -1).flatten(1))

    def forward(self, source_ids: Tensor, target_ids: Tensor) -> Tensor:
        source, target = self._embed(source_ids, self.source_table), target_ids.shape[1]
        later = torch.ones(target, target, dtype=torch.bool).triu(1)  # True = may not attend
        x = self.core(
            source,
            self._embed(target_ids, self.target_table),
            tgt_mask=later,
            src_key_padding_mask=source_ids == 0,
            tgt_key_padding_mask=target_ids == 0,
            memory_key_padding_mask=source_ids == 0,
        )
        return self.w_vocab(x)

    def _embed(self, token_ids: Tensor, table: nn.Embedding) -> Tensor:
        x = table(token_ids) * math.sqrt(self.positions.shape[1])
        return x + self.positions[: token_ids.shape[1]]
