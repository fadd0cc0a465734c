"""Claims about one run that anybody can check: each is computed, and each can fail.

A proof makes plain forward passes only. Whatever edits surround it, as ``with edited(changes):``,
reach them; so an edit that breaks a promise shows here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import torch
from jaxtyping import Float, Int
from torch import Tensor

from transformer_viz.capture.torch_twins import has_twin, twin_logits
from transformer_viz.capture.trace import Trace
from transformer_viz.model.architectures import Model
from transformer_viz.model.decoder_only import DecoderOnly
from transformer_viz.model.decoding import Cached, ContinuedCached
from transformer_viz.model.encoder_only import EncoderOnly
from transformer_viz.model.transformer import Transformer

ROW_TOLERANCE = 1e-5  # of a sum of probabilities
LEAK_TOLERANCE = 1e-4  # nats; both sides are rows of one batch, which hardly ever differ at all
LOGIT_TOLERANCE = 1e-3  # nats: a factor of 1.001 in a probability
CHANGED_AT_ONCE = 31  # sentences per batch: bounds the memory of long targets

SourceIds = Int[Tensor, "1 source"]
TargetIds = Int[Tensor, "1 target"]
Logits = Float[Tensor, "1 target vocab"]


@dataclass(frozen=True)
class Proof:
    """One claim, whether it holds for this run, and the worst case.

    Attributes:
        name: of the claim.
        holds: None where the claim does not apply.
        measured: largest deviation found: of a sum of weights, or of a logit in nats.
        where: path of the tensor with the largest deviation.
        position: index of the worst case in that tensor, counted from 0: (head, query) for rows;
            (position, changed position) for the leak; (position,) otherwise. Empty if none.
        key: its sentence in the language file.
        values: what fills the sentence's blanks.
    """

    name: Literal["rows", "leak", "cached", "torch"]
    holds: bool | None
    measured: float
    where: str
    position: tuple[int, ...]
    key: str
    values: tuple[tuple[str, object], ...] = ()


def prove(model: Model, inputs: Sequence[Tensor], trace: Trace) -> tuple[Proof, ...]:
    """All claims that the architecture can make about the run that ``trace`` is of.

    An encoder alone hides no future and writes nothing, so only its rows are checked.

    Costs, for a target of n positions: one forward pass over a batch of n, the encoder and n steps
    of one position each, and one pass of torch's layers.

    Args:
        inputs: token ids of the source and the target, or of the one text that the model has.
        trace: of ``model.predict(*inputs)`` under the same edits.
    """
    if isinstance(model, EncoderOnly):
        return (rows_sum_to_one(trace),)
    *source_ids, target_ids = inputs
    causal = (
        rows_sum_to_one(trace),
        no_leak(model, source_ids, target_ids),
        cached_equals_uncached(model, source_ids, target_ids, trace["logits"]),
    )
    if isinstance(model, DecoderOnly):
        return causal
    return (*causal, equals_torch(model, source_ids[0], target_ids, trace["logits"]))


def rows_sum_to_one(trace: Trace) -> Proof:
    """Every query shares out exactly 1, or, where it may look at nothing, exactly 0.

    Costs no forward pass.
    """
    worst, where, position = -1.0, "", (0, 0)
    for path in [path for path in trace if path.endswith(".weights")]:
        weights = trace[path]  # batch head query key
        masked_scores = trace[path.removesuffix("weights") + "masked_scores"]
        empty = masked_scores.isneginf().all(dim=-1)
        off = torch.where(empty, weights.abs().amax(dim=-1), (weights.sum(dim=-1) - 1).abs())
        measured, (_, head, query) = _largest(off)
        if not measured <= worst:  # NaN is worst of all
            worst, where, position = measured, path, (head, query)
    if worst <= ROW_TOLERANCE:
        return Proof("rows", True, worst, where, position, "proofs.rows_hold", _values(worst))
    head, query = position
    values = _values(worst, site=where.removesuffix(".weights"), head=head, query=query)
    return Proof("rows", False, worst, where, position, "proofs.rows_fail", values)


def no_leak(
    model: Transformer | DecoderOnly, source_ids: Sequence[SourceIds], target_ids: TargetIds
) -> Proof:
    """Changing a later target token never changes an earlier output.

    Every position but the first is changed in turn. Costs one forward pass over a batch of as many
    sentences as the target has positions, in parts of at most 32.
    """
    n = target_ids.shape[1]
    other = _another_token(target_ids[0], model.config.target_pad_id, model.w_vocab.out_features)
    if n == 1 or other is None:
        return Proof("leak", None, 0.0, "logits", (), "proofs.leak_none")
    difference = torch.zeros(n, n)  # changed position
    for changed in torch.arange(1, n).split(CHANGED_AT_ONCE):
        row = torch.arange(1, len(changed) + 1)  # row 0 stays as it is
        variants = target_ids.repeat(len(changed) + 1, 1)
        variants[row, changed] = other[changed]
        logits = model(*(ids.expand(len(variants), -1) for ids in source_ids), variants)
        difference[changed] = (logits[1:] - logits[:1]).abs().amax(dim=-1)
    measured, (j, i) = _largest(difference.tril(-1))
    if measured <= LEAK_TOLERANCE:
        values = _values(measured, count=n - 1)
        position = (i, j) if measured else ()
        return Proof("leak", True, measured, "logits", position, "proofs.leak_hold", values)
    values = _values(measured, position=i, changed=j)
    return Proof("leak", False, measured, "logits", (i, j), "proofs.leak_fail", values)


def cached_equals_uncached(
    model: Transformer | DecoderOnly,
    source_ids: Sequence[SourceIds],
    target_ids: TargetIds,
    logits: Logits,
) -> Proof:
    """Word by word, with the keys and values of earlier words kept, the logits are the same.

    Costs the encoder once and, for each target position, one step of that position alone.

    Args:
        source_ids: one, or none for a decoder alone.
        logits: of one pass over the whole target.
    """
    steps = ContinuedCached(model) if isinstance(model, DecoderOnly) else Cached(model, *source_ids)
    lengths = range(1, target_ids.shape[1] + 1)
    stepwise = torch.stack([steps(target_ids[:, :length]) for length in lengths], dim=1)
    return _compare("cached", stepwise, logits, ("proofs.cached_hold", "proofs.cached_fail"))


def equals_torch(
    model: Transformer, source_ids: SourceIds, target_ids: TargetIds, logits: Logits
) -> Proof:
    """torch's own layers, given our weights, come to the same logits.

    torch's layers work without any edit, so an edit that matters turns this red. Costs one forward
    pass of torch's layers and none of ours.

    Args:
        logits: ours, of one pass over the whole target.
    """
    if not has_twin(model.config):
        return Proof("torch", None, 0.0, "logits", (), "proofs.torch_none")
    theirs = twin_logits(model, source_ids, target_ids)
    return _compare("torch", theirs, logits, ("proofs.torch_hold", "proofs.torch_fail"))


def _compare(
    name: Literal["cached", "torch"], theirs: Tensor, logits: Logits, keys: tuple[str, str]
) -> Proof:
    measured, (_, position) = _largest((theirs - logits).abs().amax(dim=-1))
    if measured <= LOGIT_TOLERANCE:
        return Proof(name, True, measured, "logits", (position,), keys[0], _values(measured))
    values = _values(measured, position=position)
    return Proof(name, False, measured, "logits", (position,), keys[1], values)


def _another_token(token_ids: Int[Tensor, " pos"], pad_id: int, vocab_size: int) -> Tensor | None:
    """For every token the next one in the vocabulary, padding left out; None if there is none."""
    words = [word for word in range(vocab_size) if word != pad_id]
    if len(words) < 2:
        return None
    following = torch.full((vocab_size,), words[0])
    following[words] = torch.tensor([*words[1:], words[0]])
    return following[token_ids]


def _largest(deviation: Tensor) -> tuple[float, tuple[int, ...]]:
    """The largest number and its index; NaN counts as larger than any number."""
    place = deviation.argmax()
    index = torch.unravel_index(place, deviation.shape)
    return float(deviation.flatten()[place]), tuple(int(i) for i in index)


def _values(measured: float, **others: object) -> tuple[tuple[str, object], ...]:
    return (("measured", f"{measured:.2g}"), *others.items())
