"""Token ids typed as numbers: for models with random weights, which know no words."""

from __future__ import annotations

from collections.abc import Sequence

from transformer_viz.errors import InputError
from transformer_viz.text.cleanup import CleanText
from transformer_viz.text.tokenizer import (
    END,
    PAD,
    SPECIAL_TOKENS,
    START,
    UNKNOWN,
    Specials,
    Token,
    kind_of,
    special,
)


class NumberTokenizer:
    """Every number of the text is the id of one token; ids 0 to 3 are the special ones.

    Its file holds the size of the vocabulary.

    >>> NumberTokenizer(b"10").ids("7 4 9")
    [7, 4, 9]
    """

    def __init__(self, model: bytes) -> None:
        self.model = model
        self.vocab_size = int(model)
        self.blank_id: int | None = None

    @property
    def specials(self) -> Specials:
        """The ids that our own vocabularies share."""
        return Specials(pad=PAD, start=START, end=END, unknown=UNKNOWN)

    def ids(self, text: str) -> list[int]:
        """The ids as they were typed; a number that is no entry becomes the unknown token."""
        return [int(word) if self._has(word) else UNKNOWN for word in text.split()]

    def tokens(self, text: str) -> list[Token]:
        """One token per number of cleaned text."""
        tokens, at = [], 0
        for token_id, word in zip(self.ids(text), text.split(), strict=True):
            at = text.index(word, at)
            tokens.append(Token(token_id, word, True, (at, at + len(word)), kind_of(token_id)))
            at += len(word)
        return tokens

    def token(self, token_id: int) -> Token:
        """A vocabulary entry, outside of any text."""
        if token_id in SPECIAL_TOKENS:
            return special(token_id)
        return Token(token_id, str(token_id), True, (0, 0), kind_of(token_id))

    def decode(self, token_ids: Sequence[int]) -> str:
        """The ids with blanks between them; special tokens stand for nothing."""
        return " ".join(str(i) for i in token_ids if i not in SPECIAL_TOKENS)

    def _has(self, word: str) -> bool:
        # int() would take "1_0", and digits of other scripts
        plain = word.isascii() and word.isdecimal() and len(word) <= 9
        return plain and UNKNOWN < int(word) < self.vocab_size


def example_ids(vocab_size: int) -> list[str]:
    """Ids to begin with, as they are typed: all of them in the vocabulary.

    >>> example_ids(100)[0]
    '12 7 45 99 8'
    """
    first = UNKNOWN + 1
    texts = ((8, 3, 41, 95, 4), (5, 5, 5), (1, 2, 3, 4, 5, 6))
    return [" ".join(str(first + i % (vocab_size - first)) for i in numbers) for numbers in texts]


def prepare_numbers(given: CleanText, vocab_size: int) -> CleanText:
    """Nothing but ids of this vocabulary.

    Raises:
        InputError: something else is among them; the message names it and the range.
    """
    tokenizer = NumberTokenizer(str(vocab_size).encode())
    for word, token_id in zip(given.text.split(), tokenizer.ids(given.text), strict=True):
        if token_id == UNKNOWN:
            raise InputError(
                "errors.only_ids", word=word, first=UNKNOWN + 1, last=max(vocab_size - 1, 4)
            )
    return given
