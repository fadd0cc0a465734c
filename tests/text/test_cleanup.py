from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.helpers import many
from transformer_viz.errors import InputError
from transformer_viz.text.cleanup import MAX_CHARACTERS, clean

# Letters, marks that join them, and everything that a paste can carry along.
ODD = "a \t\r\n\u0301\u0308\u00e9\u00a0\u00ad\u200b\u200d\u200e\u202e\u2028\u3000\ufeff\ufb01\uff11"
ODD += (
    "\u2019\u201c\ud800\udc00\x00\x1c\x85\ue000\ufffd\U0001f468\U0001f3fd\u05d0\u4e2d\u0e01\ufdfa"
)
typed_texts = st.one_of(st.text(st.characters(exclude_categories=())), st.text(ODD))


def notes_of(typed: str) -> list[str]:
    return [note.key for note in clean(typed).notes]


@pytest.mark.parametrize(
    "typed",
    [
        "",
        " ",
        "   ",
        "\n\n\n",
        "\t\r\n",
        "\u00a0\u3000\u2028",
        "\x00",
        "\ufeff",
        "\u202e",
        "\u200b",
    ],
    ids=ascii,
)
def test_nothing_to_read_is_refused_with_a_way_out(typed: str) -> None:
    with pytest.raises(InputError, match="Type a sentence, or click an example"):
        clean(typed)


@pytest.mark.parametrize("typed", ["\u200d", "\u200c \u200d"], ids=ascii)
def test_joiners_that_join_nothing_are_nothing_to_read(typed: str) -> None:
    with pytest.raises(InputError, match="nothing to read"):
        clean(typed)


def test_the_longest_text_is_accepted_and_one_more_character_is_not() -> None:
    assert clean("a" * 2_000).text == "a" * 2_000
    with pytest.raises(InputError, match=r"2001 characters.* 2000\b"):
        clean("a" * 2_001)


def test_a_megabyte_is_refused() -> None:
    with pytest.raises(InputError, match="1000000 characters"):
        clean("a" * 1_000_000)


def test_the_limit_holds_for_the_standard_form_too() -> None:
    """One Arabic ligature becomes 18 characters."""
    with pytest.raises(InputError, match=rf"3600 characters.* {MAX_CHARACTERS}\b"):
        clean("\ufdfa" * 200)


@pytest.mark.parametrize(
    ("typed", "read", "note"),
    [
        ("a\x00b", "ab", "notes.invisible"),
        ("\ufeffcat", "cat", "notes.invisible"),
        ("a\u202ecba\u202c", "acba", "notes.invisible"),
        ("a\u200bb", "ab", "notes.invisible"),
        ("co\u00adop", "coop", "notes.invisible"),
        ("a\x1b[31m", "a[31m", "notes.invisible"),
        ("x\ue000y", "xy", "notes.invisible"),
        ("a\ud800b", "a\ufffdb", "notes.surrogates"),
        ("\udc00", "\ufffd", "notes.surrogates"),
        ("cafe\u0301", "caf\u00e9", "notes.normalised"),
        ("\uff11\uff12 \uff21", "12 A", "notes.normalised"),
        ("\ufb01sh", "fish", "notes.normalised"),
        ("it\u2019s \u2018so\u2019", "it's 'so'", "notes.normalised"),
        ("\u201cso\u201d", '"so"', "notes.normalised"),
        ("a\u00a0b", "a b", "notes.normalised"),
        ("the  cat", "the cat", "notes.whitespace"),
        (" the cat ", "the cat", "notes.whitespace"),
        ("a\r\nb", "a b", "notes.whitespace"),
        ("a\tb", "a b", "notes.whitespace"),
        ("a\nb", "a b", "notes.whitespace"),
    ],
    ids=ascii,
)
def test_a_change_is_made_and_told(typed: str, read: str, note: str) -> None:
    cleaned = clean(typed)
    assert (cleaned.text, [note.key for note in cleaned.notes]) == (read, [note])


@pytest.mark.parametrize(
    "typed",
    [
        "I like cats.",
        "caf\u00e9",
        "...!?",
        "12345",
        "2024-01-31",
        "x",
        "cat " * 49 + "cat",
        "\U0001f600",
        "\U0001f44d\U0001f3fd",  # a thumb with a skin tone
        "\U0001f468\u200d\U0001f469\u200d\U0001f467",  # a family held together by joiners
        "\u0645\u0631\u062d\u0628\u0627",  # Arabic
        "Hello \u05e9\u05dc\u05d5\u05dd",  # Latin and Hebrew
        "\u6211\u559c\u6b22\u732b",  # Chinese
        "\u0e09\u0e31\u0e19\u0e0a\u0e2d\u0e1a",  # Thai
        "\u2581 <s> </s> <pad> <unk>",
        "<b>x</b> <img onerror=1> <script> &lt; $x^2$ ${x} {{x}} [a](b) \\ \" '",
    ],
    ids=ascii,
)
def test_a_text_that_is_fine_is_left_alone_without_a_note(typed: str) -> None:
    assert (clean(typed).text, notes_of(typed)) == (typed, [])


def test_composed_and_decomposed_letters_become_one_text() -> None:
    assert clean("caf\u00e9").text == clean("cafe\u0301").text


def test_several_changes_are_all_told() -> None:
    assert notes_of("\ufeff a\u2019s \ud800 ") == [
        "notes.surrogates",
        "notes.invisible",
        "notes.normalised",
        "notes.whitespace",
    ]


@many
@given(typed_texts)
def test_cleaning_twice_is_cleaning_once(typed: str) -> None:
    try:
        once = clean(typed).text
    except InputError:  # the only thing it may raise
        return
    assert clean(once).text == once
    assert notes_of(once) == []


@many
@given(typed_texts)
def test_what_is_left_is_encodable_normal_and_visible(typed: str) -> None:
    try:
        text = clean(typed).text
    except InputError:
        return
    text.encode("utf-8")
    assert unicodedata.is_normalized("NFKC", text)
    assert text == " ".join(text.split())
    assert not {unicodedata.category(c) for c in text if c not in "\u200c\u200d"} & {
        "Cc",
        "Cf",
        "Cs",
        "Co",
    }


@many
@given(typed_texts)
def test_an_unchanged_text_has_no_note_and_a_changed_one_has(typed: str) -> None:
    try:
        cleaned = clean(typed)
    except InputError:
        return
    assert bool(cleaned.notes) == (cleaned.text != typed)
