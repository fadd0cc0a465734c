"""Fixed phrases with hand-written alignment, in a short notation.

`how are you ? | comment/1 vas/2 -tu/3 ?/4`: every French word carries the index (from 1) of its
sure English word; `~2` marks a possible one, `mot/1~2~3` both, `mot/` none.
"""

from dataclasses import dataclass
from typing import NamedTuple

from transformer_viz.training.grammar.draw import Draw
from transformer_viz.training.grammar.word import Word
from transformer_viz.training.grammar.word_tables import read_table, read_translations


class Template(NamedTuple):
    """A fixed phrase; French words hold (text, sure index or 0, possible indices)."""

    english: tuple[str, ...]
    french: tuple[tuple[str, int, tuple[int, ...]], ...]


@dataclass(frozen=True)
class _AdverbialRow:
    said_with: str
    english: str
    french: str


def read_template(english: str, french: str) -> Template:
    """
    >>> read_template("last week", "la/~2 semaine/2 dernière/1").french[0]
    ('la', 0, (2,))
    """
    words = tuple(english.split())
    return Template(words, tuple(_read_french(item, french, len(words)) for item in french.split()))


def _read_french(item: str, phrase: str, n_english: int) -> tuple[str, int, tuple[int, ...]]:
    text, slash, links = item.rpartition("/")
    if not slash:
        raise ValueError(f"no alignment for {item!r} in {phrase!r}")
    sure, *possible = (int(index or 0) for index in links.split("~"))
    if max(sure, *possible, 0) > n_english:
        raise ValueError(f"{item!r} in {phrase!r} points behind the last English word")
    return text, sure, tuple(possible)


def read_phrases(name: str) -> tuple[Template, ...]:
    """The phrases of a word table with the columns english and french."""
    return tuple(read_template(*row) for row in read_translations(name))


_ADVERBIALS = read_table("adverbials", _AdverbialRow, unique=("said_with", "english"))


def adverbials(said_with: str) -> tuple[Template, ...]:
    """The adverbials of time or place that suit a tense or a kind of sentence."""
    rows = (row for row in _ADVERBIALS if row.said_with == said_with)
    return tuple(read_template(row.english, row.french) for row in rows)


def spell(draw: Draw, template: Template) -> tuple[list[Word], list[Word]]:
    """The words of a template in both languages, with fresh keys."""
    keys = [draw.key() for _ in template.english]
    english = [Word(text, key) for text, key in zip(template.english, keys, strict=True)]
    french = [
        Word(text, keys[sure - 1] if sure else 0, tuple(keys[index - 1] for index in possible))
        for text, sure, possible in template.french
    ]
    return english, french
