"""First names, cities, countries and languages."""

from dataclasses import dataclass
from typing import Literal

from transformer_viz.training.grammar.draw import Table
from transformer_viz.training.grammar.word_tables import read_table, read_translations


@dataclass(frozen=True)
class _FirstNameRow:
    name: str
    gender: Literal["m", "f"]
    use: Literal["common", "rare"]


@dataclass(frozen=True)
class _CountryRow:
    english: str
    french: str
    gender: Literal["m", "f"]


_COUNTRIES = read_table("countries", _CountryRow, unique=("english",))
_FIRST_NAMES = read_table("first_names", _FirstNameRow, unique=("name",))


def first_names(gender: str, use: str) -> list[str]:
    return [row.name for row in _FIRST_NAMES if (row.gender, row.use) == (gender, use)]


MALE_NAMES, FEMALE_NAMES = (
    first_names("m", "common"),
    first_names("f", "common"),
)
# Real names that only augmented sentences use, so that they are copied like invented ones.
RARE_NAMES = {"m": first_names("m", "rare"), "f": first_names("f", "rare")}
# Men and women take turns.
FIRST_NAMES = Table(
    [pair for both in zip(MALE_NAMES, FEMALE_NAMES, strict=True)
     for pair in ((both[0], "m"), (both[1], "f"))],
    [1 / (rank // 2 + 5) for rank in range(len(MALE_NAMES) * 2)],
)  # fmt: skip
CITY_TABLE = Table(read_translations("cities"))
COUNTRY_TABLE = Table([(row.english, row.french, row.gender) for row in _COUNTRIES])
LANGUAGE_TABLE = Table(read_translations("languages"))
