"""The adjectives, and what they are said of."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from transformer_viz.training.grammar import french
from transformer_viz.training.grammar.draw import Table
from transformer_viz.training.grammar.word_lists import word_list
from transformer_viz.training.grammar.word_tables import read_table, read_translations


class Adjective(NamedTuple):
    english: str
    masculine: str
    feminine: str
    before: bool


def adjective_form(adjective: Adjective, feminine: bool, plural: bool) -> str:
    """The French adjective, agreeing."""
    if feminine:
        return adjective.feminine + "s" if plural else adjective.feminine
    return french.plural(adjective.masculine) if plural else adjective.masculine


@dataclass(frozen=True)
class _AdjectiveRow:
    english: str
    masculine: str
    feminine: str = ""
    before_vowel: str = ""
    position: Literal["", "before"] = ""


@dataclass(frozen=True)
class _UseRow:
    use: Literal["beside noun", "after be", "compared", "too"]
    said_of: str
    adjectives: tuple[str, ...]


@dataclass(frozen=True)
class _OppositesRow:
    one: str
    other: str


_ROWS = read_table("adjectives", _AdjectiveRow, unique=("english",))
_USES = read_table("adjective_uses", _UseRow, unique=("use", "said_of"))
ADJECTIVE = {
    row.english: Adjective(
        row.english,
        row.masculine,
        row.feminine or french.feminine(row.masculine),
        row.position == "before",
    )
    for row in _ROWS
}
# Beau, nouveau, vieux before a masculine vowel.
BEFORE_VOWEL = {row.masculine: row.before_vowel for row in _ROWS if row.before_vowel}


def _adjectives_by_noun(use: str) -> dict[str, list[Adjective]]:
    """By noun, theme or group of nouns."""
    return {
        row.said_of: [ADJECTIVE[word] for word in row.adjectives] for row in _USES if row.use == use
    }


def _tables(use: str) -> dict[str, Table[Adjective]]:
    return {noun: Table(said) for noun, said in _adjectives_by_noun(use).items()}


BESIDE_NOUN = _tables("beside noun")
AFTER_BE = _tables("after be")
COMPARED = _tables("compared")
TOO = _adjectives_by_noun("too")  # what keeps a thing from being used: "it was too wide"
NATIONS = word_list("nations")
# "It is easy." is "C'est facile."
JUDGEMENTS = word_list("judgements")
AVOIR_STATES = Table(read_translations("avoir_states"))
OPPOSITES = [{row.one, row.other} for row in read_table("opposites", _OppositesRow)]
