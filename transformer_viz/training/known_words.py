"""Which words a model has met often enough to know them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

STARTS = re.compile(r"(^|[.!?]\s)$")  # what stands before a sentence
MIN_OCCURRENCES = 20  # a rarer English form is most likely an invented name


def known_words(texts: Iterable[str]) -> tuple[str, ...]:
    """The words of ``texts`` that are no rarities, as they stand inside a sentence, sorted.

    A word that is nearly always capitalised, even inside, keeps its capital: "Mary", "Monday", "I".

    >>> known_words(["Today I see Mary. Cats sleep."] * 20)
    ('cats', 'I', 'Mary', 'see', 'sleep', 'today')
    """
    counts, inside = Counter[str](), Counter[str]()
    for text in texts:
        for found in re.finditer(r"[^\W\d_]+", text):
            counts[found[0].lower()] += 1
            if not STARTS.search(text[: found.start()]):
                inside[found[0]] += 1
    frequent = sorted(word for word, n in counts.items() if n >= MIN_OCCURRENCES)
    return tuple(_written(word, inside) for word in frequent)


def _written(word: str, inside: Counter[str]) -> str:
    """With a capital if it has one in most places where none is due; sloppy texts lower names."""
    capital = word.capitalize()
    return capital if inside[capital] > inside[word] else word
