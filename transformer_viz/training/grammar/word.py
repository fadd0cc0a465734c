"""The word of a draft and the concept keys that align it."""

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
