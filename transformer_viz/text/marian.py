"""Marian's tokenizers: one SentencePiece model for each language, and one list of ids."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Literal

import sentencepiece

from transformer_viz.text.tokenizer import BLANK_MARK, LONE_BLANK, Kind, Specials, Token
from transformer_viz.text.vocabulary import Vocabulary, parsed

PAD, END, UNKNOWN = "<pad>", "</s>", "<unk>"
Side = Literal["source", "target"]
# SentencePiece and Marian's normalisation take these for blanks; an unknown block stands in.
_NO_BLANKS = str.maketrans({BLANK_MARK: "\u2582", "\ufffd": "\u2582"})


class MarianTokenizer:
    """One language of a Marian translator; ``target`` is the other one.

    SentencePiece cuts, but the ids are Marian's own: a piece that its list lacks is unknown.
    Its file holds both SentencePiece models in base64, and the list of ids of each side.

    Raises:
        ValueError: the file is none, or its list lacks a token that Marian needs.
    """

    def __init__(self, model: bytes, side: Side = "source") -> None:
        content = parsed(model)["model"]
        self.model = model
        self.side: Side = side
        self.vocabulary = Vocabulary(content[f"{side}_vocab"])
        missing = {PAD, END, UNKNOWN} - self.vocabulary.ids.keys()
        if missing:
            raise ValueError(f"the vocabulary lacks {min(missing)}")
        pieces = base64.b64decode(content[side], validate=True)
        self._pieces = sentencepiece.SentencePieceProcessor(model_proto=pieces)

    @classmethod
    def of(
        cls,
        source: bytes,
        target: bytes,
        vocabulary: Mapping[str, int],
        target_vocabulary: Mapping[str, int] | None = None,
    ) -> MarianTokenizer:
        """The content of ``source.spm``, ``target.spm`` and ``vocab.json``.

        Args:
            target_vocabulary: where the two languages do not share one list of ids.
        """
        content = {
            "type": "Marian",
            "source": base64.b64encode(source).decode(),
            "target": base64.b64encode(target).decode(),
            "source_vocab": dict(vocabulary),
            "target_vocab": dict(target_vocabulary or vocabulary),
        }
        return cls(json.dumps({"model": content}, ensure_ascii=False).encode())

    @cached_property
    def target(self) -> MarianTokenizer:
        """The tokenizer of what the model writes."""
        return self if self.side == "target" else MarianTokenizer(self.model, "target")

    @property
    def specials(self) -> Specials:
        """A target starts from the padding token; a source has no start."""
        ids = self.vocabulary.ids
        start = ids[PAD] if self.side == "target" else None
        return Specials(pad=ids[PAD], start=start, end=ids[END], unknown=ids[UNKNOWN])

    @property
    def blank_id(self) -> int | None:
        """None: it was not trained to fill in blanks."""
        return None

    @property
    def vocab_size(self) -> int:
        """Number of pieces, special tokens included."""
        return len(self.vocabulary)

    def ids(self, text: str) -> list[int]:
        """The ids of the pieces of cleaned text; a typed ``</s>`` is plain text."""
        return [token.id for token in self.tokens(text)]

    def tokens(self, text: str) -> list[Token]:
        """The pieces of cleaned text, each with the characters that it stands for."""
        unknown = self.vocabulary.ids[UNKNOWN]
        tokens: list[Token] = []
        found = self._pieces.encode(text.translate(_NO_BLANKS), return_type="offset_mapping")
        for piece, (first, end) in zip(found["pieces"], found["offsets"], strict=True):
            first += text[first:end].startswith(" ")
            token_id = self.vocabulary.ids.get(piece, unknown)
            begins = piece.startswith(BLANK_MARK)
            characters = text[first:end] or piece.removeprefix(BLANK_MARK) or LONE_BLANK
            kind: Kind = "unknown" if token_id == unknown else "piece"
            tokens.append(Token(token_id, characters, begins, (first, end), kind))
        return tokens

    def token(self, token_id: int) -> Token:
        """A vocabulary entry, outside of any text."""
        piece = self.vocabulary.pieces[token_id]
        if piece in (PAD, END):
            return Token(token_id, piece, True, (0, 0), "special")
        text = piece.removeprefix(BLANK_MARK) or LONE_BLANK
        token = Token(token_id, text, piece.startswith(BLANK_MARK), (0, 0))
        return replace(token, kind="unknown") if piece == UNKNOWN else token

    def decode(self, token_ids: Sequence[int]) -> str:
        """The text of the ids; special tokens stand for nothing."""
        pieces = [self.vocabulary.pieces[i] for i in token_ids]
        return self._pieces.decode_pieces([p for p in pieces if p not in (PAD, END)])
