"""Which words a model has met often enough to know them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

MIN_OCCURRENCES = 20  # a rarer English form is most likely an invented name


def known_words(texts: Iterable[str]) -> tuple[str, ...]:
    """The words of ``texts`` that are no rarities, in lower case, sorted."""
    counts = Counter(word.lower() for text in texts for word in re.findall(r"[^\W\d_]+", text))
    return tuple(sorted(word for word, n in counts.items() if n >= MIN_OCCURRENCES))
