"""Random choices of one draft: Zipf-weighted tables, fresh concept keys, invented words."""

import random
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Generic, TypeVar

from transformer_viz.training.grammar.word_lists import word_list

Item = TypeVar("Item")

# Repeats are weights: most syllables are plain, a few are strange.
ONSETS = word_list("onsets")
VOWEL_SOUNDS = word_list("vowel sounds")
CODAS = word_list("codas")
# Before these, French hesitates between de and d'.
GLIDES = ("y", "ia", "ie", "io", "iu", "ou", "oo", "ua", "ue", "uo", "ui", "h")
NOUN_CODAS = word_list("noun codas")


class Table(Generic[Item]):
    """Items with weights; by default a word's frequency falls with its rank, as in real text."""

    def __init__(self, items: Sequence[Item], weights: Sequence[int | float] | None = None) -> None:
        if not items:
            raise ValueError("a table needs items")
        self.items = tuple(items)
        chosen = weights or [1 / (rank + 6) for rank in range(len(items))]
        self.cumulative = list(accumulate(chosen))
        self.sharper = list(accumulate(weight * weight for weight in chosen))


class Draw:
    """The dice of one sentence.

    `name_share` scales how often a person is a proper name; with `invents_names` every name is
    made up (or, for a `real_share` of them, real but not in the lexicon), and with `invents_noun`
    one common noun is.
    """

    def __init__(
        self,
        rng: random.Random,
        *,
        name_share: float = 1.0,
        invents_names: bool = False,
        invents_noun: bool = False,
        real_share: float = 0.0,
    ) -> None:
        self.rng = rng
        self.name_share = name_share
        self.invents_names = invents_names
        self.invents_noun = invents_noun
        self.real_share = real_share
        self.invented: list[str] = []  # invented words, as English spells them
        self.plain = False  # prefer the commonest words and forms
        self._last_key = 0

    def key(self) -> int:
        """A concept key that no other word of this sentence has."""
        self._last_key += 1
        return self._last_key

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def pick(self, table: Table[Item]) -> Item:
        cumulative = table.sharper if self.plain else table.cumulative
        place = bisect_right(cumulative, self.rng.random() * cumulative[-1])
        return table.items[min(place, len(table.items) - 1)]

    def choose(self, items: Sequence[Item]) -> Item:
        """One item, all equally likely."""
        return items[int(self.rng.random() * len(items))]


def invented_name(rng: random.Random) -> str:
    """A capitalised name-like string of 3 to 10 letters."""
    while True:
        name = _syllables(rng, rng.choice((1, 2, 2, 2, 2, 3)), CODAS, opens=0.5)
        if 3 <= len(name) <= 10 and not name.startswith(GLIDES) and "quu" not in name:
            return name.capitalize()


def invented_noun(rng: random.Random) -> str:
    """A lower-case pseudo-noun that takes a regular -s in both languages."""
    while True:
        noun = _syllables(rng, rng.choice((1, 2, 2, 3)), NOUN_CODAS, opens=0.0)
        if 4 <= len(noun) <= 9 and not noun.startswith(("u", "eu", *GLIDES)) and "quu" not in noun:
            return noun


def _syllables(rng: random.Random, count: int, codas: Sequence[str], opens: float) -> str:
    text = "" if rng.random() < 0.12 else rng.choice(ONSETS)
    for place in range(count):
        text += rng.choice(VOWEL_SOUNDS)
        if place + 1 < count:
            text += rng.choice(codas)[0] if rng.random() < 0.25 else ""
            text += rng.choice(ONSETS)
    return text if rng.random() < opens else text + rng.choice(codas)
