"""Closed classes: pronouns, possessives, adverbs, and the calendar."""

from dataclasses import dataclass
from typing import Literal

from transformer_viz.training.grammar.draw import Table
from transformer_viz.training.grammar.word_tables import read_table


@dataclass(frozen=True)
class Pronoun:
    """A personal pronoun; person indices are those of `conjugation`."""

    english: str
    french: str
    person: int
    gender: Literal["m", "f"]
    number: Literal["singular", "plural"]
    object_english: str
    direct: str  # le, la …
    indirect: str  # lui, leur …
    possessive: str
    subject_weight: int
    object_weight: int

    @property
    def plural(self) -> bool:
        return self.number == "plural"


@dataclass(frozen=True)
class _PossessiveRow:
    english: str
    masculine: str
    feminine: str
    plural: str
    weight: int


@dataclass(frozen=True)
class _AdverbRow:
    kind: Literal["manner", "frequency", "degree"]
    english: str
    french: str
    shape: Literal["", "short", "long", "agrees"] = ""
    weight: int = 1


@dataclass(frozen=True)
class _CalendarRow:
    kind: Literal["day", "month", "season"]
    english: str
    french: str
    preposition: str = ""


_PRONOUNS = read_table("pronouns", Pronoun, unique=("english", "french"))
PRONOUNS = tuple(pronoun for pronoun in _PRONOUNS if pronoun.subject_weight)
IT = next(pronoun for pronoun in _PRONOUNS if pronoun.english == "it")
ELLES = next(pronoun for pronoun in _PRONOUNS if pronoun.french == "elles")
SUBJECT_PRONOUNS = Table(PRONOUNS, [pronoun.subject_weight for pronoun in PRONOUNS])
OBJECT_PRONOUNS = Table(PRONOUNS, [pronoun.object_weight for pronoun in PRONOUNS])

_POSSESSIVES = read_table("possessives", _PossessiveRow, unique=("english",))
# English: (masculine, feminine, plural); the masculine also serves feminines before a vowel.
POSSESSIVES = {row.english: (row.masculine, row.feminine, row.plural) for row in _POSSESSIVES}
POSSESSIVE_TABLE = Table(tuple(POSSESSIVES), [row.weight for row in _POSSESSIVES])

_ADVERBS = read_table("adverbs", _AdverbRow, unique=("kind", "english"))


def _adverbs(kind: str) -> tuple[tuple[str, str], ...]:
    """English and French, each as often as its weight says."""
    return tuple(
        (row.english, row.french) for row in _ADVERBS if row.kind == kind for _ in range(row.weight)
    )


MANNERS = {row.english: (row.french, row.shape) for row in _ADVERBS if row.kind == "manner"}
# Before the main verb in English, after the finite verb in French.
FREQUENCIES = _adverbs("frequency")
DEGREES = _adverbs("degree")
ALSO = ("also", "aussi")

_CALENDAR = read_table("calendar", _CalendarRow, unique=("kind", "english"))
DAYS = [(row.english, row.french) for row in _CALENDAR if row.kind == "day"]
MONTHS = [(row.english, row.french) for row in _CALENDAR if row.kind == "month"]
# English, preposition in French, French.
SEASONS = [(row.english, row.preposition, row.french) for row in _CALENDAR if row.kind == "season"]
