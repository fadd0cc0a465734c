"""Beam search finds what brute force finds, and remembers what it dropped."""

from __future__ import annotations

import itertools
import math

import pytest
import torch
from torch import Tensor

from tests.helpers import random_ids, small_model, without_type_checks
from transformer_viz.errors import InputError
from transformer_viz.model.beam import Beam, BeamResult, beam_search
from transformer_viz.model.decoding import Afresh, Cached
from transformer_viz.model.methods import GREEDY, decode
from transformer_viz.model.transformer import Transformer

START, END, PAD = 1, 2, 0
VOCAB = 5
NEW_TOKENS = 4


def tiny_model(seed: int, norm: str = "post") -> Transformer:
    return small_model(seed, target_vocab_size=VOCAB, target_pad_id=0, norm=norm)


def search(model: Transformer, source_ids: Tensor, **choices: object) -> BeamResult:
    settings = {"width": 3, "end_id": END, "max_new_tokens": NEW_TOKENS, **choices}
    return beam_search(Cached(model, source_ids), torch.tensor([[START]]), **settings)


def log_probabilities(model: Transformer, source_ids: Tensor, sentences: Tensor) -> Tensor:
    """Of whole sentences of one length, from one pass over all of them."""
    start = torch.full((len(sentences), 1), START)
    target_ids = torch.cat([start, sentences[:, :-1]], dim=1)
    logits = model(source_ids.expand(len(sentences), -1), target_ids).double()
    return logits.log_softmax(-1).gather(2, sentences[:, :, None]).sum(dim=(1, 2))


def log_probability(model: Transformer, source_ids: Tensor, words: list[int]) -> float:
    return float(log_probabilities(model, source_ids, torch.tensor([words]))[0])


def sentences_of(length: int) -> list[list[int]]:
    """All that end after ``length`` words, or are cut there by the limit."""
    others = [word for word in range(VOCAB) if word != END]
    last = range(VOCAB) if length == NEW_TOKENS else [END]
    beginnings = itertools.product(others, repeat=length - 1)
    return [[*beginning, word] for beginning in beginnings for word in last]


@torch.inference_mode()
@pytest.mark.parametrize("length_penalty", [0.0, 0.6, 1.0, 2.0])
@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize("seed", range(4))
def test_a_wide_beam_equals_brute_force(seed: int, norm: str, length_penalty: float) -> None:
    model, source_ids = tiny_model(seed, norm), random_ids(11, 1, 4, seed)
    best, score, judged = [], 0.0, -math.inf
    for length in range(1, NEW_TOKENS + 1):
        sentences = sentences_of(length)
        scores = log_probabilities(model, source_ids, torch.tensor(sentences)).tolist()
        for words, total in zip(sentences, scores, strict=True):
            if total / length**length_penalty > judged:
                best, score, judged = words, total, total / length**length_penalty
    found = search(model, source_ids, width=VOCAB**NEW_TOKENS, length_penalty=length_penalty)
    assert found.target_ids.tolist() == [[START, *best]]
    assert found.nodes[found.winner].score == pytest.approx(score, abs=1e-5)


@torch.inference_mode()
@pytest.mark.parametrize("seed", range(6))
def test_width_one_is_greedy(seed: int) -> None:
    model, source_ids = small_model(seed), random_ids(11, 1, 5, seed)
    one, best = (
        decode(
            Cached(model, source_ids),
            torch.tensor([[START]]),
            method,
            end_id=END,
            pad_id=PAD,
            max_new_tokens=10,
        ).target_ids.tolist()
        for method in (Beam(width=1), GREEDY)
    )
    assert one == best


@torch.inference_mode()
@pytest.mark.parametrize("width", [2, 4, 8])
@pytest.mark.parametrize("seed", range(6))
def test_cached_equals_afresh_node_by_node(seed: int, width: int) -> None:
    model, source_ids = small_model(seed, n_decoder_layers=2), random_ids(11, 1, 5, seed)
    first, second = (
        beam_search(
            steps(model, source_ids),
            torch.tensor([[START]]),
            width=width,
            end_id=END,
            max_new_tokens=8,
        )
        for steps in (Cached, Afresh)
    )
    assert first.target_ids.tolist() == second.target_ids.tolist()
    for ours, theirs in zip(first.nodes, second.nodes, strict=True):
        assert (ours.parent, ours.step, ours.token_id, ours.status) == (
            theirs.parent,
            theirs.step,
            theirs.token_id,
            theirs.status,
        )
        assert ours.score == pytest.approx(theirs.score, abs=1e-5)


class Table:
    """Steps from a table: what was written so far -> the probability of every next word."""

    def __init__(self, table: dict[tuple[int, ...], list[float]]) -> None:
        self.table = table
        self.calls = 0

    def __call__(self, target_ids: Tensor) -> Tensor:
        self.calls += 1
        rows = [self.table[tuple(row[1:])] for row in target_ids.tolist()]
        return torch.tensor(rows).log()

    def select(self, rows: Tensor) -> None: ...


