"""WordPiece: BERT's pieces, in which ``##`` continues a word (Devlin et al. 2019, section 3)."""

from __future__ import annotations

import json
from collections.abc import Sequence

import tokenizers

from transformer_viz.text.tokenizer import BLANK, Kind, Specials, Token
from transformer_viz.text.vocabulary import Vocabulary, parsed, starts_word

PAD, UNKNOWN, START, END = "[PAD]", "[UNK]", "[CLS]", "[SEP]"
SPECIAL_PIECES = (PAD, START, END, BLANK)
CONTINUES = "##"
LONGEST_WORD = 100  # characters; BERT takes a longer word for one unknown piece


class WordPieceTokenizer:
    """BERT's tokenizer, rebuilt from a vocabulary, so that no typed text is a special token.

    Its file has the layout of the ``tokenizers`` library, of which these parts are read: the
    vocabulary, and whether the text is lower-cased, stripped of accents, and cut between Chinese
    characters.

    Raises:
        ValueError: the file is none, or its vocabulary lacks a token that BERT needs.
    """

    def __init__(self, model: bytes) -> None:
        content = parsed(model)
        self.model = model
        self.vocabulary = Vocabulary(content["model"]["vocab"])
        missing = {UNKNOWN, *SPECIAL_PIECES} - self.vocabulary.ids.keys()
        if missing:
            raise ValueError(f"the vocabulary lacks {min(missing)}")
        options = content.get("normalizer") or {}
        self._inner = tokenizers.Tokenizer(
            tokenizers.models.WordPiece(
                self.vocabulary.ids, unk_token=UNKNOWN, max_input_chars_per_word=LONGEST_WORD
            )
        )
        self._inner.normalizer = tokenizers.normalizers.BertNormalizer(
            clean_text=True,
            handle_chinese_chars=bool(options.get("handle_chinese_chars", True)),
            strip_accents=options.get("strip_accents"),
            lowercase=bool(options.get("lowercase", True)),
        )
        self._inner.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()

    @classmethod
    def of(cls, pieces: Sequence[str], *, lowercase: bool = True) -> WordPieceTokenizer:
        """A vocabulary of these pieces, in this order: the lines of a ``vocab.txt``."""
        vocabulary = {piece: i for i, piece in enumerate(pieces)}
        content = {
            "model": {"type": "WordPiece", "vocab": vocabulary},
            "normalizer": {"type": "BertNormalizer", "lowercase": lowercase},
        }
        return cls(json.dumps(content, ensure_ascii=False).encode())

    @property
    def specials(self) -> Specials:
        """The ids of what no typed text produces."""
        ids = self.vocabulary.ids
        first, end = ids[START], ids[END]
        return Specials(
            pad=ids[PAD], source_start=first, start=first, end=end, unknown=ids[UNKNOWN]
        )

    @property
    def blank_id(self) -> int | None:
        """The id of ``[MASK]``, a word to be guessed."""
        return self.vocabulary.ids[BLANK]

    @property
    def vocab_size(self) -> int:
        """Number of pieces, special tokens included."""
        return len(self.vocabulary)

    def ids(self, text: str) -> list[int]:
        """The ids of the pieces of cleaned text; a typed ``[SEP]`` is plain text."""
        return [token.id for token in self.tokens(text)]

    def tokens(self, text: str, *, blanks: bool = False) -> list[Token]:
        """The pieces of cleaned text, each with the characters that it stands for.

        Args:
            blanks: whether a typed ``[MASK]`` is a word to be guessed; plain text otherwise.
        """
        tokens: list[Token] = []
        at = 0
        for i, stretch in enumerate(text.split(BLANK) if blanks else [text]):
            if i:
                before = starts_word(text, at)
                blank = self.vocabulary.ids[BLANK]
                tokens.append(Token(blank, BLANK, before, (at, at + len(BLANK)), "special"))
                at += len(BLANK)
            tokens += self._plain(text, at, stretch)
            at += len(stretch)
        return tokens

    def _plain(self, text: str, at: int, stretch: str) -> list[Token]:
        found = self._inner.encode(stretch, add_special_tokens=False)
        spans = [(at + first, at + end) for first, end in found.offsets]
        return [
            Token(i, text[first:end], starts_word(text, first), (first, end), self._kind(i))
            for i, (first, end) in zip(found.ids, spans, strict=True)
        ]

    def _kind(self, token_id: int) -> Kind:
        piece = self.vocabulary.pieces[token_id]
        if piece in SPECIAL_PIECES:
            return "special"
        return "unknown" if piece == UNKNOWN else "piece"

    def token(self, token_id: int) -> Token:
        """A vocabulary entry, outside of any text."""
        piece = self.vocabulary.pieces[token_id]
        continues = piece.startswith(CONTINUES) and piece != CONTINUES
        text = piece.removeprefix(CONTINUES) if continues else piece
        return Token(token_id, text, not continues, (0, 0), self._kind(token_id))

    def decode(self, token_ids: Sequence[int]) -> str:
        """The text of the ids, a blank before every word; special tokens stand for nothing."""
        tokens = [self.token(i) for i in token_ids if self._kind(i) != "special"]
        return "".join(" " * token.starts_word + token.text for token in tokens).strip()
