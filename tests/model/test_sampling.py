"""Sampling draws from the distribution it shows."""

from __future__ import annotations

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from tests.helpers import many, random_ids, small_model, without_type_checks
from transformer_viz.errors import InputError
from transformer_viz.model.decoding import Afresh, Cached
from transformer_viz.model.methods import GREEDY, decode
from transformer_viz.model.sampling import Sampler, Sampling, sampling_probabilities

START, END, PAD = 1, 2, 0
LIMITS = {"end_id": END, "pad_id": PAD, "max_new_tokens": 12}


def by_hand(logits: list[float], sampling: Sampling) -> list[float]:
    """The definition, one number at a time; distinct logits, temperature above 0."""
    heat = sampling.temperature
    weights = [math.exp((x - max(logits)) / heat) for x in logits]
    probabilities = [weight / sum(weights) for weight in weights]
    ranked = sorted(range(len(logits)), key=lambda i: -logits[i])
    nucleus, total = [], 0.0
    for i in ranked:
        if total >= sampling.top_p:
            break
        nucleus.append(i)
        total += probabilities[i]
    allowed = set(nucleus) & set(ranked[: sampling.top_k])
    total = sum(probabilities[i] for i in allowed)
    return [p / total if i in allowed else 0.0 for i, p in enumerate(probabilities)]


@many
@given(
    logits=st.lists(st.integers(-90, 90), min_size=1, max_size=12, unique=True),
    temperature=st.floats(0.05, 50),
    top_k=st.none() | st.integers(1, 15),
    top_p=st.floats(0.01, 0.99),
)
def test_the_distribution_is_the_definition(
    logits: list[int], temperature: float, top_k: int | None, top_p: float
) -> None:
    sampling = Sampling(temperature=temperature, top_k=top_k, top_p=top_p)
    numbers = [x / 10 for x in logits]
    probabilities = sampling_probabilities(torch.tensor([numbers], dtype=torch.float64), sampling)
    torch.testing.assert_close(
        probabilities[0], torch.tensor(by_hand(numbers, sampling), dtype=torch.float64)
    )


def probabilities_of(logits: Tensor, **choices: object) -> Tensor:
    return sampling_probabilities(logits, Sampling(**choices))


def test_the_nucleus_of_a_flat_distribution_spans_the_whole_vocabulary() -> None:
    """Softmax over the best 50 only would find a nucleus of 45 here, and never leave the 50."""
    flat = torch.arange(2000.0)[None] / 2000
    kept = int((probabilities_of(flat, temperature=10.0, top_p=0.9) > 0).sum())
    assert 1780 < kept <= 1800
    both = probabilities_of(flat, temperature=10.0, top_p=0.9, top_k=50)
    assert int((both > 0).sum()) == 50


def test_top_p_one_keeps_even_words_behind_the_rounding() -> None:
    logits = torch.cat([torch.zeros(1, 100), torch.full((1, 100), -60.0)], dim=1)
    assert bool((probabilities_of(logits) > 0).all())


@pytest.mark.parametrize("temperature", [1e-3, 1e-30, 1e-300, 5e-324])
def test_a_tiny_temperature_is_almost_argmax_and_never_nan(temperature: float) -> None:
    probabilities = probabilities_of(torch.tensor([[80.0, 90.0, -50.0]]), temperature=temperature)
    assert probabilities.tolist() == [[0.0, 1.0, 0.0]]


def test_a_huge_temperature_is_uniform() -> None:
    probabilities = probabilities_of(torch.tensor([[80.0, 90.0, -50.0]]), temperature=1e300)
    torch.testing.assert_close(probabilities, torch.full((1, 3), 1 / 3, dtype=torch.float64))


@torch.inference_mode()
@pytest.mark.parametrize("seed", range(5))
def test_temperature_zero_is_argmax(seed: int) -> None:
    model, source_ids = small_model(seed), random_ids(11, 1, 5, seed)
    start = torch.tensor([[START]])
    frozen, best = (
        decode(Cached(model, source_ids), start, method, **LIMITS).target_ids.tolist()
        for method in (Sampling(temperature=0.0, seed=seed), GREEDY)
    )
    assert frozen == best


