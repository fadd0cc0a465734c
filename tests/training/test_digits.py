"""The digit tasks: right answers, right places, and what the shipped models do."""

from __future__ import annotations

import random

import pytest
import torch

import transformer_viz as tv
from transformer_viz.training.digits import COPY, REVERSE, SORT, TASKS, DigitTask, rows_right


def numbers(n: int = 50) -> list[str]:
    draw = random.Random(99)
    return [str(draw.randrange(10**3, 10**8)) for _ in range(n)]


def test_answers() -> None:
    assert (REVERSE.answer("4071"), SORT.answer("4071"), COPY.answer("4071")) == (
        "1704",
        "0147",
        "4071",
    )


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
def test_every_place_holds_the_digit_that_is_written(task: DigitTask) -> None:
    for number in numbers():
        places = task.places(number)
        assert len(places) == len(number)
        for written, at in zip(task.answer(number), places, strict=True):
            assert at
            assert {number[i] for i in at} == {written}


def test_places_of_repeated_digits_differ_by_task() -> None:
    assert REVERSE.places("7747") == [{3}, {2}, {1}, {0}]
    assert COPY.places("7747") == [{0}, {1}, {2}, {3}]
    assert SORT.places("7747") == [{2}, {0, 1, 3}, {0, 1, 3}, {0, 1, 3}]


def test_a_row_is_right_where_its_maximum_is() -> None:
    """Two heads for 4071: the anti-diagonal but for its first row, and one that stares at the 4."""
    weights = torch.zeros(2, 5, 5)  # four digits and the end, on both sides
    for row, column in enumerate([4, 2, 1, 0, 4]):
        weights[0, row, column] = 0.9
        weights[1, row, 0] = 0.9
    assert rows_right(weights, REVERSE.places("4071")).tolist() == [3, 1]
    assert rows_right(weights, COPY.places("4071")).tolist() == [0, 1]


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
def test_the_shipped_model_is_as_good_as_its_card_says(task: DigitTask) -> None:
    model = tv.load(task.name)
    quality = model.card["quality"]
    assert isinstance(quality, dict)
    assert quality["exact_match"] > 0.99
    for number in numbers(20):
        assert tv.run(model, number).output == task.answer(number)


def test_reversing_looks_along_the_anti_diagonal() -> None:
    """Counted here by hand, from runs."""
    model = tv.load("digits-reverse")
    right = rows = 0
    for number in numbers(40):
        weights = tv.run(model, number).trace["decoder.layers.0.cross_attention.weights"][0, 0]
        for row in range(len(number)):
            right += int(weights[row].argmax()) == len(number) - 1 - row
            rows += 1
    assert right / rows > 0.93
