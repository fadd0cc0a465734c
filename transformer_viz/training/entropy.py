"""How much chance is in a sentence of the grammar: what no language model can do better than.

A sentence is the outcome of a row of dice, each a number in [0, 1). The stretch over which one of
them can move while the English stays the same is the probability of what it decided; the product
of all stretches is the probability of the sentence, and its logarithm the nats that it takes to
describe it. Two things make the result an upper bound in practice: the same sentence may come from
other rolls as well, and a roll that was thrown away (the grammar tries again) is counted too.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import NamedTuple

from transformer_viz.training.grammar import sentence_pair

BISECTIONS = 14  # places the edge of a stretch to within 1/16,384


class Measured(NamedTuple):
    """A sentence, and the nats that describe it."""

    text: str
    nats: float


class Dice(random.Random):
    """Shows the given numbers first, then its own; remembers everything it showed."""

    def __init__(self, given: Sequence[float] = (), seed: int = 0) -> None:
        super().__init__(seed)
        self.given = given
        self.shown: list[float] = []

    def random(self) -> float:
        """The next number in [0, 1)."""
        own = super().random()
        at = len(self.shown)
        self.shown.append(self.given[at] if at < len(self.given) else own)
        return self.shown[-1]


def measured_sentence(seed: int) -> Measured:
    """The clean sentence of this seed, and how improbable the grammar finds it."""
    dice = Dice(seed=seed)
    text = sentence_pair(dice).english.text
    stretches = (_stretch(dice.shown, place, text) for place in range(len(dice.shown)))
    return Measured(text, -sum(math.log(stretch) for stretch in stretches))


def _stretch(shown: list[float], place: int, text: str) -> float:
    """Length of the interval in which the die at ``place`` can move while ``text`` stays."""

    def stays(value: float) -> bool:
        moved = [*shown[:place], value, *shown[place + 1 :]]
        return sentence_pair(Dice(moved)).english.text == text

    def edge(outside: float) -> float:
        if stays(outside):
            return outside
        inside = shown[place]
        for _ in range(BISECTIONS):
            middle = (inside + outside) / 2
            inside, outside = (middle, outside) if stays(middle) else (inside, middle)
        return (inside + outside) / 2

    return edge(1 - 2**-53) - edge(0.0)
