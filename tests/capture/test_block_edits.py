"""Edits of heads, blocks, positions, and of tensors taken from another run."""

from __future__ import annotations

import pytest
import torch
from torch.nn import functional as F

from tests.helpers import random_ids, small_model
from transformer_viz.capture.attention_edits import OnlyHead, ScalingOff, Temperature
from transformer_viz.capture.block_edits import (
    NormOff,
    PositionsOff,
    PositionsShuffled,
    ResidualOff,
    SubLayerOff,
)
from transformer_viz.capture.edits import Edit, changes_of, no_donor
from transformer_viz.capture.input_edits import ForceWord, PadSource, Patch
from transformer_viz.capture.trace import Trace, capture
from transformer_viz.errors import InputError

SITE = "decoder.layers.0.cross_attention"
BLOCK = "encoder.layers.0.feed_forward"
MODEL = small_model()


def traced(*edits: Edit, seed: int = 0, length: int = 4, donor=no_donor) -> Trace:
    with capture(changes_of(edits, MODEL, donor)) as trace:
        MODEL.predict(random_ids(11, 1, length, seed), random_ids(13, 1, length, seed))
    return trace


def test_only_one_head_is_left() -> None:
    before, after = traced(), traced(OnlyHead(SITE, 1))
    assert after[f"{SITE}.context"][:, 0].eq(0).all()
    assert torch.equal(after[f"{SITE}.context"][:, 1], before[f"{SITE}.context"][:, 1])


def test_scores_without_the_division_are_plain_products() -> None:
    trace = traced(ScalingOff(SITE))
    products = torch.einsum("bhqd,bhkd->bhqk", trace[f"{SITE}.q"], trace[f"{SITE}.k"])
    torch.testing.assert_close(trace[f"{SITE}.scores"], products)


def test_a_temperature_divides_the_scores_of_its_head() -> None:
    before, after = traced()[f"{SITE}.scores"], traced(Temperature(SITE, 0.5, 1))[f"{SITE}.scores"]
    torch.testing.assert_close(after[:, 1], before[:, 1] * 2)
    assert torch.equal(after[:, 0], before[:, 0])
    cold = traced(Temperature(SITE, 1e-3))[f"{SITE}.weights"]
    torch.testing.assert_close(cold.max(dim=-1).values, torch.ones(1, 2, 4))


@pytest.mark.parametrize("value", [0.0, -1.0, float("nan"), 101.0])
def test_a_temperature_out_of_range_is_refused(value: float) -> None:
    with pytest.raises(InputError, match=r"above 0 and at most 100"):
        Temperature(SITE, value)


def test_a_sub_layer_that_is_off_adds_nothing() -> None:
    trace = traced(SubLayerOff(BLOCK))
    assert torch.equal(trace[f"{BLOCK}_add.sum"], trace[f"{BLOCK}_add.residual"])


def test_without_the_residual_only_the_sub_layer_goes_on() -> None:
    trace = traced(ResidualOff(BLOCK))
    assert torch.equal(trace[f"{BLOCK}_add.sum"], trace[f"{BLOCK}_add.update"])


def test_a_norm_that_is_off_only_scales_by_what_was_learned() -> None:
    trace = traced(NormOff(BLOCK))
    norm = MODEL.get_submodule(f"{BLOCK}_norm")
    expected = torch.addcmul(norm.bias, trace[f"{BLOCK}_add.sum"], norm.weight)
    torch.testing.assert_close(trace[f"{BLOCK}_norm.output"], expected, rtol=1e-4, atol=1e-4)


def test_a_norm_without_a_mean_is_off_where_its_mean_square_is_one() -> None:
    model = small_model(norm_kind="rms")
    with capture(changes_of([NormOff(BLOCK)], model)) as trace:
        model.predict(random_ids(11, 1, 4), random_ids(13, 1, 4))
    assert trace[f"{BLOCK}_norm.mean_square"].eq(1).all()
    expected = trace[f"{BLOCK}_add.sum"] * model.get_submodule(f"{BLOCK}_norm").weight
    torch.testing.assert_close(trace[f"{BLOCK}_norm.output"], expected, rtol=1e-4, atol=1e-4)
    other = trace["decoder.layers.0.feed_forward_norm.mean_square"]
    assert not other.eq(1).any()  # one norm is off, not all


