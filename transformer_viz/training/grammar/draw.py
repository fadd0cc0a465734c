"""Random choices of one draft: Zipf-weighted tables, fresh concept keys, invented words."""

import random
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Generic, TypeVar

Item = TypeVar("Item")

ONSETS = (
    "b br bl c ch cl d dr f fl fr g gl gr j k kl kr l m n p pl pr qu r s sh sk sl sn st t th tr "
    "v w x y z zh"
).split()
VOWEL_SOUNDS = "a a a e e e i i o o o u ai au ea ee ia io oo ou y".split()
CODAS = "b ck d f g k l ll m n nd ng nn p r rk rs s ss st t tt th v x zz".split()
NOUN_CODAS = "b ck d f g k l m n nd p r rk t tt".split()


class Table(Generic[Item]):
    """Items with weights; by default a word's frequency falls with its rank, as in real text."""

    def __init__(self, items: Sequence[Item], weights: Sequence[float] | None = None) -> None:
        if not items:
            raise ValueError("a table needs items")
        self.items = tuple(items)
        chosen = weights or [1 / (rank + 4) for rank in range(len(items))]
        self.cumulative = list(accumulate(chosen))


class Draw:
    """The dice of one sentence.

    `name_share` scales how often a person is a proper name; with `invents_names` every name is
    made up, and with `invents_noun` one common noun is.
    """

    def __init__(
        self,
        rng: random.Random,
        *,
        name_share: float = 1.0,
        invents_names: bool = False,
        invents_noun: bool = False,
    ) -> None:
        self.rng = rng
        self.name_share = name_share
        self.invents_names = invents_names
        self.invents_noun = invents_noun
        self.names_used = 0
        self.nouns_invented = 0
        self._last_key = 0

    def key(self) -> int:
        """A concept key that no other word of this sentence has."""
        self._last_key += 1
        return self._last_key

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def pick(self, table: Table[Item]) -> Item:
        point = self.rng.random() * table.cumulative[-1]
        place = bisect_right(table.cumulative, point)
        return table.items[min(place, len(table.items) - 1)]

    def choose(self, items: Sequence[Item]) -> Item:
        """One item, all equally likely."""
        return items[int(self.rng.random() * len(items))]


def invented_name(rng: random.Random) -> str:
    """A capitalised name-like string of 3 to 10 letters."""
    while True:
        name = _syllables(rng, rng.choice((1, 2, 2, 2, 3, 3)), CODAS, opens=0.4)
        if 3 <= len(name) <= 10 and not name.startswith("y") and "quu" not in name:
            return name.capitalize()


def invented_noun(rng: random.Random) -> str:
    """A lower-case pseudo-noun that takes a regular -s in both languages."""
    while True:
        noun = _syllables(rng, rng.choice((1, 2, 2, 3)), NOUN_CODAS, opens=0.0)
        if 4 <= len(noun) <= 9 and not noun.startswith(("y", "u", "eu")) and "quu" not in noun:
            return noun


def _syllables(rng: random.Random, count: int, codas: Sequence[str], opens: float) -> str:
    text = "" if rng.random() < 0.12 else rng.choice(ONSETS)
    for place in range(count):
        text += rng.choice(VOWEL_SOUNDS)
        if place + 1 < count:
            text += rng.choice(codas)[0] if rng.random() < 0.3 else ""
            text += rng.choice(ONSETS)
    return text if rng.random() < opens else text + rng.choice(codas)
