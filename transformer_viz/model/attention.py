"""Attention: every query looks at all keys and takes home a mixture of their values."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Protocol, runtime_checkable

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn

from transformer_viz.model.hooks import HookPoint

KeysValues = tuple[Tensor, Tensor]  # batch head key d_k, batch head key d_v
Place = Callable[[Tensor, int], Tensor]  # queries or keys, and the position of the first of them
HIDDEN = torch.tensor(-torch.inf)  # the score of a key that may not be looked at; e^HIDDEN is 0


def softmax_or_zero(
    masked_scores: Float[Tensor, "batch head query key"],
) -> Float[Tensor, "batch head query key"]:
    """Softmax over the keys; a query that may look at nothing gets zeros, not NaN.

    The softmax of a row of -inf alone is 0/0; scores that are finite or -inf give NaN nowhere else.

    >>> x = torch.tensor([0.0, 0.0, -torch.inf, -torch.inf, -torch.inf, -torch.inf])
    >>> softmax_or_zero(x.view(1, 1, 2, 3))[0, 0].tolist()
    [[0.5, 0.5, 0.0], [0.0, 0.0, 0.0]]
    """
    return torch.softmax(masked_scores, dim=-1).nan_to_num(nan=0.0)


@runtime_checkable  # the tests check types at run time
class Cache(Protocol):
    """Where attention gets keys and values from; it knows how much of the text it has seen."""

    @property
    def first_position(self) -> int:
        """Where in the text the new words begin, counted from 0."""
        ...

    def __call__(self, attention: MultiHeadAttention, x_kv: Tensor) -> KeysValues: ...


class NoCache:
    """Keys and values computed afresh: attention as the paper writes it."""

    first_position = 0

    def __call__(self, attention: MultiHeadAttention, x_kv: Tensor) -> KeysValues:
        return attention.keys_values(x_kv)


no_cache = NoCache()


def unplaced(x: Float[Tensor, "batch head pos d_k"], first_position: int) -> Tensor:
    """Queries and keys as they are: positions came in with the embeddings."""
    return x


class MultiHeadAttention(nn.Module):
    """Scaled dot-product attention over several heads (Vaswani et al. 2017, section 3.2).

    Args:
        w_q, w_k, w_v: maps to the queries, keys and values of all heads side by side.
        w_o: the map that mixes what the heads took home.
        n_heads: among how many heads each of the three is shared out.
        place: what queries and keys are told of their positions.
    """

    def __init__(
        self,
        w_q: nn.Linear,
        w_k: nn.Linear,
        w_v: nn.Linear,
        w_o: nn.Linear,
        *,
        n_heads: int,
        place: Place = unplaced,
    ) -> None:
        super().__init__()
        self.n_heads, self.place = n_heads, place
        self.d_k, self.d_v = w_q.out_features // n_heads, w_v.out_features // n_heads
        self.w_q, self.w_k, self.w_v, self.w_o = w_q, w_k, w_v, w_o
        self.q = HookPoint("batch head query d_k")
        self.k = HookPoint("batch head key d_k")
        self.v = HookPoint("batch head key d_v")
        self.scores = HookPoint("batch head query key")
        self.may_attend = HookPoint("batch head query key")
        self.masked_scores = HookPoint("batch head query key")
        self.weights = HookPoint("batch head query key")
        self.context = HookPoint("batch head query d_v")
        self.output = HookPoint("batch query d_model")

    def forward(
        self,
        x_q: Float[Tensor, "batch query d_model"],
        x_kv: Float[Tensor, "batch _ d_model"],
        may_attend: Bool[Tensor, "#batch #head #query key"],
        cache: Cache = no_cache,
    ) -> Float[Tensor, "batch query d_model"]:
        """Let the positions of ``x_q`` look at those of ``x_kv``.

        ``x_kv`` is ``x_q`` itself in self-attention, the encoder's output in cross-attention.
        ``cache`` may answer with keys and values that it kept from earlier steps.
        """
        q = self._split(self.w_q(x_q))  # batch head query d_k
        q = self.q(self.place(q, cache.first_position))  # batch head query d_k
        k, v = cache(self, x_kv)  # batch head key d_k, batch head key d_v

        scores = self.scores(q @ k.mT / math.sqrt(self.d_k))  # batch head query key
        may_attend = self.may_attend(may_attend.expand_as(scores))  # batch head query key
        masked_scores = self.masked_scores(torch.where(may_attend, scores, HIDDEN))
        weights = self.weights(softmax_or_zero(masked_scores))  # a query row sums to 1, or is all 0
        context = self.context(weights @ v)  # batch head query d_v

        return self.output(self.w_o(context.transpose(1, 2).flatten(2)))  # side by side, then mixed

    def keys_values(
        self, x_kv: Float[Tensor, "batch key d_model"], first_position: int = 0
    ) -> KeysValues:
        """What the positions of ``x_kv`` offer: a key to be found by, a value to be taken."""
        k = self._split(self.w_k(x_kv))  # batch head key d_k
        k = self.k(self.place(k, first_position))  # batch head key d_k
        v = self.v(self._split(self.w_v(x_kv)))  # batch head key d_v
        return k, v

    def _split(self, x: Float[Tensor, "batch pos width"]) -> Float[Tensor, "batch head pos _"]:
        return x.unflatten(-1, (self.n_heads, -1)).transpose(1, 2)
