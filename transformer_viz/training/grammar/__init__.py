"""A bilingual grammar: English sentences, their French, and which word translates which."""

from transformer_viz.training.grammar.augmentation import (
    augmented_pair,
    invented_name_pair,
    variant,
)
from transformer_viz.training.grammar.pair import Pair, Side
from transformer_viz.training.grammar.sentences import sentence_pair
from transformer_viz.training.grammar.suggestions import SENTENCES_PEOPLE_TRY

__all__ = [
    "SENTENCES_PEOPLE_TRY",
    "Pair",
    "Side",
    "augmented_pair",
    "invented_name_pair",
    "sentence_pair",
    "variant",
]
