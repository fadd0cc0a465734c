"""Edits as plain data."""

import json
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import transformer_viz as tv
from tests.capture.test_edit_text import EVERY_KIND
from tests.helpers import many, without_type_checks
from transformer_viz.capture.edit_data import edit_from_data, edit_to_data, edits_from_data
from transformer_viz.capture.edit_text import KINDS, MAX_EDITS, edits_to_text, text_to_edits
from transformer_viz.capture.edits import Edit
from transformer_viz.errors import InputError

SITE = "decoder.layers.1.cross_attention"
numbers = st.integers() | st.integers(10**400, 10**401) | st.floats()
texts = st.text(st.characters(), max_size=8) | st.just("\ud800")  # lone surrogates, too
plain = st.none() | st.booleans() | numbers | texts
anything = st.recursive(
    plain, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3)
)


@st.composite
def nearly_edits(draw: Any) -> dict[str, Any]:
    """A kind with its fields, but with anything in them."""
    kind: Any = KINDS[draw(st.sampled_from(list(KINDS)))]
    sites = st.sampled_from([SITE, "zero", "causal", "encoder", 1, [1, 2]])
    values = {f.name: draw(anything | sites) for f in fields(kind)}
    return {"kind": kind.__name__, **values}


@pytest.mark.parametrize("edit", EVERY_KIND, ids=lambda edit: type(edit).__name__)
def test_an_edit_survives_the_way_to_the_page_and_back(edit: Edit) -> None:
    data = json.loads(json.dumps(edit_to_data(edit)))
    assert data["kind"] == type(edit).__name__
    again = edit_from_data(data)
    assert again == edit
    assert edit_to_data(again) == data


def test_every_field_keeps_its_own_value() -> None:
    """Queries are no keys, and a range keeps its ends."""
    data = {"kind": "BlockAttention", "site": SITE, "query": [1, 3], "key": 0, "head": 2}
    edit = tv.BlockAttention(SITE, query=(1, 3), key=0, head=2)
    assert edit_from_data(data) == edit
    assert edit_to_data(edit) == data


def test_the_order_of_edits_is_kept() -> None:
    assert edits_from_data(list(map(edit_to_data, EVERY_KIND))) == tuple(EVERY_KIND)
    assert edits_from_data([]) == ()


OFF = {"kind": "HeadOff", "site": SITE, "head": 1, "replacement": "zero"}


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "HeadOff",
        {},
        OFF | {"kind": "__import__"},
        OFF | {"kind": ["HeadOff"]},
        OFF | {"more": 1},
        {key: value for key, value in OFF.items() if key != "head"},
        OFF | {"head": True},
        OFF | {"head": 1.5},
        OFF | {"head": -1},
        OFF | {"head": [1, 2]},
        OFF | {"head": 10**400},
        OFF | {"head": 10**5000},
        OFF | {"site": "\ud800"},
        OFF | {"site": ["\ud800", "x"]},
        OFF | {"site": {"a": [[[]]]}},
        {"kind": "MaskFill", "site": SITE, "value": float("nan")},
        {"kind": "MaskFill", "site": SITE, "value": float("inf")},
        {"kind": "MaskFill", "site": SITE, "value": 10**400},
        {"kind": "MaskFill", "site": SITE, "value": False},
        {"kind": "BlockAttention", "site": SITE, "query": [1, 2, 3], "key": 0, "head": None},
        {"kind": "BlockAttention", "site": SITE, "query": [1, [2]], "key": 0, "head": None},
        {"kind": "BlockAttention", "site": SITE, "query": [1, None], "key": 0, "head": None},
    ],
    ids=lambda data: repr(type(data).__name__),
)
def test_what_is_no_edit_is_refused(data: object) -> None:
    with pytest.raises(InputError, match="could not be read"):
        edit_from_data(data)


def test_what_is_too_deep_to_be_shown_is_refused_by_name() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(InputError, match="list"):
        edit_from_data(deep)


@pytest.mark.parametrize("data", [None, 3, "[]", b"[]", {"kind": "HeadOff"}, [3], [[OFF]]])
def test_what_is_no_list_of_edits_is_refused(data: object) -> None:
    with pytest.raises(InputError, match="could not be read"):
        edits_from_data(data)


def test_too_many_edits_are_refused_with_both_numbers() -> None:
    with pytest.raises(InputError, match=f"{MAX_EDITS + 1} edits; the limit is {MAX_EDITS}"):
        edits_from_data([OFF] * (MAX_EDITS + 1))


@many
@given(anything | nearly_edits())
def test_whatever_comes_is_an_edit_or_refused(data: object) -> None:
    with without_type_checks():
        try:
            edit = edit_from_data(data)
        except InputError as problem:
            str(problem).encode("utf-8")
            return
        assert isinstance(edit, Edit)
        assert edit_from_data(edit_to_data(edit)) == edit
        assert text_to_edits(edits_to_text([edit])) == (edit,)


@many
@given(anything)
def test_whatever_comes_is_a_list_of_edits_or_refused(data: object) -> None:
    with without_type_checks():
        try:
            assert isinstance(edits_from_data(data), tuple)
        except InputError:
            return
