import pytest

from transformer_viz.text.characters import CharacterTokenizer
from transformer_viz.text.numbers import NumberTokenizer
from transformer_viz.text.tokenizer import END, PAD, START, UNKNOWN, TextTokenizer

DIGITS = CharacterTokenizer.of("0123456789")


def test_its_file_can_be_read_by_anybody() -> None:
    lines = ["<pad>", "<s>", "</s>", "<unk>", *"0123456789"]
    assert DIGITS.model.decode() == "\n".join(lines) + "\n"


def test_the_number_of_a_line_is_the_id() -> None:
    lines = DIGITS.model.decode().splitlines()
    assert [lines[i] for i in DIGITS.ids("31415")] == list("31415")
    assert DIGITS.vocab_size == 14


def test_one_token_per_character_and_where_it_stands() -> None:
    tokens = DIGITS.tokens("400")
    assert [(token.text, token.span) for token in tokens] == [
        ("4", (0, 1)),
        ("0", (1, 2)),
        ("0", (2, 3)),
    ]
    assert not any(token.is_special or token.is_unknown for token in tokens)


def test_what_is_not_in_it_is_unknown_and_still_shown() -> None:
    (token,) = DIGITS.tokens("x")
    assert (token.id, token.text, token.is_unknown) == (UNKNOWN, "x", True)


def test_typed_names_of_special_tokens_are_plain_text() -> None:
    assert set(DIGITS.ids("<s>")) == {UNKNOWN}
    assert CharacterTokenizer.of("<>s/").ids("</s>") == [4, 7, 6, 5]


def test_decoding_leaves_special_tokens_out() -> None:
    assert DIGITS.decode([START, *DIGITS.ids("407"), END, PAD]) == "407"


@pytest.mark.parametrize(
    "model",
    [
        b"",
        b"0\n1\n",
        b"<pad>\n<s>\n</s>\n<unk>\n10\n",
        b"<pad>\n<s>\n</s>\n<unk>\n1\n1\n",
        b"\xff",
    ],
)
def test_a_file_that_is_no_such_list_is_refused(model: bytes) -> None:
    with pytest.raises(ValueError):
        CharacterTokenizer(model)


@pytest.mark.parametrize("tokenizer", [DIGITS, NumberTokenizer(b"10")])
def test_they_can_do_what_every_tokenizer_can(tokenizer: TextTokenizer) -> None:
    assert isinstance(tokenizer, TextTokenizer)
    assert type(tokenizer)(tokenizer.model).ids("7 4 9") == tokenizer.ids("7 4 9")
    assert tokenizer.token(END).is_special


@pytest.mark.parametrize(
    ("typed", "ids"),
    [("7 4 9", [7, 4, 9]), ("10 3 x 1_0 \u0664 4", [3, 3, 3, 3, 3, 4])],
)
def test_numbers_are_their_own_ids_and_all_else_is_unknown(typed: str, ids: list[int]) -> None:
    assert NumberTokenizer(b"10").ids(typed) == ids


def test_a_number_stands_where_it_was_typed() -> None:
    text = "5 55 5"
    spans = [token.span for token in NumberTokenizer(b"99").tokens(text)]
    assert [text[start:end] for start, end in spans] == ["5", "55", "5"]
    assert spans == [(0, 1), (2, 4), (5, 6)]
