"""The nouns by theme, and the groups of themes that sentences draw from."""

from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple

from transformer_viz.training.grammar import english, french
from transformer_viz.training.grammar.draw import Table
from transformer_viz.training.grammar.word_lists import word_list
from transformer_viz.training.grammar.word_tables import read_table

NEVER_PLURAL = word_list("never plural")


class Noun(NamedTuple):
    """A noun in both languages; forms are tuples of words ("ice cream", "pomme de terre")."""

    english: tuple[str, ...]
    english_plural: tuple[str, ...]
    french: tuple[str, ...]
    french_plural: tuple[str, ...]
    gender: str
    theme: str
    mass: bool = False
    always_plural: bool = False
    feminine: str = ""
    place: tuple[str, str] | None = None  # English and French prepositions of place
    goal: bool = False  # "to the market" is "au marché"
    single: bool = False  # never said in the plural here


@dataclass(frozen=True)
class _NounRow:
    theme: str
    english: str
    french: str
    gender: Literal["m", "f"]
    english_plural: str = ""
    french_plural: str = ""
    feminine: str = ""
    place: tuple[str, ...] = ()
    traits: tuple[Literal["mass", "single", "plural", "goal"], ...] = ()


@dataclass(frozen=True)
class _GroupRow:
    group: str
    members: str


def _noun(row: _NounRow) -> Noun:
    """The row with its regular plurals filled in."""
    english_plural = row.english_plural or english.plural(row.english)
    french_plural = row.french_plural or french.plural(row.french)
    return Noun(
        english=tuple(row.english.split()),
        english_plural=tuple(english_plural.split()),
        french=tuple(row.french.split()),
        french_plural=tuple(french_plural.split()),
        gender=row.gender,
        theme=row.theme,
        mass="mass" in row.traits,
        always_plural="plural" in row.traits,
        feminine=row.feminine,
        place=(row.place[0], row.place[1]) if row.place else None,
        goal="goal" in row.traits,
        single="single" in row.traits or row.theme in NEVER_PLURAL,
    )


NOUNS_OF: dict[str, list[Noun]] = {}
for _row in read_table("nouns", _NounRow, unique=("theme", "english")):
    NOUNS_OF.setdefault(_row.theme, []).append(_noun(_row))
NOUN = {"_".join(noun.english): noun for nouns in NOUNS_OF.values() for noun in nouns}
NOUN_TABLES = {theme: Table(nouns) for theme, nouns in NOUNS_OF.items()}
GROUPS = {row.group: row.members for row in read_table("noun_groups", _GroupRow, ("group",))}


@cache
def expand(groups: str) -> tuple[str, ...]:
    """Themes and single nouns behind a list of group names.

    A noun is drawn by its group first, each as likely, repeated ones more often.

    Raises:
        KeyError: a name is neither a group, a theme nor a noun.
    """
    expanded: list[str] = []
    for name in groups.split():
        if name in GROUPS:
            expanded += expand(GROUPS[name])
        elif name in NOUN_TABLES or name in NOUN:
            expanded.append(name)
        else:
            raise KeyError(f"no group, theme or noun is called {name!r}")
    return tuple(expanded)
