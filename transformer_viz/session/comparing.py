"""What edits do to a run: the same words before and after, and every head switched off in turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

import torch
from jaxtyping import Float
from torch import Tensor

from transformer_viz.capture.attention_edits import HeadOff
from transformer_viz.capture.edits import attention_sites, no_donor, then
from transformer_viz.capture.trace import edited
from transformer_viz.errors import InputError
from transformer_viz.session.run import Run, Settings, ids_of
from transformer_viz.session.running import RUNS, Runs
from transformer_viz.text.tokenizer import Token

NOTHING: tuple[Token | None, float] = (None, 0.0)  # of a run that has no such step


@dataclass(frozen=True)
class Step:
    """One step of writing, before and after.

    Attributes:
        before, after: the token that was written, or where the target was given, the most
            probable one; None where this run has no such step.
        p_before, p_after: its probability in the recorded pass, from 0 to 1.
        instead: the most probable token after the edits where both read the *original* words, so
            that every step of the original has an answer; None for steps that it does not have.
        p_instead: its probability there.
        divergence: Kullback-Leibler divergence of the two distributions over the vocabulary, both
            given the original words, in nats, D(before ‖ after); None as for ``instead``.
    """

    before: Token | None
    p_before: float
    after: Token | None
    p_after: float
    instead: Token | None
    p_instead: float
    divergence: float | None


@dataclass(frozen=True)
class Comparison:
    """Two runs of one sentence.

    Attributes:
        common: leading decoder positions that read the same words in both.
        first_difference: the first step at which that token differs; None if none does.
        steps: one per step of the longer run.
    """

    common: int
    first_difference: int | None
    steps: tuple[Step, ...]


def baseline(settings: Settings, runs: Runs = RUNS) -> Run:
    """The same sentence without any edit, from the cache if it was run before."""
    return runs.run(replace(settings, edits=()))


def compare(before: Run, after: Run) -> Comparison:
    """Step by step, what the model writes before and after the edits."""
    common = _common(_predicting(before), _predicting(after))
    if not before.model.predicts_words:
        return Comparison(common, None, ())
    best_before, best_after = _next(before), _next(after)
    original = before.trace["probabilities"][0]
    edited_too = _given_original_words(before, after, common)
    nats = divergence(original, edited_too).tolist()
    instead = [
        (after.model.target_tokenizer.token(i), p)
        for p, i in zip(*(best.tolist() for best in edited_too.max(-1)), strict=True)
    ]
    rows = zip_longest(best_before, best_after, instead, nats, fillvalue=None)
    steps = tuple(
        Step(*(one or NOTHING), *(other or NOTHING), *(best or NOTHING), nat)
        for one, other, best, nat in rows
    )
    changed = (i for i, s in enumerate(steps) if _id(s.before) != _id(s.after))
    return Comparison(common, next(changed, None), steps)


@torch.inference_mode()
def _given_original_words(before: Run, after: Run, common: int) -> Float[Tensor, "pos vocab"]:
    """What the edited model would say after the words that the model wrote without the edits."""
    count = len(_predicting(before))
    if common == count:
        return after.trace["probabilities"][0, :count]
    texts = [pieces for pieces in (after.source_pieces, before.target_pieces) if pieces]
    with edited(after.changes):
        return after.model.transformer.predict(*map(ids_of, texts))[0]


def divergence(
    before: Float[Tensor, "pos vocab"], after: Float[Tensor, "pos vocab"]
) -> Float[Tensor, " pos"]:
    """D(before ‖ after) of every row, in nats; 0 where the two are equal, never negative.

    >>> divergence(torch.tensor([[0.5, 0.5]]), torch.tensor([[0.25, 0.75]]))
    tensor([0.1438])
    """
    ratio = before.clamp(min=1e-30).log() - after.clamp(min=1e-30).log()
    return (before * ratio).sum(dim=-1).clamp(min=0.0)


@torch.inference_mode()
def sweep(settings: Settings, runs: Runs = RUNS) -> dict[str, list[float]]:
    """How much every head matters: each is switched off in turn, on top of the present edits.

    The target stays as it is, so each head costs one forward pass.

    Returns:
        For every attention block the mean divergence per step in nats, one number per head.

    Raises:
        InputError: as ``Runs.run``; or this model predicts no words, which could move.
    """
    run = runs.run(settings)
    if not run.model.predicts_words:
        raise InputError("errors.predicts_nothing")
    transformer = run.model.transformer
    before = run.trace["probabilities"][0]

    def effect(edit: HeadOff) -> float:
        with edited(then(run.changes, edit.changes(transformer, no_donor))):
            after = transformer.predict(*run.inputs)[0]
        return divergence(before, after).mean().item()

    return {
        site: [effect(HeadOff(site, head)) for head in range(run.model.config.n_heads)]
        for site in attention_sites(transformer)
    }


def _next(run: Run) -> list[tuple[Token, float]]:
    probabilities = run.trace["probabilities"][0]
    tokens = run.next_pieces
    if not run.written:
        tokenizer = run.model.target_tokenizer
        tokens = tuple(tokenizer.token(i) for i in probabilities.argmax(-1).tolist())
    return [(token, probabilities[i, token.id].item()) for i, token in enumerate(tokens)]


def _predicting(run: Run) -> tuple[Token, ...]:
    """The positions that predictions stand at: the decoder's, or those of an encoder alone."""
    return run.target_pieces or run.source_pieces


def _common(before: Sequence[Token], after: Sequence[Token]) -> int:
    pairs = zip(before, after, strict=False)
    same = [a.id == b.id for a, b in pairs]
    return same.index(False) if False in same else len(same)


def _id(token: Token | None) -> int | None:
    return None if token is None else token.id
