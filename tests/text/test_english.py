import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.helpers import many
from transformer_viz.text.cleanup import CleanText, Note
from transformer_viz.text.english import (
    expand_contractions,
    nearest_word,
    prepare,
    unknown_words,
    usual_capitals,
)


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("I'm cold.", "I am cold."),
        ("You're here.", "You are here."),
        ("We've seen it.", "We have seen it."),
        ("They'll come.", "They will come."),
        ("She'd like tea.", "She would like tea."),
        ("It's late.", "It is late."),
        ("that's it", "that is it"),
        ("What's this?", "What is this?"),
        ("Where's the cat?", "Where is the cat?"),
        ("don't", "do not"),
        ("Isn't it?", "Is not it?"),
        ("couldn't", "could not"),
        ("can't", "cannot"),
        ("Can't", "Cannot"),
        ("won't", "will not"),
        ("Won't", "Will not"),
        ("shan't", "shall not"),
        ("Let's go.", "Let us go."),
        ("I don't think he's in, so we'll wait.", "I do not think he is in, so we will wait."),
    ],
)
def test_a_contraction_is_written_out(short: str, long: str) -> None:
    assert expand_contractions(short) == long


@pytest.mark.parametrize(
    "text",
    [
        "Mary's cat",
        "the dog's bone",
        "James's house",
        "my sisters' room",
        "the 'old' book",
        "o'clock",
        "its garden",
        "I ain't going",  # am, is or are? nobody knows
        "Ill will",
        "cant and wont",
    ],
)
def test_a_possessive_or_a_plain_word_stays(text: str) -> None:
    assert expand_contractions(text) == text


@pytest.mark.parametrize(
    ("shouted", "read"),
    [
        ("I LIKE CATS.", "I like cats."),
        ("IT'S COLD.", "It is cold."),
        ("DON'T GO! I AM HERE.", "Do not go! I am here."),
        ("WHERE AM I? I'M LOST.", "Where am I? I am lost."),
        ("I SEE 12 CATS.", "I see 12 cats."),
        ("MARY'S CAT.", "Mary's cat."),
    ],
)
def test_a_shouted_text_is_lowered_and_it_is_told(shouted: str, read: str) -> None:
    prepared = prepare(CleanText(shouted))
    assert prepared.text == read
    assert Note("notes.upper_case") in prepared.notes


@pytest.mark.parametrize(
    "text", ["I like NASA.", "I am", "OK", "USA", "12 345", "A", "...", "Paris"]
)
def test_a_text_that_is_not_shouted_is_left_alone(text: str) -> None:
    assert prepare(CleanText(text)) == CleanText(text)


def test_notes_are_added_to_those_of_the_clean_up() -> None:
    prepared = prepare(CleanText("I DON'T KNOW", (Note("notes.whitespace"),)))
    assert [note.key for note in prepared.notes] == [
        "notes.whitespace",
        "notes.upper_case",
        "notes.contractions",
    ]


@many
@given(st.text("IiMmDdOoNnTtSs'’ .!?éß12"))
def test_preparing_twice_is_preparing_once(text: str) -> None:
    once = prepare(CleanText(text)).text
    assert prepare(CleanText(once)).text == once


def test_a_mask_alone_is_not_shouted() -> None:
    assert prepare(CleanText("[MASK] [MASK].")) == CleanText("[MASK] [MASK].")


KNOWN = ["the", "cat", "like", "keyboard", "i"]


def test_unknown_words_are_listed_once_and_in_order() -> None:
    text = "The zebra's cat likes the zebra, I like Bonn."
    assert unknown_words(text, KNOWN) == ["zebra", "likes", "Bonn"]


@pytest.mark.parametrize("text", ["The cat's", "THE CAT", "the 42 cat", "... !"])
def test_case_possessives_numbers_and_punctuation_are_no_unknown_words(text: str) -> None:
    assert unknown_words(text, KNOWN) == []


@pytest.mark.parametrize(
    ("typed", "near"), [("keybord", "keyboard"), ("Catt", "cat"), ("xylophone", None), ("", None)]
)
def test_the_nearest_word(typed: str, near: str | None) -> None:
    assert nearest_word(typed, KNOWN) == near


WRITTEN = ["black", "cat", "I", "like", "Mary", "Monday", "my", "sees", "the", "yes"]


@pytest.mark.parametrize(
    ("typed", "read", "changed"),
    [
        ("The Black Cat sees Mary.", "The black cat sees Mary.", "Black, Cat"),
        ("THE CAT sees Mary.", "The cat sees Mary.", "THE, CAT"),
        ("I like CATS and my CAT.", "I like CATS and my cat.", "CAT"),  # CATS may be a musical
        ("Yes. The Cat", "Yes. The cat", "Cat"),
        ('"My Cat" sees', '"My cat" sees', "Cat"),
        ("my cAt", "my cat", "cAt"),
        ("mary sees the cat", "Mary sees the cat", "mary"),
        ("I like MARY. yes, i like monday.", "I like Mary. yes, I like Monday.", "MARY, i, monday"),
    ],
)
def test_capitals_are_set_as_in_print_and_told(typed: str, read: str, changed: str) -> None:
    expected = CleanText(read, (Note("notes.capitals", (("words", changed),)),))
    assert usual_capitals(CleanText(typed), WRITTEN) == expected


@pytest.mark.parametrize(
    "text",
    [
        "I see Mary on Monday.",
        "Zorblax likes my cat.",
        "the cat",
        "Yes! The cat.",
        "the Fox",
        "A I",
    ],
)
def test_names_and_beginnings_keep_their_capitals(text: str) -> None:
    assert usual_capitals(CleanText(text), WRITTEN) == CleanText(text)


def test_words_are_known_in_any_case() -> None:
    assert unknown_words("MARY i Fox the", WRITTEN) == ["Fox"]
    assert nearest_word("monda", WRITTEN) == "Monday"
