import math

import pytest
import torch
from torch.nn import functional as F

from tests.helpers import random_vectors, randomise
from transformer_viz.capture.trace import capture
from transformer_viz.model.hooks import name_hook_points
from transformer_viz.model.layer_norm import Add, LayerNorm


def test_a_row_known_by_hand() -> None:
    """1, 2, 3, 6 has mean 3 and biased variance (4 + 1 + 0 + 9) / 4 = 3.5."""
    norm = LayerNorm(d_model=4, eps=1e-12)
    name_hook_points(norm)
    with capture() as trace:
        norm(torch.tensor([[[1.0, 2.0, 3.0, 6.0]]]))
    assert trace["mean"].item() == 3
    assert trace["variance"].item() == 3.5
    expected = [x / math.sqrt(3.5) for x in (-2, -1, 0, 3)]
    assert trace["output"].flatten().tolist() == pytest.approx(expected)


@pytest.mark.parametrize("eps", [1e-12, 1e-5, 0.1])
def test_it_equals_torch_with_scale_shift_and_epsilon(eps: float) -> None:
    norm = randomise(LayerNorm(d_model=8, eps=eps))
    x = 3 * random_vectors(2, 5, 8) + 1
    expected = F.layer_norm(x, (8,), norm.weight, norm.bias, eps)
    torch.testing.assert_close(norm(x), expected, rtol=0, atol=1e-5)


def test_a_constant_row_becomes_the_shift_and_not_nan() -> None:
    norm = randomise(LayerNorm(d_model=8, eps=1e-5))
    torch.testing.assert_close(norm(torch.full((1, 1, 8), 7.0))[0, 0], norm.bias)


def test_add_is_a_sum() -> None:
    total = Add(dropout=0.0)(torch.tensor([[[1.0, 2.0]]]), torch.tensor([[[10.0, 20.0]]]))
    assert total.tolist() == [[[11.0, 22.0]]]


def test_dropout_touches_the_update_and_never_the_residual() -> None:
    add = Add(dropout=0.999).train()
    residual = random_vectors(1, 50, 8)
    total = add(residual, torch.ones(1, 50, 8))
    assert (total == residual).float().mean() > 0.9  # where the update was dropped
