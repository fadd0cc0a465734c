"""Writing word by word: a translation of a source, or the continuation of a prompt.

At each step the model sees what it has written so far and gives the logits of the next word.
``Afresh`` recomputes the whole target at every step, which is the definition. ``Cached`` feeds only
what is new and keeps the keys and values of the earlier words: the same logits, less work. Their
counterparts for a decoder that stands alone are ``ContinuedAfresh`` and ``ContinuedCached``.

How the next word is chosen is another matter: the most probable one here, a random one in
``sampling.py``, several at once in ``beam.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Protocol, runtime_checkable

import torch
from jaxtyping import Float, Int
from torch import Tensor

from transformer_viz.errors import InputError
from transformer_viz.model.attention import KeysValues, MultiHeadAttention
from transformer_viz.model.decoder_only import DecoderOnly
from transformer_viz.model.hooks import passing_from
from transformer_viz.model.layers import LayerCache
from transformer_viz.model.masks import decoder_mask
from transformer_viz.model.stacks import TokenIds
from transformer_viz.model.transformer import Transformer

NextLogits = Float[Tensor, "batch vocab"]
NextIds = Int[Tensor, "batch 1"]
Choose = Callable[[NextLogits], NextIds]
Forced = Mapping[int, int]  # step, from 0 for the first written word -> token id
NOTHING_FORCED: Forced = MappingProxyType({})


@runtime_checkable  # the tests check types at run time
class Steps(Protocol):
    """Gives the logits of the word after ``target_ids``, which grow by one token per call."""

    def __call__(self, target_ids: TokenIds) -> NextLogits: ...


@runtime_checkable
class BranchingSteps(Steps, Protocol):
    """Steps whose sentences can be dropped, reordered and doubled on the way."""

    def select(self, rows: Int[Tensor, " rows"]) -> None:
        """Go on with these sentences of the batch, in this order."""
        ...


class Afresh:
    """The definition: every step computes every position again."""

    def __init__(self, model: Transformer, source_ids: TokenIds) -> None:
        self.model = model
        self.source_ids = source_ids

    def __call__(self, target_ids: TokenIds) -> NextLogits:
        return self.model(self.source_ids, target_ids)[:, -1]

    def select(self, rows: Int[Tensor, " rows"]) -> None:
        self.source_ids = self.source_ids[rows]


class GrowingCache:
    """Self-attention's cache: the newest words' keys and values join the earlier ones."""

    def __init__(self) -> None:
        self.kept: KeysValues | None = None

    @property
    def first_position(self) -> int:
        return 0 if self.kept is None else self.kept[0].shape[2]

    def __call__(self, attention: MultiHeadAttention, x_kv: Tensor) -> KeysValues:
        k, v = attention.keys_values(x_kv, self.first_position)
        if self.kept is not None:
            k, v = torch.cat([self.kept[0], k], dim=2), torch.cat([self.kept[1], v], dim=2)
        self.kept = k, v
        return self.kept


class FixedCache:
    """Cross-attention's cache: the source does not change while the target is written."""

    first_position = 0  # the source is there from the start

    def __init__(self) -> None:
        self.kept: KeysValues | None = None

    def __call__(self, attention: MultiHeadAttention, x_kv: Tensor) -> KeysValues:
        if self.kept is None:
            self.kept = attention.keys_values(x_kv)
        return self.kept


class Cached:
    """Only what is new since the last call is computed; earlier keys and values are remembered."""

    def __init__(self, model: Transformer, source_ids: TokenIds) -> None:
        self.model = model
        self.memory = model.encode(source_ids)
        self.source_mask = model.source_mask(source_ids)
        self.self_caches = [GrowingCache() for _ in model.decoder.layers]
        self.cross_caches = [FixedCache() for _ in model.decoder.layers]
        self.caches = [
            LayerCache(*pair) for pair in zip(self.self_caches, self.cross_caches, strict=True)
        ]

    def __call__(self, target_ids: TokenIds) -> NextLogits:
        seen = self.self_caches[0].first_position
        # A new word may look at all that came before it, not only at the other new ones.
        may_attend = decoder_mask(target_ids, self.model.config.target_pad_id)[:, :, seen:]
        new_ids = target_ids[:, seen:]
        with passing_from(seen):
            x = self.model.decoder(new_ids, self.memory, may_attend, self.source_mask, self.caches)
            return self.model.logits(self.model.w_vocab(x))[:, -1]

    def select(self, rows: Int[Tensor, " rows"]) -> None:
        self.memory, self.source_mask = self.memory[rows], self.source_mask[rows]
        for cache in (*self.self_caches, *self.cross_caches):
            if cache.kept is not None:
                cache.kept = cache.kept[0][rows], cache.kept[1][rows]


