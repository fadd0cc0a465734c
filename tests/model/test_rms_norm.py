import math

import pytest
import torch

from tests.helpers import random_ids, random_vectors, randomise, small_decoder_only, small_model
from transformer_viz.capture.trace import capture
from transformer_viz.model.hooks import hook_paths, hook_points, name_hook_points
from transformer_viz.model.rms_norm import RMSNorm


def test_a_row_known_by_hand() -> None:
    """1, 2, 3, 6 has the mean square (1 + 4 + 9 + 36) / 4 = 12.5."""
    norm = RMSNorm(d_model=4, eps=1e-12)
    name_hook_points(norm)
    with capture() as trace:
        norm(torch.tensor([[[1.0, 2.0, 3.0, 6.0]]]))
    assert trace["mean_square"].item() == 12.5
    expected = [x / math.sqrt(12.5) for x in (1, 2, 3, 6)]
    assert trace["output"].flatten().tolist() == pytest.approx(expected)


@pytest.mark.parametrize("eps", [1e-12, 1e-5, 0.1])
def test_it_equals_torch_with_scale_and_epsilon(eps: float) -> None:
    norm = randomise(RMSNorm(d_model=8, eps=eps))
    theirs = torch.nn.RMSNorm(8, eps)
    theirs.load_state_dict(norm.state_dict())
    x = 3 * random_vectors(2, 5, 8) + 1
    torch.testing.assert_close(norm(x), theirs(x), rtol=0, atol=1e-6)


def test_a_row_of_zeros_stays_zero_and_is_not_nan() -> None:
    assert RMSNorm(d_model=8, eps=1e-5)(torch.zeros(1, 1, 8)).eq(0).all()


def test_a_length_does_not_matter_but_a_shift_does() -> None:
    norm, x = RMSNorm(d_model=8, eps=1e-12), random_vectors(1, 3, 8)
    torch.testing.assert_close(norm(7 * x), norm(x))
    assert not torch.allclose(norm(x + 1), norm(x), atol=0.1)


@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize("small", [small_model, small_decoder_only])
def test_a_model_with_it_has_the_same_names_but_for_the_statistics(small, norm: str) -> None:
    names = set(hook_paths(small(norm=norm)))
    expected = {name for name in names if not name.endswith((".mean", ".variance"))}
    expected |= {name[: -len("mean")] + "mean_square" for name in names if name.endswith(".mean")}
    assert set(hook_paths(small(norm=norm, norm_kind="rms"))) == expected


@torch.inference_mode()
@pytest.mark.parametrize("norm", ["post", "pre"])
def test_every_norm_of_a_model_is_torchs(norm: str) -> None:
    model = small_model(norm=norm, norm_kind="rms")
    with capture() as trace:
        model(random_ids(11, 2, 5), random_ids(13, 2, 4))
    before = {"post": "self_attention_add.sum", "pre": "cross_attention_add.sum"}[norm]
    after = {"post": "self_attention_norm", "pre": "feed_forward_norm"}[norm]
    theirs = torch.nn.RMSNorm(8, 1e-5)
    theirs.load_state_dict(model.get_submodule(f"decoder.layers.0.{after}").state_dict())
    x = trace[f"decoder.layers.0.{before}"]
    torch.testing.assert_close(trace[f"decoder.layers.0.{after}.output"], theirs(x))


def test_its_statistic_has_one_number_per_position() -> None:
    points = hook_points(RMSNorm(d_model=8, eps=1e-5))
    assert points["mean_square"].axes == ("batch", "pos", "1")
    assert points["output"].axes == ("batch", "pos", "d_model")
