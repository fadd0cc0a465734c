"""The page's one question: anybody may have written anything."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import transformer_viz as tv
from tests.capture.test_edit_data import anything
from tests.helpers import many, without_type_checks
from transformer_viz.errors import InputError
from transformer_viz.model.methods import GREEDY
from transformer_viz.wire.question import Question, read_question

KEYS = ("action", "model", "source", "query", "asked", "knows", "word", "edits", "method")
OFF = {"kind": "HeadOff", "site": "decoder.layers.1.cross_attention", "head": 2}
OFF |= {"replacement": "mean"}
questions = st.dictionaries(st.sampled_from(KEYS), anything, max_size=9)


def read(**asking: object) -> Question:
    return read_question(json.dumps(asking))


def test_every_wish_has_its_own_place() -> None:
    question = read(
        action="edit",
        model="m",
        source="s",
        query="q",
        asked=7,
        knows="k",
        word=[3, 99],
        edits=[OFF],
        method={"name": "beam", "width": 3},
    )
    assert (question.action, question.model, question.source) == ("edit", "m", "s")
    assert (question.query, question.asked, question.knows) == ("q", 7, "k")
    assert question.word == (3, 99)  # step, then token id
    assert question.edits == (tv.HeadOff(OFF["site"], 2, "mean"),)
    assert question.method == tv.Beam(width=3)


@pytest.mark.parametrize("wish", [None, 3, "", "null", "[]", "{", '"x"', "\ud800", '"\\ud800"'])
def test_of_what_is_no_question_nothing_is_taken(wish: object) -> None:
    question = read_question(wish)
    assert question == Question()
    assert (question.edits, question.method) == ((), GREEDY)


@pytest.mark.parametrize("word", [None, 3, [1], [1, 2, 3], [1, "2"], [True, 2], [1.0, 2], {}])
def test_a_word_is_a_step_and_a_token(word: object) -> None:
    assert read(word=word).word is None


@pytest.mark.parametrize("asked", [None, "7", 7.5, True, [7], 10**30])
def test_a_number_of_a_question_is_whole(asked: object) -> None:
    assert read(asked=asked).asked is None


def test_a_text_that_is_none_is_not_taken() -> None:
    question = read(action=["run"], model={"a": 1}, source=3, query=None, knows=True)
    assert question == Question()


def test_edits_and_methods_that_are_none_are_refused_when_they_are_asked_for() -> None:
    question = read(edits=[3], method="loud")
    with pytest.raises(InputError, match="could not be read"):
        _ = question.edits
    with pytest.raises(InputError, match="could not be read"):
        _ = question.method


def test_brackets_without_end_are_refused() -> None:
    for depth in (900, 1_000, 100_000):
        wish = '{"edits": ' + "[" * depth + "]" * depth + "}"
        question = read_question(wish)
        try:
            assert question.edits == ()
        except InputError:
            continue


@many
@given(anything | questions | st.text() | questions.map(json.dumps) | anything.map(json.dumps))
def test_whatever_comes_is_a_question(wish: object) -> None:
    with without_type_checks():
        question = read_question(wish)
        assert isinstance(question.action, str)
        assert question.action
        assert question.asked is None or type(question.asked) is int
        for text in (question.model, question.source, question.query, question.knows):
            text.encode("utf-8")
        for part in ("edits", "method"):
            try:
                getattr(question, part)
            except InputError as problem:
                str(problem).encode("utf-8")