class ContinuedAfresh:
    """The definition, for a decoder that stands alone: the text so far is all there is."""

    def __init__(self, model: DecoderOnly) -> None:
        self.model = model

    def __call__(self, target_ids: TokenIds) -> NextLogits:
        return self.model(target_ids)[:, -1]

    def select(self, rows: Int[Tensor, " rows"]) -> None:
        pass  # nothing is kept


class ContinuedCached:
    """Only the tokens that are new since the last call are computed: at first the whole prompt."""

    def __init__(self, model: DecoderOnly) -> None:
        self.model = model
        self.caches = [GrowingCache() for _ in model.decoder.layers]

    def __call__(self, target_ids: TokenIds) -> NextLogits:
        seen = self.caches[0].first_position
        may_attend = decoder_mask(target_ids, self.model.config.target_pad_id)[:, :, seen:]
        with passing_from(seen):
            x = self.model.decoder(target_ids[:, seen:], may_attend, self.caches)
            return self.model.logits(self.model.w_vocab(x))[:, -1]

    def select(self, rows: Int[Tensor, " rows"]) -> None:
        for cache in self.caches:
            if cache.kept is not None:
                cache.kept = cache.kept[0][rows], cache.kept[1][rows]


def without(logits: Float[Tensor, "rows vocab"], token_ids: Sequence[int]) -> Tensor:
    """The same logits, but minus infinity for these tokens.

    >>> without(torch.tensor([[1.0, 2.0, 3.0]]), [2]).tolist()
    [[1.0, 2.0, -inf]]
    """
    return logits.index_fill(-1, torch.tensor(token_ids, dtype=torch.long), -torch.inf)


class Never:
    """Steps by which some tokens are never written: their logits are minus infinity.

    Marian's padding token starts every target, and nothing taught its released models not to write
    it: a logit of 0, which they give it, may well be the largest.
    """

    def __init__(self, steps: BranchingSteps, token_ids: Sequence[int]) -> None:
        self.steps = steps
        self.token_ids = token_ids

    def __call__(self, target_ids: TokenIds) -> NextLogits:
        return without(self.steps(target_ids), self.token_ids)

    def select(self, rows: Int[Tensor, " rows"]) -> None:
        self.steps.select(rows)


def most_probable(logits: NextLogits) -> NextIds:
    """The word with the largest logit, which is also the one with the largest probability."""
    return logits.argmax(dim=-1, keepdim=True)


def write(
    steps: Steps,
    start: Int[Tensor, "batch start"],
    choose: Choose,
    *,
    end_id: int,
    pad_id: int,
    max_new_tokens: int,
    forced: Forced = NOTHING_FORCED,
) -> TokenIds:
    """Take the word that ``choose`` picks at every step, until every sentence has ended.

    Args:
        steps: who gives the logits: ``Cached(model, source_ids)`` or ``Afresh(…)``.
        start: the start token of every sentence, for a continuation followed by its prompt; no
            prompt of a batch is shorter than another.
        choose: picks the next word from its logits. It is asked at forced steps too, so that a
            random choice uses up the same random numbers whatever is forced.
        end_id: the token that ends a sentence; what follows it is ``pad_id``.
        max_new_tokens: most tokens to write after ``start``.
        forced: words to take at some steps, whatever their probability; the writing goes on from
            there. A step that is never reached is ignored.

    Returns:
        The ids of ``start`` and what was written; the end token is missing where the limit came
        first.

    Raises:
        InputError: a forced word is not in the vocabulary.
    """
    target_ids = start
    ended = torch.zeros_like(start[:, :1], dtype=torch.bool)  # batch 1
    for step in range(max_new_tokens):
        logits = steps(target_ids)
        next_ids = choose(logits)  # batch 1
        word = forced_word(forced, step, logits.shape[-1])
        if word is not None:
            next_ids = torch.full_like(next_ids, word)
        next_ids = next_ids.masked_fill(ended, pad_id)
        target_ids = torch.cat([target_ids, next_ids], dim=1)
        ended = ended | (next_ids == end_id)
        if ended.all():
            break
    return target_ids


def greedy(
    steps: Steps,
    start: Int[Tensor, "batch start"],
    *,
    end_id: int,
    pad_id: int,
    max_new_tokens: int,
    forced: Forced = NOTHING_FORCED,
) -> TokenIds:
    """``write`` with the most probable word at every step."""
    return write(
        steps,
        start,
        most_probable,
        end_id=end_id,
        pad_id=pad_id,
        max_new_tokens=max_new_tokens,
        forced=forced,
    )


def forced_word(forced: Forced, step: int, vocab_size: int) -> int | None:
    """The token id that must be taken at ``step``, if any.

    Raises:
        InputError: the vocabulary has no such id.
    """
    word = forced.get(step)
    if word is not None and not 0 <= word < vocab_size:
        raise InputError("errors.forced_word", word=word, step=step, vocab_size=vocab_size)
    return word
