import math
import re

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from tests.helpers import (
    NO_ENCODER,
    many,
    random_ids,
    small_config,
    small_model,
    without_type_checks,
)
from transformer_viz.errors import InputError
from transformer_viz.model.config import TransformerConfig

COUNTS = [
    "source_vocab_size",
    "target_vocab_size",
    "d_model",
    "n_heads",
    "n_encoder_layers",
    "n_decoder_layers",
    "d_ff",
    "max_len",
]
MAY_BE_ZERO = ["d_k", "d_v", "n_segments"]
PAD_IDS = ["source_pad_id", "target_pad_id"]


@pytest.mark.parametrize("value", [0, -1, 2.5, True, math.nan, math.inf, None, "8"])
@pytest.mark.parametrize("name", COUNTS)
def test_a_count_that_is_no_positive_whole_number_is_named(name: str, value: object) -> None:
    with without_type_checks(), pytest.raises(InputError) as refusal:
        small_config(**{name: value})
    assert str(refusal.value) == (
        f"{name} = {value} does not work: it must be a whole number, 1 or more."
    )


@pytest.mark.parametrize("value", [-1, 2.5, True, math.nan, None])
@pytest.mark.parametrize("name", MAY_BE_ZERO)
def test_a_number_that_may_be_zero_may_not_be_worse(name: str, value: object) -> None:
    with without_type_checks(), pytest.raises(InputError, match=rf"^{name} = {value} .* 0 or more"):
        small_config(**{name: value})


@pytest.mark.parametrize("value", [-2, 2.5, True, math.nan, None])
@pytest.mark.parametrize("name", PAD_IDS)
def test_a_padding_id_is_an_id_or_minus_one_for_none(name: str, value: object) -> None:
    assert getattr(small_config(**{name: -1}), name) == -1
    with (
        without_type_checks(),
        pytest.raises(InputError, match=rf"^{name} = {value} .* -1 or more"),
    ):
        small_config(**{name: value})


@pytest.mark.parametrize("value", [0, 1, "no", None])
@pytest.mark.parametrize("name", ["scale_embeddings", "output_bias", "output_transform"])
def test_a_switch_is_true_or_false(name: str, value: object) -> None:
    with (
        without_type_checks(),
        pytest.raises(InputError, match=rf"^{name} = {value} .*true, false"),
    ):
        small_config(**{name: value})


@pytest.mark.parametrize("alone", [{}, NO_ENCODER])
@pytest.mark.parametrize("part", [{"n_segments": 2}, {"output_transform": True}], ids=str)
def test_berts_own_parts_need_an_encoder_alone(part: dict, alone: dict) -> None:
    with pytest.raises(InputError, match=rf"^{next(iter(part))} .*only encoder-only"):
        small_config(**alone, **part)


@pytest.mark.parametrize("value", [1, 1.0, -0.1, math.nan, math.inf, None, True, "0.1"])
@pytest.mark.parametrize("name", ["dropout", "layer_norm_eps"])
def test_a_fraction_outside_zero_to_one_is_named(name: str, value: object) -> None:
    with (
        without_type_checks(),
        pytest.raises(InputError, match=rf"^{name} = {value} .*less than 1"),
    ):
        small_config(**{name: value})


def test_ten_cannot_be_split_into_three_heads() -> None:
    with pytest.raises(InputError) as refusal:
        small_config(d_model=10, n_heads=3)
    assert str(refusal.value) == ("d_model = 10 cannot be split into 3 heads. Try 9 or 12.")


@pytest.mark.parametrize(("given_width", "missing"), [("d_k", "d_v"), ("d_v", "d_k")])
def test_with_one_width_of_a_head_the_other_is_missing(given_width: str, missing: str) -> None:
    with pytest.raises(InputError, match=f"^{missing} is not given") as refusal:
        small_config(d_model=10, n_heads=3, **{given_width: 2})
    assert refusal.value.values["name"] == missing
    small_config(d_model=10, n_heads=3, **{given_width: 2, missing: 5})


def test_a_norm_without_epsilon_would_divide_by_zero() -> None:
    with pytest.raises(InputError, match=r"^layer_norm_eps = 0\.0 .*more than 0"):
        small_config(layer_norm_eps=0.0)
    small_config(dropout=0.0)


@many
@given(d_model=st.integers(1, 600), n_heads=st.integers(1, 32))
def test_a_suggested_width_works(d_model: int, n_heads: int) -> None:
    try:
        assert small_config(d_model=d_model, n_heads=n_heads).key_width * n_heads == d_model
    except InputError as refusal:
        assert d_model % n_heads
        given_numbers = re.findall(r"\d+", str(refusal))
        assert given_numbers[:2] == [str(d_model), str(n_heads)]
        assert len(given_numbers) == (4 if d_model > n_heads else 3)
        for width in map(int, given_numbers[2:]):
            assert abs(width - d_model) < n_heads
            small_config(d_model=width, n_heads=n_heads)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("norm", "post, pre"),
        ("positions", "sinusoidal, sinusoidal_halves, learned, none"),
        ("tied", "none, target, all"),
        ("activation", "relu, gelu, gelu_tanh, swish"),
    ],
)
def test_an_unknown_choice_lists_the_known_ones(name: str, options: str) -> None:
    with without_type_checks(), pytest.raises(InputError) as refusal:
        small_config(**{name: "other"})
    assert str(refusal.value) == (
        f"{name} = other is not one of the choices. Choose one of: {options}."
    )


def test_one_shared_table_for_two_vocabularies_of_different_size_is_refused() -> None:
    with pytest.raises(InputError, match=r"24999.*35820"):
        TransformerConfig(source_vocab_size=24_999, target_vocab_size=35_820, tied="all")


def test_head_widths_default_to_equal_shares() -> None:
    config = small_config(d_model=24, n_heads=4)
    assert (config.key_width, config.value_width) == (6, 6)


def test_head_widths_of_their_own_free_the_width_from_the_heads() -> None:
    model = small_model(d_model=7, n_heads=2, d_k=3, d_v=5)
    assert model(random_ids(11, 1, 4), random_ids(13, 1, 3)).shape == (1, 3, 13)


@pytest.mark.parametrize(
    "smallest",
    [{"d_model": 1, "n_heads": 1}, {"d_ff": 1}, {"target_vocab_size": 1}, {"max_len": 1}],
    ids=str,
)
def test_the_smallest_sizes_run(smallest: dict[str, int]) -> None:
    model = small_model(**smallest)
    target_ids = torch.zeros(1, 1, dtype=torch.long)
    assert model(random_ids(11, 1, 1), target_ids).isfinite().all()


def test_a_config_comes_back_from_its_dictionary() -> None:
    config = small_config(norm="pre", tied="target", d_k=3, d_v=5, dropout=0.25)
    assert TransformerConfig(**config.as_dict()) == config
