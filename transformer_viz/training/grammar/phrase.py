"""The phrase: aligned words in both languages, with what agreement needs to know."""

from typing import NamedTuple

from transformer_viz.training.grammar.draw import Draw
from transformer_viz.training.grammar.word import Word, spread


class Phrase(NamedTuple):
    """A noun phrase or any other piece of a sentence.

    `person` is an index of `conjugation`; `kind` is pronoun, name, noun or other; `theme` says
    what it may do.
    """

    english: list[Word]
    french: list[Word]
    person: int = 2
    gender: str = "m"
    plural: bool = False
    kind: str = "other"
    theme: str = ""
    key: int = 0
    lemma: str = ""

    @property
    def third_singular(self) -> bool:
        """Whether the English verb takes -s."""
        return self.person == 2

    def followed_by(self, other: "Phrase") -> "Phrase":
        """This phrase with another behind it; agreement stays."""
        return self._replace(
            english=[*self.english, *other.english], french=[*self.french, *other.french]
        )


def linked(draw: Draw, english: str, french: str) -> Phrase:
    """One meaning: the last English and the first French word are surely linked."""
    key = draw.key()
    return Phrase(spread(english.split(), key, -1), spread(french.split(), key), key=key)


def in_a_row(first: Phrase, *others: Phrase) -> Phrase:
    """Phrases one behind the other; agreement is that of the first."""
    for other in others:
        first = first.followed_by(other)
    return first


COMMA = Phrase([Word(",", -2)], [Word(",", -2)])
