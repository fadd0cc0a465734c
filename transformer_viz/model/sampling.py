"""Choosing the next word at random, in proportion to what the model thinks of it."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import torch
from jaxtyping import Float
from torch import Tensor

from transformer_viz.errors import InputError
from transformer_viz.model.decoding import NextIds, NextLogits, most_probable

MAX_SEED = 2**31 - 1


@dataclass(frozen=True, kw_only=True)
class Sampling:
    """How to draw: sharper or flatter, and from how many words.

    Args:
        temperature: the logits are divided by it; below 1 likely words become likelier, above 1
            all become more alike, 0 always takes the most probable one.
        top_k: draw from this many most probable words only; None draws from all. A number above
            the vocabulary means all, see ``clamped_to``.
        top_p: draw from the nucleus only: the fewest most probable words whose probabilities sum
            to at least this much. 1 draws from all.
        seed: the same seed draws the same words.

    Raises:
        InputError: a number that cannot work, with the ones that do.

    Source:
        Holtzman et al. 2020, "The Curious Case of Neural Text Degeneration", section 3.
    """

    temperature: float = 1.0
    top_k: int | None = None
    top_p: float = 1.0
    seed: int = 0

    def __post_init__(self) -> None:
        if not (is_number(self.temperature) and self.temperature >= 0):
            raise InputError("errors.temperature", value=self.temperature)
        if self.top_k is not None and not (is_whole(self.top_k) and self.top_k >= 1):
            raise InputError("errors.top_k", value=self.top_k)
        if not (is_number(self.top_p) and 0 < self.top_p <= 1):
            raise InputError("errors.top_p", value=self.top_p)
        if not (is_whole(self.seed) and 0 <= self.seed <= MAX_SEED):
            raise InputError(
                "errors.whole_number_between", name="seed", value=self.seed, least=0, most=MAX_SEED
            )

    def clamped_to(self, vocab_size: int) -> Sampling:
        """The same with a ``top_k`` that the vocabulary has; itself where it already fits.

        >>> Sampling(top_k=50).clamped_to(13).top_k
        13
        """
        if self.top_k is None or self.top_k <= vocab_size:
            return self
        return replace(self, top_k=vocab_size)


def sampling_probabilities(logits: NextLogits, sampling: Sampling) -> Float[Tensor, "batch vocab"]:
    """The distribution that is drawn from.

    In this order: the logits are divided by the temperature; softmax over the whole vocabulary;
    both cuts, ``top_k`` and ``top_p``, are made on that one distribution, and a word must pass
    both; what is left is scaled to sum to 1. So the nucleus never depends on ``top_k``. Of equally
    probable words the one with the smaller id ranks first.

    Args:
        logits: in nats before normalisation.

    Returns:
        float64, since a temperature may be tiny; each row sums to 1.

    >>> logits = torch.tensor([[0.5, 0.3, 0.2]]).log()
    >>> sampling_probabilities(logits, Sampling(top_p=0.6))[0].round(decimals=6).tolist()
    [0.625, 0.375, 0.0]
    """
    if sampling.temperature == 0:
        one_hot = torch.zeros_like(logits, dtype=torch.float64)
        return one_hot.scatter(1, most_probable(logits), 1.0)
    logits = logits.double()
    # Without the shift, a tiny temperature would overflow the division.
    shifted = (logits - logits.max(dim=-1, keepdim=True).values) / sampling.temperature
    ranked = torch.softmax(shifted, dim=-1).sort(dim=-1, descending=True, stable=True)
    before = ranked.values.cumsum(dim=-1) - ranked.values  # of all words that rank higher
    # At top_p = 1, rounding must not cut the words behind the first sum that reaches 1.
    passed = before < (sampling.top_p if sampling.top_p < 1 else torch.inf)
    if sampling.top_k is not None:
        passed[:, sampling.top_k :] = False
    kept = ranked.values * passed
    kept = kept / kept.sum(dim=-1, keepdim=True)
    return torch.zeros_like(logits).scatter(1, ranked.indices, kept)


class Sampler:
    """Draws one word per sentence and step, from one random number in [0, 1) each.

    The vocabulary divides that interval: a word with probability 0.3 owns 0.3 of it. Rounding
    errors of the logits, such as a cache causes, therefore hardly ever change a word.
    """

    def __init__(self, sampling: Sampling) -> None:
        self.sampling = sampling
        self.generator = torch.Generator().manual_seed(sampling.seed)

    def __call__(self, logits: NextLogits) -> NextIds:
        probabilities = sampling_probabilities(logits, self.sampling)
        ends = probabilities.cumsum(dim=-1)  # batch vocab: where each word's part ends
        drawn = torch.rand(len(logits), 1, generator=self.generator, dtype=torch.float64)
        return torch.searchsorted(ends, drawn * ends[:, -1:], right=True)


def is_whole(value: object) -> bool:
    """Whether ``value`` is an int; True and False are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_number(value: object) -> bool:
    """Whether ``value`` is a finite int or float; True and False are none."""
    return is_whole(value) or (isinstance(value, float) and math.isfinite(value))
