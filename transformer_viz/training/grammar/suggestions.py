"""Sentences that a visitor types first, with the French that a fluent speaker writes."""

from dataclasses import dataclass

from transformer_viz.training.grammar.word_tables import read_table


@dataclass(frozen=True)
class _SuggestionRow:
    english: str
    french: str


SENTENCES_PEOPLE_TRY: tuple[tuple[str, str], ...] = tuple(
    (row.english, row.french)
    for row in read_table("suggestions", _SuggestionRow, unique=("english",))
)
