from __future__ import annotations

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from tests.helpers import KNOWN_CHARACTERS, SENTENCES, many, tiny_tokenizer
from transformer_viz.errors import InputError
from transformer_viz.text.cleanup import clean
from transformer_viz.text.tokenizer import (
    END,
    LONE_BLANK,
    PAD,
    START,
    UNKNOWN,
    Token,
    Tokenizer,
    special,
)

# Words it knows, words it can spell, characters it has never seen, and what only looks special.
scraps = st.one_of(
    st.sampled_from(["the cat", "Mary's", "garden", "zebra", " ", ". ", "'", "12"]),
    st.sampled_from(
        ["<s>", "</s>", "<pad>", "<unk>", "\u2581", "\u2581\u2581", "\u2047", "\ufffd"]
    ),
    st.sampled_from(
        ["\U0001f600", "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\u7565", "\u05d0"]
    ),
    st.text(max_size=3),
)
typed_texts = st.lists(scraps, max_size=8).map("".join)


@pytest.fixture(scope="session")
def tokenizer() -> Tokenizer:
    return tiny_tokenizer()


def cleaned(typed: str) -> str:
    try:
        return clean(typed).text
    except InputError:  # nothing to read
        reject()


def ids_of(tokens: list[Token]) -> list[int]:
    return [token.id for token in tokens]


def test_the_four_ids_that_everything_relies_on(tokenizer: Tokenizer) -> None:
    assert (PAD, START, END, UNKNOWN) == (0, 1, 2, 3)
    assert [tokenizer.token(i).text for i in range(4)] == ["<pad>", "<s>", "</s>", "<unk>"]
    assert [tokenizer.token(i).is_special for i in range(4)] == [True, True, True, False]


@many
@given(typed=typed_texts)
def test_the_pieces_cover_the_text_and_leave_out_nothing_but_blanks(
    tokenizer: Tokenizer, typed: str
) -> None:
    text = cleaned(typed)
    rebuilt, at = "", 0
    for token in tokenizer.tokens(text):
        first, end = token.span
        between = text[at:first]
        assert between == (" " if token.starts_word and at else ""), token
        assert token.text == (text[first:end] or LONE_BLANK)
        rebuilt += between + text[first:end]
        at = end
    assert rebuilt == text


@many
@given(typed=typed_texts)
def test_no_typed_text_gives_a_special_id(tokenizer: Tokenizer, typed: str) -> None:
    assert not [token for token in tokenizer.tokens(cleaned(typed)) if token.is_special]


@pytest.mark.parametrize(
    "typed", ["<s>", "</s>", "<pad>", "<unk>", "a </s> b", "\u2581", "\u2581cat"]
)
def test_what_looks_special_is_plain_text(tokenizer: Tokenizer, typed: str) -> None:
    tokens = tokenizer.tokens(typed)
    assert not set(ids_of(tokens)) & {PAD, START, END}
    shown = "".join(token.text for token in tokens if token.text != LONE_BLANK)
    assert shown == typed.replace(" ", "")


@many
@given(st.lists(st.text(KNOWN_CHARACTERS, min_size=1), min_size=1))
def test_decoding_gives_back_every_text_of_known_characters(
    tokenizer: Tokenizer, words: list[str]
) -> None:
    text = " ".join(words)
    assert tokenizer.decode(ids_of(tokenizer.tokens(text))) == text


@pytest.mark.parametrize("sentence", SENTENCES[::10])
def test_a_sentence_of_the_training_text_has_fewer_pieces_than_characters(
    tokenizer: Tokenizer, sentence: str
) -> None:
    tokens = tokenizer.tokens(sentence)
    assert len(tokens) < len(sentence)
    assert not any(token.is_unknown for token in tokens)
    assert tokenizer.decode(ids_of(tokens)) == sentence


@pytest.mark.parametrize("unknown", ["\U0001f600", "\u7565", "\u05d0", "\ufffd", "\u2581"])
def test_an_unknown_character_keeps_its_surface_and_is_flagged(
    tokenizer: Tokenizer, unknown: str
) -> None:
    tokens = [token for token in tokenizer.tokens(f"the {unknown} cat") if token.is_unknown]
    assert [(token.id, token.text, token.span) for token in tokens] == [(UNKNOWN, unknown, (4, 5))]


def test_a_repeated_word_is_as_many_tokens(tokenizer: Tokenizer) -> None:
    once = tokenizer.tokens("cat")
    assert len(tokenizer.tokens(" ".join(["cat"] * 50))) == 50 * len(once)


def test_a_word_starts_where_a_blank_was(tokenizer: Tokenizer) -> None:
    tokens = tokenizer.tokens("the cat sees")
    starts = [token.span[0] for token in tokens if token.starts_word]
    assert starts == [0, 4, 8]


def test_special_tokens_stand_for_nothing_in_the_text(tokenizer: Tokenizer) -> None:
    ids = ids_of(tokenizer.tokens("the cat"))
    assert tokenizer.decode([START, *ids, END, PAD, PAD]) == "the cat"
    assert special(END, at=7) == Token(END, "</s>", True, (7, 7), "special")


def test_the_vocabulary_is_counted_with_its_special_tokens(tokenizer: Tokenizer) -> None:
    ids = range(tokenizer.vocab_size)
    assert len({tokenizer.token(i).text + str(tokenizer.token(i).starts_word) for i in ids}) == len(
        ids
    )
    with pytest.raises(IndexError):
        tokenizer.token(tokenizer.vocab_size)


def test_the_same_bytes_give_the_same_tokenizer(tokenizer: Tokenizer) -> None:
    again = Tokenizer(tokenizer.model)
    assert again.tokens("Mary's zebra \u7565") == tokenizer.tokens("Mary's zebra \u7565")
