import pytest

from tests.helpers import KNOWN_CHARACTERS, SENTENCES
from transformer_viz.errors import InputError
from transformer_viz.text.blanks import mark_blanks, without_blanks
from transformer_viz.text.cleanup import CleanText, clean
from transformer_viz.text.digits import prepare_digits
from transformer_viz.text.numbers import prepare_numbers
from transformer_viz.text.tokenizer import train_tokenizer


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("The black ___ sleeps.", "The black [MASK] sleeps."),
        ("The black __ sleeps.", "The black [MASK] sleeps."),
        ("The black _ sleeps.", "The black [MASK] sleeps."),
        ("The black [mask] sleeps.", "The black [MASK] sleeps."),
        ("The cat is on the ___.", "The cat is on the [MASK]."),
        ("___ do you live?", "[MASK] do you live?"),
        ("I see ______", "I see [MASK]"),
        ("a ___ ___ cat", "a [MASK] [MASK] cat"),
        ("a ___cat", "a [MASK] cat"),
        ("\uff3f\uff3f\uff3f cats", "[MASK] cats"),
    ],
)
def test_every_way_to_type_a_blank(typed: str, read: str) -> None:
    marked = mark_blanks(clean(typed))
    assert marked.text == read
    assert marked.notes[-1].key == "notes.blank"


@pytest.mark.parametrize("text", ["The black cat.", "snake_case", "[SEP]"])
def test_without_a_blank_the_text_stays_and_the_reader_is_told(text: str) -> None:
    marked = mark_blanks(CleanText(text))
    assert marked.text == text
    assert [note.key for note in marked.notes] == ["notes.no_blank"]


def test_a_blank_is_one_piece_and_leaves_its_neighbours_alone() -> None:
    tokenizer = train_tokenizer(SENTENCES, 120, KNOWN_CHARACTERS, blanks=True)
    whole = tokenizer.ids("The cat like the house.")
    with_blank = tokenizer.tokens("The cat [MASK] the house.")
    (at,) = [i for i, token in enumerate(with_blank) if token.id == tokenizer.blank_id]
    assert (with_blank[at].text, with_blank[at].span) == ("[MASK]", (8, 14))
    n_after = len(with_blank) - at - 1
    ids = [token.id for token in with_blank]
    assert (ids[:at], ids[at + 1 :]) == (whole[:at], whole[-n_after:])


def test_a_vocabulary_without_blanks_says_so() -> None:
    assert train_tokenizer(SENTENCES, 120, KNOWN_CHARACTERS).blank_id is None


def test_leaving_the_blanks_out() -> None:
    assert without_blanks("a [MASK] cat").split() == ["a", "cat"]


@pytest.mark.parametrize(
    "typed", ["4071", "4 0 7 1", "4,071", " 4071 ", "\uff14\uff10\uff17\uff11"]
)
def test_digits_however_they_are_typed(typed: str) -> None:
    assert prepare_digits(clean(typed), 4, 8).text == "4071"


@pytest.mark.parametrize("typed", ["4071x", "four", "\u0664\u0660\u0667\u0661", "-12", "3.14", ","])
def test_anything_but_digits_is_named(typed: str) -> None:
    with pytest.raises(InputError, match=r"digits only, not “.+”.* such as \d+"):
        prepare_digits(clean(typed), 4, 8)


@pytest.mark.parametrize(("typed", "told"), [("407", True), ("4071", False), ("1" * 9, True)])
def test_a_length_that_training_never_saw_is_told(typed: str, told: bool) -> None:
    keys = [note.key for note in prepare_digits(clean(typed), 4, 8).notes]
    assert ("notes.digits_length" in keys) is told


@pytest.mark.parametrize("typed", ["7 10", "3", "x", "7, 8", "-4", "4.5", "9" * 5000])
def test_ids_outside_of_the_vocabulary_are_named(typed: str) -> None:
    with pytest.raises(InputError, match="from 4 to 9"):
        prepare_numbers(CleanText(typed), 10)


def test_ids_inside_of_it_are_read() -> None:
    assert prepare_numbers(CleanText("4 9"), 10).text == "4 9"
