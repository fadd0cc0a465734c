"""How improbable the grammar finds a sentence, against a grammar that can be worked out by hand."""

from __future__ import annotations

import math
import random
from types import SimpleNamespace

import pytest

from transformer_viz.training import entropy
from transformer_viz.training.entropy import Dice, measured_sentence
from transformer_viz.training.grammar import sentence_pair

ANIMALS = {"cat": 0.5, "dog": 0.3, "axolotl": 0.2}


def toy_sentence(rng: random.Random) -> SimpleNamespace:
    """An animal, a coin that does not show, and for cats one of four colours."""
    roll = rng.random()
    animal = "cat" if roll < 0.5 else "dog" if roll < 0.8 else "axolotl"
    rng.random()  # the French side's business
    colour = ["red", "blue", "black", "white"][int(rng.random() * 4)] if animal == "cat" else "grey"
    return SimpleNamespace(english=SimpleNamespace(text=f"{colour} {animal}"))


@pytest.mark.parametrize("seed", range(12))
def test_the_nats_of_a_sentence_are_minus_ln_of_its_probability(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entropy, "sentence_pair", toy_sentence)
    measured = measured_sentence(seed)
    colour, animal = measured.text.split()
    p = ANIMALS[animal] * (0.25 if animal == "cat" else 1.0)
    assert colour == "grey" or animal == "cat"
    assert measured.nats == pytest.approx(-math.log(p), abs=2e-3)


def test_dice_show_what_they_are_given_and_then_their_own() -> None:
    own = Dice(seed=3)
    first = [own.random() for _ in range(4)]
    given = Dice([0.25, 0.75], seed=3)
    assert [given.random() for _ in range(4)] == [0.25, 0.75, *first[2:]]
    assert given.shown == [0.25, 0.75, *first[2:]]


def test_all_chance_of_the_grammar_goes_through_the_dice() -> None:
    """Shown again, the same numbers give the same sentence, whatever the seed."""
    for seed in range(30):
        dice = Dice(seed=seed)
        text = sentence_pair(dice).english.text
        assert sentence_pair(Dice(dice.shown, seed=seed + 1)).english.text == text
