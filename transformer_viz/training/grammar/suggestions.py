"""Sentences that a visitor types first, with the French that a fluent speaker writes."""

from transformer_viz.training.grammar.word_tables import read_translations

SENTENCES_PEOPLE_TRY = read_translations("suggestions")
