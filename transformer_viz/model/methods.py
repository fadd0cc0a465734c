"""The three ways of writing, each a small value that can be chosen, linked to and compared."""

from __future__ import annotations

from dataclasses import dataclass

from jaxtyping import Int
from torch import Tensor

from transformer_viz.model.beam import Beam, BeamNode, beam_search
from transformer_viz.model.decoding import (
    NOTHING_FORCED,
    BranchingSteps,
    Forced,
    most_probable,
    write,
)
from transformer_viz.model.sampling import Sampler, Sampling


@dataclass(frozen=True)
class Greedy:
    """Always take the most probable word."""


Method = Greedy | Sampling | Beam
GREEDY = Greedy()


@dataclass(frozen=True, eq=False)
class Written:
    """What was written, and for a beam the tree of the search.

    Attributes:
        target_ids: ``start`` included; the end token is missing where the limit came first.
        nodes, winner: as in ``BeamResult``; empty and None for the other methods.
    """

    target_ids: Int[Tensor, "1 pos"]
    nodes: tuple[BeamNode, ...] = ()
    winner: int | None = None


def decode(
    steps: BranchingSteps,
    start: Int[Tensor, "1 start"],
    method: Method,
    *,
    end_id: int,
    pad_id: int,
    max_new_tokens: int,
    forced: Forced = NOTHING_FORCED,
) -> Written:
    """Write one sentence by ``method``; the words in ``forced`` are taken as they are.

    Args:
        steps: ``Cached(model, source_ids)`` or ``Afresh(…)``, for one sentence.
        start: the start token, for a continuation followed by its prompt.
        end_id: the token that ends a sentence.
        max_new_tokens: most tokens to write after ``start``.
        forced: step, counted from 0 for the first written word, to token id.

    Raises:
        InputError: a forced word is not in the vocabulary.
    """
    if isinstance(method, Beam):
        found = beam_search(
            steps,
            start,
            width=method.width,
            length_penalty=method.length_penalty,
            end_id=end_id,
            max_new_tokens=max_new_tokens,
            forced=forced,
        )
        return Written(found.target_ids, found.nodes, found.winner)
    choose = Sampler(method) if isinstance(method, Sampling) else most_probable
    target_ids = write(
        steps,
        start,
        choose,
        end_id=end_id,
        pad_id=pad_id,
        max_new_tokens=max_new_tokens,
        forced=forced,
    )
    return Written(target_ids)
