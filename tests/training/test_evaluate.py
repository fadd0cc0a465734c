"""The figures of the card are counted right."""

import random

import pytest
import torch

from transformer_viz.text.tokenizer import Token
from transformer_viz.training.evaluate import _Links, _words_of, unseen_pairs
from transformer_viz.training.grammar import Pair, Side, sentence_pair

# "black cats" / "chats noirs", cut into "black", "cat", "s" and "chat", "s", "noirs"
PAIR = Pair(
    english=Side("black cats", ((0, 5), (6, 10))),
    french=Side("chats noirs", ((0, 5), (6, 11))),
    sure=frozenset({(1, 0), (0, 1)}),
    possible=frozenset({(1, 0), (0, 1)}),
)
SOURCE = [
    Token(10, "black", True, (0, 5)),
    Token(11, "cat", True, (6, 9)),
    Token(12, "s", False, (9, 10)),
]
TARGET = [
    Token(20, "chat", True, (0, 4)),
    Token(12, "s", False, (4, 5)),
    Token(21, "noirs", True, (6, 11)),
]


def counts(rows: list[list[float]]) -> list[float]:
    """A∩S, A∩P, A and rows that are right; columns: black, cat, s, end; the last row writes the end."""
    return _Links(PAIR, SOURCE, TARGET).count(torch.tensor(rows)).tolist()


def test_pieces_belong_to_the_words_that_they_are_cut_from() -> None:
    assert _words_of(SOURCE, PAIR.english.spans) == [0, 1, 1]
    assert _words_of(TARGET, PAIR.french.spans) == [0, 0, 1]


def test_a_perfect_head() -> None:
    rows = [[0.0, 0.6, 0.4, 0.0], [0.0, 0.3, 0.7, 0.0], [1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]]
    assert counts(rows) == [2, 2, 2, 3]


def test_a_head_that_reads_word_for_word_misses_the_turned_order() -> None:
    rows = [[1.0, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]]
    assert counts(rows) == [0, 0, 2, 0]


def test_a_piece_parked_on_the_end_token_is_a_miss_of_its_row_only() -> None:
    rows = [[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.1, 0.9], [1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]]
    assert counts(rows) == [2, 2, 2, 2]


def test_unseen_means_unseen() -> None:
    seen = {sentence_pair(random.Random(5)).english.text}
    pairs = unseen_pairs(sentence_pair, 20, 5, seen)
    texts = [pair.english.text for pair in pairs]
    assert len(set(texts)) == 20
    assert not seen & set(texts)


@pytest.mark.parametrize("n", [1, 3])
def test_as_many_pairs_as_asked_for(n: int) -> None:
    assert len(unseen_pairs(sentence_pair, n, 1, ())) == n
