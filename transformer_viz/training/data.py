"""Sentence pairs to batches of token ids."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Int
from torch import Tensor

from transformer_viz.text.tokenizer import END, PAD, START, TextTokenizer
from transformer_viz.training.grammar import Pair, augmented_pair


@dataclass(frozen=True)
class Example:
    """One pair as token ids: source with its end, target with its start and end."""

    source: list[int]
    target: list[int]


@dataclass(frozen=True)
class Batch:
    """Several examples of similar length, padded to the longest."""

    source: Int[Tensor, "batch source"]
    target: Int[Tensor, "batch target"]


def training_pairs(n: int, seed: int) -> list[Pair]:
    """``n`` augmented pairs; the same seed gives the same list."""
    rng = random.Random(seed)
    return [augmented_pair(rng) for _ in range(n)]


def to_example(tokenizer: TextTokenizer, source: str, target: str) -> Example:
    """Cut both sides and add the special tokens."""
    return Example([*tokenizer.ids(source), END], [START, *tokenizer.ids(target), END])


def padded(rows: Sequence[Sequence[int]]) -> Int[Tensor, "batch pos"]:
    """Rows of different lengths as one tensor, filled up with the padding id."""
    longest = max(map(len, rows))
    return torch.tensor([[*row, *[PAD] * (longest - len(row))] for row in rows])


def batches(examples: Sequence[Example], pieces: int, rng: random.Random) -> Iterator[Batch]:
    """One epoch: examples of similar length together, at most ``pieces`` target ids each."""
    sizes = [(len(example.target), len(example.source)) for example in examples]
    for group in _groups(sizes, pieces, rng):
        yield Batch(
            padded([examples[i].source for i in group]),
            padded([examples[i].target for i in group]),
        )


def text_batches(
    texts: Sequence[Sequence[int]], pieces: int, rng: random.Random
) -> Iterator[Int[Tensor, "batch pos"]]:
    """One epoch of single texts: those of similar length together, at most ``pieces`` ids each."""
    for group in _groups([(len(text),) for text in texts], pieces, rng):
        yield padded([texts[i] for i in group])


def _groups(sizes: Sequence[tuple[int, ...]], pieces: int, rng: random.Random) -> list[list[int]]:
    """Indices of examples of similar size; the first number of a size is the one that is summed."""
    order = sorted(range(len(sizes)), key=lambda i: (*sizes[i], rng.random()))
    groups: list[list[int]] = [[]]
    for i in order:
        if (len(groups[-1]) + 1) * sizes[i][0] > pieces and groups[-1]:
            groups.append([])
        groups[-1].append(i)
    rng.shuffle(groups)
    return groups
