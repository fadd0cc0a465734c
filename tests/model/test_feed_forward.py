import math

import pytest
import torch
from torch.nn import functional as F

from tests.helpers import random_vectors, randomise
from transformer_viz.model.config import ACTIVATIONS
from transformer_viz.model.feed_forward import FeedForward


@torch.no_grad()
def test_numbers_known_by_hand() -> None:
    """x = (1, −2): hidden (1−4, −1+6) = (−3, 5), activated (0, 5), output 2·5 + 1 and −5."""
    feed_forward = FeedForward(d_model=2, d_ff=2, activation=torch.relu)
    feed_forward.w_1.weight.copy_(torch.tensor([[1.0, 2.0], [-1.0, -3.0]]))
    feed_forward.w_1.bias.zero_()
    feed_forward.w_2.weight.copy_(torch.tensor([[7.0, 2.0], [0.0, -1.0]]))
    feed_forward.w_2.bias.copy_(torch.tensor([1.0, 0.0]))
    assert feed_forward(torch.tensor([[[1.0, -2.0]]])).tolist() == [[[11.0, -5.0]]]


@pytest.mark.parametrize(("activation", "theirs"), [("relu", F.relu), ("gelu", F.gelu)])
def test_it_equals_two_linear_maps_around_the_activation(activation: str, theirs) -> None:
    block = randomise(FeedForward(8, 16, ACTIVATIONS[activation]))
    x = random_vectors(2, 5, 8)
    hidden = theirs(F.linear(x, block.w_1.weight, block.w_1.bias))
    expected = F.linear(hidden, block.w_2.weight, block.w_2.bias)
    torch.testing.assert_close(block(x), expected)


def test_gelu_is_the_exact_one() -> None:
    """x · Φ(x), with the normal distribution's Φ, not its tanh approximation."""
    x = [-2.0, -0.5, 0.0, 1.0, 3.0]
    expected = [v * (1 + math.erf(v / math.sqrt(2))) / 2 for v in x]
    assert ACTIVATIONS["gelu"](torch.tensor(x)).tolist() == pytest.approx(expected, abs=1e-6)


def test_every_position_thinks_on_its_own() -> None:
    block = randomise(FeedForward(8, 16, torch.relu))
    x = random_vectors(1, 4, 8)
    changed = x.clone()
    changed[0, 2] += 1
    same = (block(x) == block(changed)).all(dim=-1)
    assert same[0].tolist() == [True, True, False, True]
