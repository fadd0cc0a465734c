"""The word of a draft and the concept keys that align it."""

from collections.abc import Sequence
from typing import NamedTuple


class Word(NamedTuple):
    """A word of either language before its final spelling.

    Words of the two languages with the same non-zero `key` are sure links; a word whose `also`
    holds the other's key is a possible one. `article` marks le and les that contract with de and
    à (the pronouns le and les do not).
    """

    text: str
    key: int = 0
    also: tuple[int, ...] = ()
    article: bool = False


def spread(words: Sequence[str], key: int, head: int = 0) -> list[Word]:
    """Words of one meaning: its head has the key, the others are possible links."""
    spread_out = [Word(text, 0, (key,)) for text in words]
    spread_out[head] = Word(words[head], key)
    return spread_out
