"""Fixed phrases with hand-written alignment, in a short notation.

`How are you ? | Comment/1 vas/2 -tu/3 ?/4`: every French word carries the index (from 1) of its
sure English word; `~2` marks a possible one, `mot/1~2~3` both, `mot/` none.
"""

from collections.abc import Sequence
from typing import NamedTuple

from transformer_viz.training.grammar.draw import Draw
from transformer_viz.training.grammar.word import Word


class Template(NamedTuple):
    """A fixed phrase; French words hold (text, sure index or 0, possible indices)."""

    english: tuple[str, ...]
    french: tuple[tuple[str, int, tuple[int, ...]], ...]


def read_template(line: str) -> Template:
    """
    >>> read_template("last week | la/~2 semaine/2 dernière/1").french[0]
    ('la', 0, (2,))
    """
    english, french = line.split("|")
    return Template(
        tuple(english.split()), tuple(_read_french(item, line) for item in french.split())
    )


def _read_french(item: str, line: str) -> tuple[str, int, tuple[int, ...]]:
    text, slash, links = item.rpartition("/")
    if not slash:
        raise ValueError(f"no alignment for {item!r} in {line!r}")
    sure, *possible = links.split("~")
    return text, int(sure or 0), tuple(int(index) for index in possible)


def read_templates(text: str) -> tuple[Template, ...]:
    return tuple(read_template(line) for line in text.strip().splitlines())


def spell(draw: Draw, template: Template) -> tuple[list[Word], list[Word]]:
    """The words of a template in both languages, with fresh keys."""
    keys = [draw.key() for _ in template.english]
    english = [Word(text, key) for text, key in zip(template.english, keys, strict=True)]
    french = [
        Word(text, keys[sure - 1] if sure else 0, tuple(keys[index - 1] for index in possible))
        for text, sure, possible in template.french
    ]
    return english, french


def index_of(words: Sequence[Word], text: str) -> int:
    return next(place for place, word in enumerate(words) if word.text == text)
