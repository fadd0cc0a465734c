"""SentencePiece: text to pieces and their ids, without losing what each piece stands for."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, runtime_checkable

import sentencepiece

PAD, START, END, UNKNOWN = 0, 1, 2, 3
BLANK = "[MASK]"  # one piece of a vocabulary that was trained with blanks: a word to be guessed
SPECIAL_TOKENS = {PAD: "<pad>", START: "<s>", END: "</s>"}
LONE_BLANK = "\u2423"  # shown for a piece that is nothing but the blank before a word
BLANK_MARK = "\u2581"  # how SentencePiece writes that blank
_NOT_A_PIECE = "\ufffd"  # stands for a typed \u2581, which SentencePiece would take for a blank


Kind = Literal["piece", "special", "unknown"]


@dataclass(frozen=True, kw_only=True)
class Specials:
    """The ids of what no typed text produces; None where a vocabulary has no such token.

    The blank of a masked language model is not among them: it can be typed.

    Attributes:
        pad: fills up short sentences of a batch.
        source_start: stands before what an encoder reads, as BERT's ``[CLS]`` does.
        start: stands before what a decoder writes.
        end: stands after the text.
        unknown: stands in for what the vocabulary cannot write.
    """

    pad: int | None = None
    source_start: int | None = None
    start: int | None = None
    end: int | None = None
    unknown: int | None = None


@dataclass(frozen=True)
class Token:
    """One piece of a text.

    Attributes:
        id: its number in the vocabulary.
        text: the characters it stands for, without the blank before them.
        starts_word: False for a piece that continues the word of the piece before it.
        span: where its characters stand in the text; empty for a special token.
        kind: ``"special"`` for tokens that no typed text can produce, such as ``</s>``;
            ``"unknown"`` where the model sees "something unknown" instead of these characters.
        part: (2, 3) for the second of three pieces that share characters, since none of them alone
            is one: each then has the text of all three.
        hex: the bytes of such a piece, ``"9F A4"``; empty where the piece is whole characters.
    """

    id: int
    text: str
    starts_word: bool
    span: tuple[int, int]
    kind: Kind = "piece"
    part: tuple[int, int] = (1, 1)
    hex: str = ""

    @property
    def is_special(self) -> bool:
        """True for tokens that no typed text can produce, such as ``</s>``."""
        return self.kind == "special"

    @property
    def is_unknown(self) -> bool:
        """True where the model sees "something unknown" instead of these characters."""
        return self.kind == "unknown"


def special(token_id: int, at: int = 0) -> Token:
    """The start or end token, standing before the character ``at``."""
    return Token(token_id, SPECIAL_TOKENS[token_id], True, (at, at), "special")


def kind_of(token_id: int) -> Kind:
    """What an id of our own vocabularies is; their first ids have fixed meanings."""
    if token_id in SPECIAL_TOKENS:
        return "special"
    return "unknown" if token_id == UNKNOWN else "piece"


@runtime_checkable  # the tests check types at run time
class TextTokenizer(Protocol):
    """What every tokenizer can do; its class also builds itself from ``model``."""

    @property
    def model(self) -> bytes:
        """All it knows, as the content of its file in a checkpoint."""
        ...

    @property
    def vocab_size(self) -> int:
        """Number of pieces, special tokens included."""
        ...

    @property
    def blank_id(self) -> int | None:
        """The id of ``BLANK``; None for a vocabulary without blanks."""
        ...

    @property
    def specials(self) -> Specials:
        """The ids of what no typed text produces."""
        ...

    def ids(self, text: str) -> list[int]:
        """The ids of the pieces of cleaned text."""
        ...

    def tokens(self, text: str) -> list[Token]:
        """The pieces of cleaned text, each with what it stands for."""
        ...

    def token(self, token_id: int) -> Token:
        """A vocabulary entry, outside of any text."""
        ...

    def decode(self, token_ids: Sequence[int]) -> str:
        """The text of the ids; special tokens stand for nothing."""
        ...


class Tokenizer:
    """A SentencePiece model whose normalisation is the identity, so offsets are characters."""

    def __init__(self, model: bytes) -> None:
        self.model = model
        self._pieces = sentencepiece.SentencePieceProcessor(model_proto=model)

    @property
    def specials(self) -> Specials:
        """The ids that our own vocabularies share."""
        return Specials(pad=PAD, start=START, end=END, unknown=UNKNOWN)

    @property
    def vocab_size(self) -> int:
        """Number of pieces, special tokens included."""
        return self._pieces.get_piece_size()

    def ids(self, text: str) -> list[int]:
        """The ids of the pieces of cleaned text.

        A typed ``<s>`` is plain text: it never becomes a special token.
        """
        return self._pieces.encode(_writable(text), out_type=int)

    def tokens(self, text: str) -> list[Token]:
        """The pieces of cleaned text, each with what it stands for."""
        tokens: list[Token] = []
        at = 0
        pieces = self._pieces.encode(_writable(text), out_type=str)
        for token_id, piece in zip(self.ids(text), pieces, strict=True):
            starts_word = piece.startswith(BLANK_MARK)
            if starts_word and at:
                at += 1  # the blank itself
            end = at + len(piece) - starts_word
            characters = text[at:end] or LONE_BLANK
            tokens.append(Token(token_id, characters, starts_word, (at, end), kind_of(token_id)))
            at = end
        return tokens

    @property
    def blank_id(self) -> int | None:
        """The id of ``BLANK``; None for a vocabulary without blanks."""
        found = self._pieces.piece_to_id(BLANK_MARK + BLANK)
        return None if found == UNKNOWN else found

    def token(self, token_id: int) -> Token:
        """A vocabulary entry, outside of any text."""
        if token_id in SPECIAL_TOKENS:
            return special(token_id)
        piece = self._pieces.id_to_piece(token_id)
        text = piece.removeprefix(BLANK_MARK) or LONE_BLANK
        return Token(token_id, text, piece.startswith(BLANK_MARK), (0, 0), kind_of(token_id))

    def decode(self, token_ids: Sequence[int]) -> str:
        """The text of the ids; special tokens stand for nothing."""
        return self._pieces.decode([i for i in token_ids if i not in SPECIAL_TOKENS])


def _writable(text: str) -> str:
    return text.replace(BLANK_MARK, _NOT_A_PIECE)


def train_tokenizer(
    sentences: Iterable[str], vocab_size: int, required: str, *, blanks: bool = False
) -> Tokenizer:
    """Learn a unigram vocabulary.

    Args:
        sentences: cleaned text; the order matters for the result.
        vocab_size: entries asked for; the result may have fewer.
        required: characters that must be pieces of their own, so that any name can be spelled.
        blanks: whether ``BLANK``, standing where a word does, is a piece of its own.
    """
    written = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(sentences),
        model_writer=written,
        model_type="unigram",
        vocab_size=vocab_size,
        hard_vocab_limit=False,
        normalization_rule_name="identity",
        required_chars=required,
        character_coverage=1.0,
        pad_id=PAD,
        bos_id=START,
        eos_id=END,
        unk_id=UNKNOWN,
        user_defined_symbols=[BLANK_MARK + BLANK] if blanks else [],
        num_threads=1,
        minloglevel=2,
    )
    return Tokenizer(written.getvalue())
