import math

import pytest
import torch

from tests.helpers import naive_positions, random_ids, small_model
from transformer_viz.capture.trace import capture
from transformer_viz.errors import InputError
from transformer_viz.model.positions import POSITIONS, sinusoidal_halves, sinusoidal_positions


def test_position_one_for_four_dimensions() -> None:
    expected = [math.sin(1), math.cos(1), math.sin(0.01), math.cos(0.01)]
    assert sinusoidal_positions(length=2, d_model=4)[1].tolist() == pytest.approx(expected)


@pytest.mark.parametrize("d_model", [1, 2, 3, 5, 8, 29, 512])
def test_every_width_equals_the_formula(d_model: int) -> None:
    expected = torch.tensor(naive_positions(50, d_model))
    ours = sinusoidal_positions(length=50, d_model=d_model)
    torch.testing.assert_close(ours, expected, rtol=0, atol=1e-6)


@pytest.mark.parametrize("d_model", [1, 2, 3, 5, 8, 29, 512])
def test_halves_are_all_sines_then_all_cosines(d_model: int) -> None:
    rows = naive_positions(50, d_model)
    expected = torch.tensor([[*row[0::2], *row[1::2]] for row in rows])
    ours = sinusoidal_halves(length=50, d_model=d_model)
    torch.testing.assert_close(ours, expected, rtol=0, atol=1e-6)


@pytest.mark.parametrize("d_model", [3, 5, 29])
def test_a_model_of_odd_width_runs(d_model: int) -> None:
    model = small_model(d_model=d_model, n_heads=1)
    assert model(random_ids(11, 1, 4), random_ids(13, 1, 3)).isfinite().all()


def test_a_pair_of_dimensions_shares_one_frequency() -> None:
    table = sinusoidal_positions(length=30, d_model=16)
    radius = table[:, 0::2] ** 2 + table[:, 1::2] ** 2
    torch.testing.assert_close(radius, torch.ones(30, 8))


@pytest.mark.parametrize("kind", ["sinusoidal", "sinusoidal_halves", "learned"])
def test_a_text_longer_than_the_table_is_refused_with_both_numbers(kind: str) -> None:
    model = small_model(positions=kind, max_len=6)
    with pytest.raises(InputError, match=r"\b7\b.*\b6\b"):
        model.encode(random_ids(11, 1, 7))


@pytest.mark.parametrize("kind", ["sinusoidal", "sinusoidal_halves", "learned"])
def test_the_longest_text_that_fits_is_accepted(kind: str) -> None:
    assert small_model(positions=kind, max_len=6).encode(random_ids(11, 1, 6)).shape == (1, 6, 8)


@pytest.mark.parametrize("kind", ["sinusoidal", "sinusoidal_halves", "learned", "none"])
def test_starting_later_gives_the_later_rows(kind: str) -> None:
    encoding = POSITIONS[kind](max_len=40, d_model=8)
    assert torch.equal(encoding(2, 3), encoding(0, 5)[2:5])


def test_the_sum_is_the_scaled_token_plus_the_position() -> None:
    model = small_model()
    source_ids = random_ids(11, 2, 4)
    with capture() as trace:
        model.encode(source_ids)
    tokens = model.encoder.embeddings.table.weight[source_ids] * math.sqrt(8)
    positions = torch.tensor(naive_positions(4, 8))[None]
    torch.testing.assert_close(trace["encoder.embeddings.tokens"], tokens)
    torch.testing.assert_close(trace["encoder.embeddings.positions"], positions)
    torch.testing.assert_close(trace["encoder.embeddings.sum"], tokens + positions)


def test_without_positions_nothing_is_added() -> None:
    with capture() as trace:
        small_model(positions="none").encode(random_ids(11, 1, 4))
    assert torch.equal(trace["encoder.embeddings.sum"], trace["encoder.embeddings.tokens"])
