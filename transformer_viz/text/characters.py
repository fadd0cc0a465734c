"""The smallest tokenizer: one character, one token."""

from __future__ import annotations

from collections.abc import Sequence

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

SPECIAL_ENTRIES = (*SPECIAL_TOKENS.values(), "<unk>")  # ids 0 to 3, as in every vocabulary of ours


class CharacterTokenizer:
    """A list of characters; what is not in it becomes the unknown token.

    Its file is that list, one entry per line, special tokens first: a line's number is its id.

    >>> digits = CharacterTokenizer.of("0123456789")
    >>> digits.vocab_size, digits.ids("407")
    (14, [8, 4, 11])
    """

    def __init__(self, model: bytes) -> None:
        self.model = model
        entries = model.decode("utf-8").split("\n")[:-1]
        if tuple(entries[: len(SPECIAL_ENTRIES)]) != SPECIAL_ENTRIES:
            raise ValueError("a vocabulary starts with its special tokens")
        if any(len(entry) != 1 for entry in entries[len(SPECIAL_ENTRIES) :]):
            raise ValueError("every other entry is one character")
        if len(set(entries)) != len(entries):
            raise ValueError("an entry stands twice")
        self.blank_id: int | None = None
        self._entries = entries
        self._ids = {entry: i for i, entry in enumerate(entries) if i > UNKNOWN}

    @classmethod
    def of(cls, characters: str) -> CharacterTokenizer:
        """A vocabulary of these characters, in this order."""
        return cls("".join(f"{entry}\n" for entry in (*SPECIAL_ENTRIES, *characters)).encode())

    @property
    def vocab_size(self) -> int:
        """Number of characters and special tokens."""
        return len(self._entries)

    @property
    def specials(self) -> Specials:
        """The ids that our own vocabularies share."""
        return Specials(pad=PAD, start=START, end=END, unknown=UNKNOWN)

    def ids(self, text: str) -> list[int]:
        """One id per character of cleaned text."""
        return [self._ids.get(character, UNKNOWN) for character in text]

    def tokens(self, text: str) -> list[Token]:
        """One token per character of cleaned text; each stands for itself, as a word does."""
        return [
            Token(token_id, character, True, (i, i + 1), kind_of(token_id))
            for i, (token_id, character) in enumerate(zip(self.ids(text), text, strict=True))
        ]

    def token(self, token_id: int) -> Token:
        """A vocabulary entry, outside of any text."""
        if token_id in SPECIAL_TOKENS:
            return special(token_id)
        return Token(token_id, self._entries[token_id], True, (0, 0), kind_of(token_id))

    def decode(self, token_ids: Sequence[int]) -> str:
        """The characters of the ids, without blanks between them."""
        return "".join(self._entries[i] for i in token_ids if i not in SPECIAL_TOKENS)