@pytest.mark.parametrize(
    "sampling",
    [
        Sampling(),
        Sampling(temperature=2.5),
        Sampling(temperature=0.4),
        Sampling(top_k=4),
        Sampling(top_p=0.7),
        Sampling(temperature=1.7, top_k=6, top_p=0.8),
    ],
    ids=str,
)
def test_draws_match_the_distribution(sampling: Sampling) -> None:
    """Pearson's chi-square over 20 seeds and 4,000 draws each, at one in a thousand."""
    logits = 1.5 * torch.randn(1, 13, generator=torch.Generator().manual_seed(0))
    expected = torch.tensor(by_hand(logits[0].tolist(), sampling)) * 20 * 4000
    counts = torch.zeros(13)
    for seed in range(20):
        drawn = Sampler(Sampling(**{**vars(sampling), "seed": seed}))(logits.expand(4000, -1))
        counts += torch.bincount(drawn.flatten(), minlength=13)
    possible = expected > 0
    assert counts[~possible].sum() == 0
    chi_square = ((counts - expected)[possible].square() / expected[possible]).sum()
    degrees = torch.tensor(float(possible.sum() - 1))
    probability = torch.special.gammaincc(degrees / 2, chi_square / 2)  # of a worse agreement
    assert probability > 0.001


def test_the_chi_square_test_would_notice_a_wrong_distribution() -> None:
    logits = torch.tensor([[0.0, 1.0, 2.0]])
    drawn = Sampler(Sampling(temperature=1.1))(logits.expand(80_000, -1)).flatten()
    expected = torch.softmax(logits[0], dim=-1) * 80_000  # temperature 1
    chi_square = ((torch.bincount(drawn) - expected).square() / expected).sum()
    assert torch.special.gammaincc(torch.tensor(1.0), chi_square / 2) < 0.001


@torch.inference_mode()
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("norm", ["post", "pre"])
def test_with_one_seed_cached_and_afresh_draw_the_same_words(norm: str, seed: int) -> None:
    model, source_ids = small_model(seed, norm=norm), random_ids(11, 1, 5, seed)
    method = Sampling(temperature=1.5, top_p=0.95, seed=seed)
    first, second = (
        decode(steps(model, source_ids), torch.tensor([[START]]), method, **LIMITS)
        for steps in (Cached, Afresh)
    )
    assert first.target_ids.tolist() == second.target_ids.tolist()


@torch.inference_mode()
def test_the_seed_decides() -> None:
    model, source_ids = small_model(), random_ids(11, 1, 5)

    def drawn(seed: int) -> list[list[int]]:
        method = Sampling(temperature=3.0, seed=seed)
        steps = Cached(model, source_ids)
        return decode(steps, torch.tensor([[START]]), method, **LIMITS).target_ids.tolist()

    assert drawn(1) == drawn(1)
    assert len({str(drawn(seed)) for seed in range(8)}) > 4


def test_the_drawing_leaves_the_global_generator_alone() -> None:
    torch.manual_seed(5)
    expected = torch.rand(3)
    torch.manual_seed(5)
    Sampler(Sampling(seed=1))(torch.zeros(2, 5))
    assert torch.rand(3).tolist() == expected.tolist()


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("temperature", -0.1, "temperature = -0.1 does not work"),
        ("temperature", math.nan, "temperature = nan does not work"),
        ("temperature", math.inf, "temperature = inf does not work"),
        ("temperature", None, "temperature = None does not work"),
        ("temperature", "1", "temperature = 1 does not work"),
        ("top_k", 0, "top-k = 0 does not work: it must be a whole number, 1 or more"),
        ("top_k", -3, "top-k = -3 does not work"),
        ("top_k", 2.5, "top-k = 2.5 does not work"),
        ("top_k", True, "top-k = True does not work"),
        ("top_p", 0.0, "top-p = 0.0 does not work: it must be more than 0 and at most 1"),
        ("top_p", 1.01, "top-p = 1.01 does not work"),
        ("top_p", math.nan, "top-p = nan does not work"),
        ("seed", -1, "seed = -1 does not work: it must be a whole number from 0 to 2147483647"),
        ("seed", 2**31, "seed = 2147483648 does not work"),
        ("seed", 0.5, "seed = 0.5 does not work"),
    ],
)
def test_what_cannot_work_is_said_with_both_numbers(name: str, value: object, message: str) -> None:
    with without_type_checks(), pytest.raises(InputError) as refusal:
        Sampling(**{name: value})
    assert str(refusal.value).startswith(message)


def test_top_k_above_the_vocabulary_means_all_and_can_be_said() -> None:
    logits = torch.randn(1, 13, generator=torch.Generator().manual_seed(0))
    many_words, fits = Sampling(top_k=500), Sampling(top_k=13)
    assert sampling_probabilities(logits, many_words).equal(sampling_probabilities(logits, fits))
    assert many_words.clamped_to(13) == fits
    assert fits.clamped_to(13) is fits
    assert Sampling().clamped_to(13).top_k is None
