"""Beam search: write several sentences side by side, and keep the best.

The most probable word now may lead to an improbable sentence. So the ``width`` best beginnings are
kept at every step, and the search remembers what it dropped, so that it can be drawn as a tree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

import torch
from jaxtyping import Float, Int
from torch import Tensor

from transformer_viz.errors import InputError
from transformer_viz.model.decoding import (
    NOTHING_FORCED,
    BranchingSteps,
    Forced,
    forced_word,
)
from transformer_viz.model.sampling import is_number, is_whole

MAX_WIDTH = 8
Status = Literal["kept", "finished", "pruned"]


@dataclass(frozen=True, kw_only=True)
class Beam:
    """How many sentences to follow, and how to compare long ones with short ones.

    Args:
        width: beginnings kept at each step, 1 to 8; 1 is greedy.
        length_penalty: a sentence of n words, its end token included, is judged by its
            log-probability divided by n to this power: 0 judges it as it is, 1 by its mean.

    Raises:
        InputError: a number that cannot work, with the ones that do.
    """

    width: int = 4
    length_penalty: float = 0.0

    def __post_init__(self) -> None:
        if not (is_whole(self.width) and 1 <= self.width <= MAX_WIDTH):
            raise InputError(
                "errors.whole_number_between",
                name="beam width",
                value=self.width,
                least=1,
                most=MAX_WIDTH,
            )
        if not (is_number(self.length_penalty) and self.length_penalty >= 0):
            raise InputError("errors.length_penalty", value=self.length_penalty)


@dataclass(frozen=True)
class BeamNode:
    """One word of one beginning: a node of the tree, known by its place in the list of nodes.

    Attributes:
        parent: place of the word before it; None for the first word, which follows the start token.
        step: 0 for the first word that is written.
        token_id: the word.
        log_probability: of this word after those before it, in nats.
        score: sum of the log-probabilities so far, in nats.
        status: ``"kept"`` to be continued, ``"finished"`` by the end token, or ``"pruned"``.
    """

    parent: int | None
    step: int
    token_id: int
    log_probability: float
    score: float
    status: Status


@dataclass(frozen=True, eq=False)
class BeamResult:
    """What the search found, and how.

    Attributes:
        target_ids: the best sentence, start token included.
        nodes: everything that was kept, and of every step what came closest to it: at most
            2 · width nodes per step. A parent comes before its children.
        winner: the last node of the best sentence; None where no word was written.
    """

    target_ids: Int[Tensor, "1 pos"]
    nodes: tuple[BeamNode, ...]
    winner: int | None


class _Extension(NamedTuple):
    """A beginning and one more word."""

    row: int  # which of the beginnings that are being continued
    token_id: int
    log_probability: float
    score: float


@dataclass
class _Tree:
    """The nodes so far, and which of them are being continued."""

    end_id: int
    nodes: list[BeamNode] = field(default_factory=list)
    live: list[int] = field(default_factory=list)  # places of the beginnings, best first
    finished: list[int] = field(default_factory=list)

    def grow(self, ranked: Sequence[_Extension], step: int, width: int) -> list[int]:
        """Add one step's extensions, best first; returns the rows that live on."""
        rows, live = [], []
        for rank, (row, token_id, log_probability, score) in enumerate(ranked[: 2 * width]):
            status: Status = "pruned"
            if token_id == self.end_id and rank < width:
                status = "finished"
                self.finished.append(len(self.nodes))
            elif token_id != self.end_id and len(live) < width:
                status = "kept"
                live.append(len(self.nodes))
                rows.append(row)
            parent = self.live[row] if step else None
            self.nodes.append(BeamNode(parent, step, token_id, log_probability, score, status))
        self.live = live
        return rows

    def words(self, last: int) -> list[int]:
        """The token ids from the first word to node ``last``."""
        token_ids = []
        place: int | None = last
        while place is not None:
            token_ids.append(self.nodes[place].token_id)
            place = self.nodes[place].parent
        return token_ids[::-1]


def beam_search(
    steps: BranchingSteps,
    start: Int[Tensor, "1 start"],
    *,
    width: int,
    end_id: int,
    max_new_tokens: int,
    length_penalty: float = 0.0,
    forced: Forced = NOTHING_FORCED,
) -> BeamResult:
    """Keep the ``width`` best beginnings at every step; of what was written, return the best.

    At every step each beginning is extended by every word. Of all extensions, best first, those
    that end and are among the first ``width`` are finished, and the first ``width`` others are
    continued. The search stops at ``max_new_tokens``, or as soon as no beginning can still beat
    the best finished sentence, which loses nothing: scores only fall.

    Args:
        steps: ``Cached(model, source_ids)`` or ``Afresh(…)``, for one sentence.
        start: the start token, for a continuation followed by its prompt.
        length_penalty: see ``Beam``.
        forced: words that every beginning takes at some steps. To go on from one sentence, force
            the words before the changed one too: then all beginnings are that one.

    Returns:
        The best sentence, finished or cut at the limit, and the tree of the search.

    Raises:
        InputError: a forced word is not in the vocabulary.
    """
    tree = _Tree(end_id)
    target_ids = start

    def judged(place: int) -> float:
        node = tree.nodes[place]
        return node.score / (node.step + 1) ** length_penalty

    for step in range(max_new_tokens):
        log_probabilities = torch.log_softmax(steps(target_ids).double(), dim=-1)
        scores = [tree.nodes[i].score for i in tree.live] or [0.0]
        word = forced_word(forced, step, log_probabilities.shape[-1])
        ranked = _ranked(log_probabilities, scores, width, word)
        kept = torch.tensor(tree.grow(ranked, step, width), dtype=torch.long)
        # Scores are never above 0, so a beginning is at best as it is, spread over the limit.
        hope = max((tree.nodes[i].score for i in tree.live), default=-torch.inf)
        best = max(map(judged, tree.finished), default=-torch.inf)
        if not tree.live or best >= hope / max_new_tokens**length_penalty:
            break
        steps.select(kept)
        next_ids = torch.tensor([[tree.nodes[i].token_id] for i in tree.live])
        target_ids = torch.cat([target_ids[kept], next_ids], dim=1)

    if not tree.nodes:
        return BeamResult(start, (), None)
    winner = max((*tree.finished, *tree.live), key=judged)
    written = torch.tensor([tree.words(winner)])
    return BeamResult(torch.cat([start, written], dim=1), tuple(tree.nodes), winner)


def _ranked(
    log_probabilities: Float[Tensor, "live vocab"],
    scores: Sequence[float],
    width: int,
    word: int | None,
) -> list[_Extension]:
    """The extensions that may matter, best first: of every beginning, its best ``2 · width``."""
    if word is None:
        best = log_probabilities.sort(dim=-1, descending=True, stable=True)
        words = best.indices[:, : 2 * width]
    else:
        words = torch.full((len(scores), 1), word)
    values = log_probabilities.gather(1, words)
    extensions = [
        _Extension(row, token_id, value, score + value)
        for row, score in enumerate(scores)
        for token_id, value in zip(words[row].tolist(), values[row].tolist(), strict=True)
    ]
    return sorted(extensions, key=lambda extension: -extension.score)  # stable
