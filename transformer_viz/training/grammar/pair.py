"""Aligned sentence pairs: words that share a concept key are links.

A sentence is drawn as two lists of `Word`, one per language. `finish` sets the spelling that
depends on neighbours (an, l', du), puts spaces and punctuation, and turns shared keys into links.
"""

from dataclasses import dataclass
from typing import NamedTuple

from transformer_viz.training.grammar.english import settle_articles
from transformer_viz.training.grammar.french import settle_contractions
from transformer_viz.training.grammar.word import Word

NO_SPACE_BEFORE_ENGLISH = frozenset([".", ",", "?", "!", "'s"])
NO_SPACE_BEFORE_FRENCH = frozenset([".", ","])


@dataclass(frozen=True)
class Side:
    """A sentence in one language, cut into words; punctuation marks are words too."""

    text: str
    spans: tuple[tuple[int, int], ...]

    def words(self) -> list[str]:
        return [self.text[start:end] for start, end in self.spans]


@dataclass(frozen=True)
class Pair:
    """An English sentence, its French translation, and which word translates which.

    Links are (English word index, French word index). Each French word has at most one sure link.
    """

    english: Side
    french: Side
    sure: frozenset[tuple[int, int]]
    possible: frozenset[tuple[int, int]]


class Draft(NamedTuple):
    """A sentence before spelling: words without their final mark, first letters uncapitalised."""

    english: list[Word]
    french: list[Word]
    mark: str = "."


def finish(draft: Draft, mark_key: int = -1) -> Pair:
    """Spell a draft in both languages and link its words."""
    mark = Word(draft.mark, mark_key)
    english = settle_articles([*draft.english, mark])
    french = settle_contractions([*draft.french, mark])
    sure, possible = _links(english, french)
    return Pair(
        english=_side(english, NO_SPACE_BEFORE_ENGLISH),
        french=_side(french, NO_SPACE_BEFORE_FRENCH),
        sure=frozenset(sure),
        possible=frozenset(possible),
    )


def join_pairs(first: Pair, second: Pair) -> Pair:
    """Two sentences side by side in one text."""
    n_english, n_french = len(first.english.spans), len(first.french.spans)
    return Pair(
        english=_join_sides(first.english, second.english),
        french=_join_sides(first.french, second.french),
        sure=first.sure | {(i + n_english, j + n_french) for i, j in second.sure},
        possible=first.possible | {(i + n_english, j + n_french) for i, j in second.possible},
    )


def _join_sides(first: Side, second: Side) -> Side:
    shift = len(first.text) + 1
    moved = tuple((start + shift, end + shift) for start, end in second.spans)
    return Side(f"{first.text} {second.text}", first.spans + moved)


def _links(
    english: list[Word], french: list[Word]
) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Sure links, and all links: a shared key is sure, a key among the other's `also` possible."""
    places: dict[int, list[int]] = {}
    leaning: dict[int, list[int]] = {}  # key: English words that hold it in `also`
    for i, word in enumerate(english):
        if word.key:
            places.setdefault(word.key, []).append(i)
        for key in word.also:
            leaning.setdefault(key, []).append(i)
    sure, possible = [], []
    for j, word in enumerate(french):
        if word.key:
            shared = [(i, j) for i in places.get(word.key, ())]
            sure += shared
            possible += shared
            possible += [(i, j) for i in leaning.get(word.key, ())]
        for key in word.also:
            possible += [(i, j) for i in places.get(key, ())]
    return sure, possible


def _side(words: list[Word], no_space_before: frozenset[str]) -> Side:
    parts: list[str] = []
    spans: list[tuple[int, int]] = []
    length, glued = 0, True
    for word in words:
        spelled = word.text
        if not parts:
            spelled = spelled[0].upper() + spelled[1:]
        if not glued and spelled not in no_space_before and spelled[0] != "-":
            parts.append(" ")
            length += 1
        parts.append(spelled)
        spans.append((length, length + len(spelled)))
        length += len(spelled)
        glued = spelled[-1] == "'"
    return Side("".join(parts), tuple(spans))
