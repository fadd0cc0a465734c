"""Short lists of words with something in common, by name."""

from dataclasses import dataclass

from transformer_viz.training.grammar.word_tables import read_table


@dataclass(frozen=True)
class _ListRow:
    name: str
    words: tuple[str, ...]


_LISTS = {row.name: row.words for row in read_table("word_lists", _ListRow, unique=("name",))}


def word_list(name: str) -> tuple[str, ...]:
    """The words of a list, a repeated one as often as it stands there.

    >>> word_list("eye colors")
    ('blue', 'green', 'brown', 'black', 'gray')
    """
    return _LISTS[name]