A, B = 3, 4
#                 pad  start END  A    B
GARDEN_PATH = {
    (): [0.00, 0.0, 0.0, 0.6, 0.4],
    (A,): [0.0, 0.0, 0.4, 0.3, 0.3],  # A END: 0.24, and greedy takes it
    (B,): [0.0, 0.0, 0.9, 0.1, 0.0],  # B END: 0.36
    (A, A): [0.0, 0.0, 1.0, 0.0, 0.0],
    (A, B): [0.0, 0.0, 1.0, 0.0, 0.0],
    (B, A): [0.0, 0.0, 1.0, 0.0, 0.0],
}


def by_table(width: int, **choices: object) -> BeamResult:
    return beam_search(
        Table(GARDEN_PATH),
        torch.tensor([[START]]),
        width=width,
        **{"end_id": END, "max_new_tokens": 3, **choices},
    )


def test_two_beginnings_beat_greedy() -> None:
    """By hand: the better first word leads to the worse sentence."""
    assert by_table(1).target_ids.tolist() == [[START, A, END]]
    found = by_table(2)
    assert found.target_ids.tolist() == [[START, B, END]]
    assert found.nodes[found.winner].score == pytest.approx(math.log(0.4 * 0.9))


def test_the_tree_tells_what_was_kept_finished_and_pruned() -> None:
    found = by_table(2)
    told = [
        (
            None if node.parent is None else found.nodes[node.parent].token_id,
            node.step,
            node.token_id,
            round(math.exp(node.log_probability), 6),
            round(math.exp(node.score), 6),
            node.status,
        )
        for node in found.nodes
        if node.log_probability > -math.inf
    ]
    assert told == [
        (None, 0, A, 0.6, 0.6, "kept"),
        (None, 0, B, 0.4, 0.4, "kept"),
        (B, 1, END, 0.9, 0.36, "finished"),
        (A, 1, END, 0.4, 0.24, "finished"),
        (A, 1, A, 0.3, 0.18, "kept"),
        (A, 1, B, 0.3, 0.18, "kept"),
    ]  # B A, 0.04, comes fifth: no more than 2 · width are remembered


def test_the_search_stops_when_nothing_can_win_any_more() -> None:
    """After the second step the best beginning has 0.18, the best sentence 0.36."""
    table = Table(GARDEN_PATH)
    beam_search(table, torch.tensor([[START]]), width=2, end_id=END, max_new_tokens=3)
    assert table.calls == 2


def test_a_length_penalty_favours_the_longer_sentence() -> None:
    # B END has the mean log 0.36 / 2 = -0.51; A A END has log 0.18 / 3 = -0.57, B A END less
    assert by_table(2, length_penalty=1.0).target_ids.tolist() == [[START, B, END]]
    # divided by the squares: -0.255 and -0.191
    assert by_table(2, length_penalty=2.0).target_ids.tolist() == [[START, A, A, END]]


@torch.inference_mode()
def test_a_forced_word_is_taken_by_every_beginning() -> None:
    model, source_ids = small_model(3), random_ids(11, 1, 5)
    found = search(model, source_ids, width=4, forced={1: 7}, end_id=-1)
    at_step = [node for node in found.nodes if node.step == 1]
    assert {node.token_id for node in at_step} == {7}
    assert len(at_step) == 4
    assert {node.status for node in at_step} == {"kept"}
    words = found.target_ids[0].tolist()[1:]
    assert words[1] == 7
    score = found.nodes[found.winner].score
    assert score == pytest.approx(log_probability(model, source_ids, words), abs=1e-5)


@torch.inference_mode()
def test_after_a_forced_beginning_there_is_one_beginning() -> None:
    found = search(small_model(3), random_ids(11, 1, 5), width=4, forced={0: 6, 1: 7}, end_id=-1)
    assert [(node.step, node.token_id) for node in found.nodes if node.step < 2] == [(0, 6), (1, 7)]


@torch.inference_mode()
@pytest.mark.parametrize("width", [1, 3, 8])
def test_the_tree_is_a_tree(width: int) -> None:
    found = search(small_model(1), random_ids(11, 1, 5), width=width, max_new_tokens=8)
    for place, node in enumerate(found.nodes):
        before = 0.0
        if node.parent is None:
            assert node.step == 0
        else:
            parent = found.nodes[node.parent]
            assert node.parent < place
            assert (parent.status, parent.step) == ("kept", node.step - 1)
            before = parent.score
        assert node.score == pytest.approx(before + node.log_probability, abs=1e-9)
    for step in range(8):
        statuses = [node.status for node in found.nodes if node.step == step]
        assert len(statuses) <= 2 * width
        assert statuses.count("kept") <= width


def test_no_room_no_words() -> None:
    found = by_table(2, max_new_tokens=0)
    assert (found.target_ids.tolist(), found.nodes, found.winner) == ([[START]], (), None)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("width", 0, "beam width = 0 does not work: it must be a whole number from 1 to 8."),
        ("width", 9, "beam width = 9 does not work: it must be a whole number from 1 to 8."),
        ("width", 2.5, "beam width = 2.5 does not work"),
        ("width", True, "beam width = True does not work"),
        ("length_penalty", -1.0, "length penalty = -1.0 does not work"),
        ("length_penalty", math.nan, "length penalty = nan does not work"),
        ("length_penalty", math.inf, "length penalty = inf does not work"),
    ],
)
def test_what_cannot_work_is_said_with_both_numbers(name: str, value: object, message: str) -> None:
    with without_type_checks(), pytest.raises(InputError) as refusal:
        Beam(**{name: value})
    assert str(refusal.value).startswith(message)
