"""The file ``tokenizer.json``, whichever tokenizer it describes."""

from __future__ import annotations

from collections.abc import Callable

from transformer_viz.text.byte_level import ByteLevelTokenizer
from transformer_viz.text.marian import MarianTokenizer
from transformer_viz.text.vocabulary import parsed
from transformer_viz.text.wordpiece import WordPieceTokenizer

PretrainedTokenizer = WordPieceTokenizer | ByteLevelTokenizer | MarianTokenizer
KINDS: dict[str, Callable[[bytes], PretrainedTokenizer]] = {
    "WordPiece": WordPieceTokenizer,
    "BPE": ByteLevelTokenizer,
    "Marian": MarianTokenizer,
}


def read_tokenizer_json(content: bytes) -> PretrainedTokenizer:
    """The tokenizer that ``content`` describes, by the type of its model.

    Raises:
        ValueError, KeyError, TypeError: there is none, or of a type that is not known here.
    """
    return KINDS[parsed(content)["model"]["type"]](content)
