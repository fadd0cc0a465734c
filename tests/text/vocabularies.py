"""Tiny vocabularies of the families' kinds, learnt or written here."""

from __future__ import annotations

import io
import json
from functools import cache

import sentencepiece
import tokenizers

from tests.helpers import SENTENCES
from transformer_viz.text.byte_level import ByteLevelTokenizer
from transformer_viz.text.marian import MarianTokenizer
from transformer_viz.text.wordpiece import WordPieceTokenizer

WORDPIECES = [
    *("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"),
    *("the", "cat", "##s", "sleep", "un", "##aff", "##able", "mary", "caf", "##e", "mask", "sep"),
    *("<", ">", "[", "]", "/", "'", ".", "s", "1", "##2", "\u7565", "\u90ce"),
]


@cache
def wordpiece() -> WordPieceTokenizer:
    return WordPieceTokenizer.of(WORDPIECES)


@cache
def library_bpe() -> tokenizers.Tokenizer:
    """Learnt with the library's own trainer, all 256 bytes included."""
    learnt = tokenizers.Tokenizer(tokenizers.models.BPE())
    learnt.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=300,
        show_progress=False,
        special_tokens=["<|endoftext|>"],
        initial_alphabet=tokenizers.pre_tokenizers.ByteLevel.alphabet(),
    )
    learnt.train_from_iterator([*SENTENCES, *["\U0001f917 \u7565"] * 9], trainer)
    learnt.decoder = tokenizers.decoders.ByteLevel()
    return learnt


@cache
def byte_level() -> ByteLevelTokenizer:
    return ByteLevelTokenizer(library_bpe().to_str().encode())


@cache
def spm() -> bytes:
    """A SentencePiece model with the normalisation that Marian's have."""
    written = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(SENTENCES),
        model_writer=written,
        model_type="unigram",
        vocab_size=90,
        hard_vocab_limit=False,
        normalization_rule_name="nmt_nfkc",
        minloglevel=2,
    )
    return written.getvalue()


@cache
def marian_ids() -> dict[str, int]:
    """Marian's own order: end and unknown first, padding last."""
    pieces = sentencepiece.SentencePieceProcessor(model_proto=spm())
    names = [pieces.id_to_piece(i) for i in range(pieces.get_piece_size())]
    words = sorted(set(names) - {"<s>", "</s>", "<unk>"})
    return {name: i for i, name in enumerate(["</s>", "<unk>", *words, "<pad>"])}


@cache
def marian() -> MarianTokenizer:
    return MarianTokenizer.of(spm(), spm(), marian_ids())


def changed(content: bytes, **model: object) -> bytes:
    """The file of a tokenizer with some entries of its model replaced."""
    value = json.loads(content)
    value["model"].update(model)
    return json.dumps(value).encode()
