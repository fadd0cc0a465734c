"""Byte-level BPE: GPT-2's pieces, which are made of bytes (Radford et al. 2019, section 2.2).

A byte is written as one printable character, a blank as ``Ġ``. A character of several bytes may be
cut in the middle; its pieces are then shown as parts of that character, never as broken ones.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import tokenizers

from transformer_viz.text.tokenizer import LONE_BLANK, Kind, Specials, Token
from transformer_viz.text.vocabulary import Vocabulary, parsed

END_OF_TEXT = "<|endoftext|>"


def byte_letters() -> dict[str, int]:
    """The printable character that stands for each byte, as GPT-2's encoder.py assigns them.

    >>> byte_letters()["a"], byte_letters()["\u0120"]
    (97, 32)
    """
    printable = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(256) if byte not in printable]
    letters = {chr(byte): byte for byte in printable}
    return letters | {chr(256 + i): byte for i, byte in enumerate(others)}


LETTERS = byte_letters()


class ByteLevelTokenizer:
    """GPT-2's tokenizer, rebuilt from vocabulary and merges: no typed text is a special token.

    Its file has the layout of the ``tokenizers`` library; its vocabulary, its merges and the names
    of its special tokens are read.

    Raises:
        ValueError: the file is none, or its vocabulary cannot write every byte.
    """

    def __init__(self, model: bytes) -> None:
        content = parsed(model)
        self.model = model
        added = {entry["content"]: entry["id"] for entry in content.get("added_tokens") or []}
        self.vocabulary = Vocabulary({**content["model"]["vocab"], **added})
        self._special = frozenset(added) | ({END_OF_TEXT} & self.vocabulary.ids.keys())
        plain = {p: i for p, i in self.vocabulary.ids.items() if p not in self._special}
        if LETTERS.keys() - plain.keys() or {*"".join(plain)} - LETTERS.keys():
            raise ValueError("a byte-level vocabulary has a piece for every byte, and no others")
        try:
            bpe = tokenizers.models.BPE(plain, _pairs(content["model"]["merges"]))
        except Exception as error:  # the library raises bare exceptions
            raise ValueError("the merges do not fit the vocabulary") from error
        self._inner = tokenizers.Tokenizer(bpe)
        self._inner.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)

    @classmethod
    def of(
        cls, vocabulary: Mapping[str, int], merges: Sequence[tuple[str, str]]
    ) -> ByteLevelTokenizer:
        """The content of a ``vocab.json`` and of a ``merges.txt``."""
        content = {"model": {"type": "BPE", "vocab": dict(vocabulary), "merges": list(merges)}}
        return cls(json.dumps(content, ensure_ascii=False).encode())

    @property
    def specials(self) -> Specials:
        """One special token, which ends a text; the first piece of a text has none before it."""
        return Specials(end=self.vocabulary.ids.get(END_OF_TEXT))

    @property
    def blank_id(self) -> int | None:
        """None: it was not trained to fill in blanks."""
        return None

    @property
    def vocab_size(self) -> int:
        """Number of pieces, special tokens included."""
        return len(self.vocabulary)

    def ids(self, text: str) -> list[int]:
        """The ids of the pieces of cleaned text; a typed ``<|endoftext|>`` is plain text."""
        return self._inner.encode(text, add_special_tokens=False).ids

    def tokens(self, text: str) -> list[Token]:
        """The pieces of cleaned text, each with the characters that it stands for, or is part of.

        As many tokens as pieces: a character cut into three is three tokens with one text.
        """
        pieces = [(i, _bytes_of(self.vocabulary.pieces[i])) for i in self.ids(text)]
        return [token for group in _groups(pieces, text) for token in _as_tokens(group, text)]

    def _kind(self, token_id: int) -> Kind:
        return "special" if self.vocabulary.pieces[token_id] in self._special else "piece"

    def token(self, token_id: int) -> Token:
        """A vocabulary entry, outside of any text; its bytes where they are no characters."""
        piece = self.vocabulary.pieces[token_id]
        if self._kind(token_id) == "special":
            return Token(token_id, piece, True, (0, 0), "special")
        written = _bytes_of(piece)
        begins = written.startswith(b" ")
        try:
            text = written.decode("utf-8").removeprefix(" ") or LONE_BLANK
        except UnicodeDecodeError:
            return Token(token_id, _hex(written), begins, (0, 0), hex=_hex(written))
        return Token(token_id, text, begins, (0, 0))

    def decode(self, token_ids: Sequence[int]) -> str:
        """The text of the ids; special tokens stand for nothing, cut characters for U+FFFD."""
        plain = [self.vocabulary.pieces[i] for i in token_ids if self._kind(i) != "special"]
        return b"".join(map(_bytes_of, plain)).decode("utf-8", errors="replace")


Piece = tuple[int, bytes]
Placed = tuple[int, bytes, int, int]  # id, bytes, first and last character, the last one excluded


def _groups(pieces: Sequence[Piece], text: str) -> list[list[Placed]]:
    """Pieces that share a character stand in one group; every other piece is its own."""
    character_at: list[int] = []  # of every byte
    for i, character in enumerate(text):
        character_at += [i] * len(character.encode("utf-8"))
    groups: list[list[Placed]] = []
    at = 0
    for token_id, written in pieces:
        first, last = character_at[at], character_at[at + len(written) - 1]
        placed = (token_id, written, first, last + 1)
        if at and character_at[at - 1] == first:
            groups[-1].append(placed)
        else:
            groups.append([placed])
        at += len(written)
    return groups


def _as_tokens(group: Sequence[Placed], text: str) -> list[Token]:
    first, end = group[0][2], group[-1][3]
    before = text[first] == " "
    begins = before or first == 0
    first += before
    characters = text[first:end] or LONE_BLANK
    return [
        Token(
            token_id,
            characters,
            begins and i == 0,
            (first, end),
            part=(i + 1, len(group)),
            hex=_hex(written) if len(group) > 1 else "",
        )
        for i, (token_id, written, _, _) in enumerate(group)
    ]


def _bytes_of(piece: str) -> bytes:
    return bytes(LETTERS[letter] for letter in piece)


def _hex(written: bytes) -> str:
    return written.hex(" ").upper()


def _pairs(merges: Sequence[Any]) -> list[tuple[str, str]]:
    # Written as "a b" before, as ["a", "b"] since version 0.20 of the library.
    pairs = [merge.split(" ") if isinstance(merge, str) else merge for merge in merges]
    return [(first, second) for first, second in pairs]