def test_without_positions_the_encoder_sees_a_bag_of_words() -> None:
    def encoded(ids: torch.Tensor) -> torch.Tensor:
        with capture(changes_of([PositionsOff("encoder")], MODEL)):
            return MODEL.encode(ids)

    ids, order = random_ids(11, 1, 4), [2, 0, 3, 1]
    torch.testing.assert_close(encoded(ids[:, order]), encoded(ids)[:, order])


def test_shuffled_positions_are_the_same_ones_in_another_order() -> None:
    before = traced(length=6)["encoder.embeddings.positions"][0]
    after = traced(PositionsShuffled("encoder", 3), length=6)["encoder.embeddings.positions"][0]
    assert not torch.equal(after, before)
    assert sorted(after.tolist()) == sorted(before.tolist())
    again = traced(PositionsShuffled("encoder", 3), length=6)["encoder.embeddings.positions"][0]
    assert torch.equal(after, again)


@pytest.mark.parametrize("length", [3, 4, 6])
def test_a_patch_takes_the_other_sentences_rows(length: int) -> None:
    theirs = traced(seed=5, length=length)
    path, both = f"{BLOCK}_norm.output", min(4, length)
    after = traced(Patch(path, "other"), donor=lambda source: theirs)
    assert torch.equal(after[path][:, :both], theirs[path][:, :both])
    assert torch.equal(after[path][:, both:], traced()[path][:, both:])


def test_a_patch_of_one_head_at_one_position() -> None:
    theirs, path = traced(seed=5), f"{SITE}.q"
    after = traced(Patch(path, "other", position=2, head=1), donor=lambda source: theirs)[path]
    expected = traced()[path].clone()
    expected[0, 1, 2] = theirs[path][0, 1, 2]
    assert torch.equal(after, expected)
    context = traced(Patch(path, "other", position=2, head=1), donor=lambda source: theirs)
    expected_scores = expected[0, 1] @ context[f"{SITE}.k"][0, 1].mT / 2  # d_k = 4
    torch.testing.assert_close(context[f"{SITE}.scores"][0, 1], expected_scores)


def test_a_patch_needs_a_place_that_both_have() -> None:
    def refused(edit: Edit, says: str) -> None:
        with pytest.raises(InputError, match=says):
            changes_of([edit], MODEL, lambda source: traced())

    refused(Patch("encoder.layers.7.x", "other"), "encoder.layers.7.x")
    refused(Patch(f"{SITE}.q", "other", head=2), "heads 0 to 2 − 1")
    refused(Patch("logits", "other", head=0), "heads 0 to 0 − 1")
    refused(Patch(f"{SITE}.q", "other", position=4), "no position 4: it has 4")


def test_places_that_do_not_exist_are_refused_with_those_that_do() -> None:
    for edit in (SubLayerOff("encoder"), ResidualOff("x"), NormOff("x"), PositionsOff("x")):
        with pytest.raises(InputError, match=r"encoder\."):
            changes_of([edit], MODEL)


@pytest.mark.parametrize("count", [0, 17, -1])
def test_padding_is_bounded(count: int) -> None:
    with pytest.raises(InputError, match="choose 1 to 16"):
        PadSource(count)


def test_a_word_outside_of_the_vocabulary_cannot_be_forced() -> None:
    with pytest.raises(InputError, match="0 to 13 − 1"):
        changes_of([ForceWord(0, 13)], MODEL)
    assert changes_of([ForceWord(0, 12)], MODEL) == {}


def test_the_other_blocks_are_left_as_they_were() -> None:
    before, after = traced(), traced(SubLayerOff("decoder.layers.0.feed_forward"))
    changed = {path for path in before if not torch.equal(before[path], after[path])}
    assert changed
    assert all("feed_forward" in p or p in ("logits", "probabilities") for p in changed)
    expected = F.layer_norm(before["decoder.layers.0.cross_attention_norm.output"], (8,))
    norm = MODEL.get_submodule("decoder.layers.0.feed_forward_norm")
    torch.testing.assert_close(
        after["decoder.layers.0.feed_forward_norm.output"], expected * norm.weight + norm.bias
    )
