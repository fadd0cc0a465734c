"""How good a language model is, beside what the grammar leaves to chance."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional as F

from transformer_viz.checkpoints.store import LoadedModel
from transformer_viz.text.tokenizer import END, PAD, START
from transformer_viz.training.data import padded
from transformer_viz.training.entropy import Measured

OFTEN = 20  # times a text around a blank must have been seen for a table to know its best filling


@torch.inference_mode()
def sentence_nats(model: LoadedModel, sentences: Sequence[str], batch: int = 100) -> list[float]:
    """-ln of the probability that a causal model gives to each sentence and its end."""
    nats: list[float] = []
    for first in range(0, len(sentences), batch):
        rows = [
            [START, *model.tokenizer.ids(text), END] for text in sentences[first : first + batch]
        ]
        token_ids = padded(rows)
        logits = model.transformer(token_ids[:, :-1])
        loss = F.cross_entropy(
            logits.transpose(1, 2), token_ids[:, 1:], ignore_index=PAD, reduction="none"
        )
        nats += loss.sum(dim=1).tolist()
    return nats


def causal_quality(
    model: LoadedModel, measured: Sequence[Measured], unseen: Sequence[str]
) -> dict[str, object]:
    """Nats per sentence, beside the grammar's own on the very same sentences."""
    ours = sentence_nats(model, [sentence.text for sentence in measured])
    gaps = torch.tensor([nats - m.nats for nats, m in zip(ours, measured, strict=True)])
    pieces = sum(len(model.tokenizer.ids(text)) + 1 for text in unseen)
    unseen_nats = sum(sentence_nats(model, unseen))
    return {
        "nats_per_sentence": sum(ours) / len(ours),
        "grammar_nats_per_sentence": sum(m.nats for m in measured) / len(measured),
        "gap_standard_error": float(gaps.std() / len(gaps) ** 0.5),
        "sentences": len(measured),
        "nats_per_unseen_sentence": unseen_nats / len(unseen),
        "nats_per_unseen_piece": unseen_nats / pieces,
    }


@dataclass(frozen=True)
class Gap:
    """A text with one blank, and the piece that stood there."""

    before: tuple[int, ...]
    after: tuple[int, ...]
    hidden: int


def random_gaps(model: LoadedModel, sentences: Sequence[str], seed: int) -> list[Gap]:
    """One blank per sentence, anywhere but at its end token."""
    rng = random.Random(seed)
    gaps = []
    for text in sentences:
        ids = (*model.tokenizer.ids(text), END)
        at = rng.randrange(len(ids) - 1)
        gaps.append(Gap(ids[:at], ids[at + 1 :], ids[at]))
    return gaps


@torch.inference_mode()
def guesses(model: LoadedModel, gaps: Sequence[Gap], blank_id: int, batch: int = 100) -> Tensor:
    """The logits of what may stand in each blank: gap, vocabulary entry."""
    logits = []
    for first in range(0, len(gaps), batch):
        chosen = gaps[first : first + batch]
        token_ids = padded([[*gap.before, blank_id, *gap.after] for gap in chosen])
        places = torch.tensor([len(gap.before) for gap in chosen])
        logits.append(model.transformer(token_ids)[torch.arange(len(chosen)), places])
    return torch.cat(logits)


def masked_quality(
    model: LoadedModel, gaps: Sequence[Gap], blank_id: int, training: Sequence[str]
) -> dict[str, object]:
    """How often the hidden piece of unseen sentences is the first guess."""
    logits = guesses(model, gaps, blank_id)
    hidden = torch.tensor([gap.hidden for gap in gaps])
    top_5 = (logits.topk(5).indices == hidden[:, None]).any(-1)
    texts = [model.tokenizer.ids(text) for text in training]
    commonest = Counter(piece for text in texts for piece in text).most_common(1)[0][0]
    return {
        "top_1": _share(logits.argmax(-1) == hidden),
        "top_5": _share(top_5),
        "nats_per_blank": float(F.cross_entropy(logits, hidden)),
        "top_1_of_the_commonest_piece": _share(hidden == commonest),
        "blanks": len(gaps),
    }


def seen_often_quality(
    model: LoadedModel, gaps: Sequence[Gap], blank_id: int, training: Sequence[str]
) -> dict[str, object]:
    """The first guess beside the best possible one, where that one is known.

    Where the words around a blank were seen ``OFTEN``, the commonest filling is as good a guess as
    there can be. ``gaps`` are of sentences as the grammar draws them: to leave out those that were
    seen would leave out just those in which the commonest filling is right.
    """
    texts = [(*model.tokenizer.ids(text), END) for text in training]
    known = _best_fillings(gaps, texts)
    often = [gap for gap in gaps if (gap.before, gap.after) in known]
    if not often:
        return {"blanks_seen_often": 0}
    hidden = torch.tensor([gap.hidden for gap in often])
    best = torch.tensor([known[gap.before, gap.after] for gap in often])
    return {
        "blanks_seen_often": len(often),
        "top_1_seen_often": _share(guesses(model, often, blank_id).argmax(-1) == hidden),
        "top_1_seen_often_best_possible": _share(best == hidden),
    }


Around = tuple[tuple[int, ...], tuple[int, ...]]  # the pieces before and after a blank


def _best_fillings(gaps: Sequence[Gap], texts: Sequence[tuple[int, ...]]) -> dict[Around, int]:
    """The commonest filling of every blank whose surroundings were seen ``OFTEN``."""
    counts: dict[Around, Counter[int]] = {(gap.before, gap.after): Counter() for gap in gaps}
    for text in texts:
        for around, filling in _blanks_of(text):
            if around in counts:
                counts[around][filling] += 1
    return {
        around: found.most_common(1)[0][0]
        for around, found in counts.items()
        if found.total() >= OFTEN
    }


def _blanks_of(text: tuple[int, ...]) -> Iterator[tuple[Around, int]]:
    for at in range(len(text) - 1):
        yield (text[:at], text[at + 1 :]), text[at]


def _share(right: Tensor) -> float:
    return float(right.float().mean())
