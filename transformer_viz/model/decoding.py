"""Writing word by word: a translation of a source, or the continuation of a prompt.

At each step the model sees what it has written so far and gives the logits of the next word.
``Afresh`` recomputes the whole target at every step, which is the definition. ``Cached`` feeds only
what is new and keeps the keys and values of the earlier words: the same logits, less work. Their
counterparts for a decoder that stands alone are ``ContinuedAfresh`` and ``ContinuedCached``.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import torch
from jaxtyping import Float, Int
from torch import Tensor

from transformer_viz.model.attention import KeysValues, MultiHeadAttention
from transformer_viz.model.decoder_only import DecoderOnly
from transformer_viz.model.layers import LayerCache
from transformer_viz.model.masks import decoder_mask, padding_mask
from transformer_viz.model.stacks import TokenIds
from transformer_viz.model.transformer import Transformer

NextLogits = Float[Tensor, "batch vocab"]


@runtime_checkable  # the tests check types at run time
class Steps(Protocol):
    """Gives the logits of the word after ``target_ids``, which grow by one token per call."""

    def __call__(self, target_ids: TokenIds) -> NextLogits: ...


class Afresh:
    """The definition: every step computes every position again."""

    def __init__(self, model: Transformer, source_ids: TokenIds) -> None:
        self.model = model
        self.source_ids = source_ids

    def __call__(self, target_ids: TokenIds) -> NextLogits:
        return self.model(self.source_ids, target_ids)[:, -1]


class GrowingCache:
    """Self-attention's cache: the newest word's keys and values join the earlier ones."""

    def __init__(self) -> None:
        self.kept: KeysValues | None = None

    def __call__(self, attention: MultiHeadAttention, x_kv: Tensor) -> KeysValues:
        k, v = attention.keys_values(x_kv)
        if self.kept is not None:
            k, v = torch.cat([self.kept[0], k], dim=2), torch.cat([self.kept[1], v], dim=2)
        self.kept = k, v
        return self.kept


class FixedCache:
    """Cross-attention's cache: the source does not change while the target is written."""

    def __init__(self) -> None:
        self.kept: KeysValues | None = None

    def __call__(self, attention: MultiHeadAttention, x_kv: Tensor) -> KeysValues:
        if self.kept is None:
            self.kept = attention.keys_values(x_kv)
        return self.kept


class Cached:
    """Every step computes the newest position only and remembers the earlier keys and values."""

    def __init__(self, model: Transformer, source_ids: TokenIds) -> None:
        self.model = model
        self.memory = model.encode(source_ids)
        self.source_mask = model.source_mask(source_ids)
        self.caches = [LayerCache(GrowingCache(), FixedCache()) for _ in model.decoder.layers]

    def __call__(self, target_ids: TokenIds) -> NextLogits:
        may_attend = padding_mask(target_ids, self.model.config.target_pad_id)
        x = self.model.decoder(
            target_ids[:, -1:],
            self.memory,
            may_attend,
            self.source_mask,
            self.caches,
            first_position=target_ids.shape[1] - 1,
        )
        return self.model.w_vocab(x)[:, -1]


class ContinuedAfresh:
    """The definition, for a decoder that stands alone: the text so far is all there is."""

    def __init__(self, model: DecoderOnly) -> None:
        self.model = model

    def __call__(self, target_ids: TokenIds) -> NextLogits:
        return self.model(target_ids)[:, -1]


class ContinuedCached:
    """Only the tokens that are new since the last call are computed: at first the whole prompt."""

    def __init__(self, model: DecoderOnly) -> None:
        self.model = model
        self.seen = 0  # tokens
        self.caches = [GrowingCache() for _ in model.decoder.layers]

    def __call__(self, target_ids: TokenIds) -> NextLogits:
        # A new word may look at all that came before it, not only at the other new ones.
        may_attend = decoder_mask(target_ids, self.model.config.target_pad_id)[:, :, self.seen :]
        new_ids = target_ids[:, self.seen :]
        x = self.model.decoder(new_ids, may_attend, self.caches, first_position=self.seen)
        self.seen = target_ids.shape[1]
        return self.model.w_vocab(x)[:, -1]


def greedy(
    steps: Steps,
    start: Int[Tensor, "batch start"],
    *,
    end_id: int,
    pad_id: int,
    max_new_tokens: int,
) -> TokenIds:
    """Take the most probable word at every step, until every sentence has ended.

    Args:
        steps: who gives the logits: ``Cached(model, source_ids)`` or ``Afresh(…)``.
        start: the start token of every sentence, for a continuation followed by its prompt; no
            prompt of a batch is shorter than another.
        end_id: the token that ends a sentence; what follows it is ``pad_id``.
        max_new_tokens: most tokens to write after ``start``.

    Returns:
        The ids of ``start`` and of what was written; the end token is missing where the limit came
        first.
    """
    target_ids = start
    ended = torch.zeros_like(start[:, :1], dtype=torch.bool)  # batch 1
    for _ in range(max_new_tokens):
        next_ids = steps(target_ids).argmax(dim=-1, keepdim=True)  # batch 1
        next_ids = next_ids.masked_fill(ended, pad_id)
        target_ids = torch.cat([target_ids, next_ids], dim=1)
        ended = ended | (next_ids == end_id)
        if ended.all():
            break
    return target_ids
