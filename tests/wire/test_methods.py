"""Ways of writing as plain data."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import transformer_viz as tv
from tests.capture.test_edit_data import anything
from tests.helpers import many
from transformer_viz.errors import InputError
from transformer_viz.model.methods import GREEDY, Method
from transformer_viz.wire.methods import (
    KINDS,
    method_from_data,
    method_to_data,
    methods_for_page,
)

METHODS = [
    tv.Greedy(),
    tv.Sampling(temperature=0.5, top_k=3, top_p=0.9, seed=7),
    tv.Sampling(),
    tv.Beam(width=2, length_penalty=0.6),
]
nearly = st.builds(
    lambda name, fields: {"name": name, **fields},
    st.sampled_from(list(KINDS)),
    st.dictionaries(
        st.sampled_from(["temperature", "top_k", "top_p", "seed", "width", "length_penalty"]),
        anything | st.integers(0, 9),
        max_size=4,
    ),
)


@pytest.mark.parametrize("method", METHODS, ids=str)
def test_a_method_survives_the_way_to_the_page_and_back(method: Method) -> None:
    data = json.loads(json.dumps(method_to_data(method)))
    assert method_from_data(data) == method


def test_every_number_keeps_its_own_field() -> None:
    method = tv.Sampling(temperature=0.5, top_k=3, top_p=0.9, seed=7)
    expected = {"name": "sample", "temperature": 0.5, "top_k": 3, "top_p": 0.9, "seed": 7}
    assert method_to_data(method) == expected


def test_what_is_not_said_is_as_at_first() -> None:
    assert method_from_data(None) == GREEDY
    assert method_from_data({"name": "sample", "seed": 3}) == tv.Sampling(seed=3)


def test_whole_numbers_stay_whole() -> None:
    method = method_from_data({"name": "beam", "width": 3.0, "length_penalty": 1})
    assert method == tv.Beam(width=3, length_penalty=1.0)
    assert isinstance(method, tv.Beam)
    assert type(method.width) is int


def test_the_page_is_told_every_method_with_its_fields_and_what_they_hold_at_first() -> None:
    told: Any = {method["name"]: method["fields"] for method in methods_for_page()}
    assert list(told) == ["greedy", "sample", "beam"]
    names = {name: [field["name"] for field in fields] for name, fields in told.items()}
    assert names["sample"] == ["temperature", "top_k", "top_p", "seed"]
    assert set(names["beam"]) == {"width", "length_penalty"}
    for name, given_fields in told.items():
        first = {field["name"]: field["value"] for field in given_fields}
        assert method_from_data({"name": name, **first}) == KINDS[name]()
        for field in given_fields:
            if field["value"] is not None:
                assert field["input"]["min"] <= field["value"]
                assert field["value"] <= field["input"].get("max", field["value"])


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ("greedy", "could not be read"),
        ([], "could not be read"),
        ({}, "could not be read"),
        ({"name": "magic"}, "could not be read"),
        ({"name": ["beam"]}, "could not be read"),
        ({"name": "greedy", "width": 3}, "could not be read"),
        ({"name": "sample", "temperature": "hot"}, "could not be read"),
        ({"name": "sample", "seed": 1.5}, "could not be read|seed"),
        ({"name": "sample", "seed": True}, "could not be read"),
        ({"name": "beam", "width": float("nan")}, "could not be read"),
        ({"name": "beam", "width": float("inf")}, "could not be read"),
        ({"name": "beam", "length_penalty": 10**400}, "could not be read"),
        ({"name": "sample", "temperature": -1}, "temperature"),
        ({"name": "sample", "temperature": float("nan")}, "temperature"),
        ({"name": "sample", "top_k": 0}, "top"),
        ({"name": "sample", "top_p": 1.5}, "top"),
        ({"name": "beam", "width": 9}, "1 .* 8"),
    ],
)
def test_a_method_that_cannot_work_says_why(data: object, says: str) -> None:
    with pytest.raises(InputError, match=says):
        method_from_data(data)


@many
@given(anything | nearly)
def test_whatever_comes_is_a_method_or_refused(data: object) -> None:
    try:
        method = method_from_data(data)
    except InputError:
        return
    assert method_from_data(method_to_data(method)) == method
