from __future__ import annotations

import pytest
import torch
from torch.nn import functional as F

from tests.helpers import random_ids, random_vectors, small_model, without_type_checks
from transformer_viz.capture.attention_edits import HeadOff
from transformer_viz.capture.edits import Edit, attention_sites, changes_of, no_donor
from transformer_viz.capture.mask_edits import BlockAttention
from transformer_viz.capture.trace import Trace, capture
from transformer_viz.errors import InputError
from transformer_viz.model.transformer import Transformer

SITES = [
    "encoder.layers.0.self_attention",
    "decoder.layers.0.self_attention",
    "decoder.layers.0.cross_attention",
]


def traced(model: Transformer, *edits: Edit) -> Trace:
    with capture(changes_of(edits, model)) as trace:
        model.predict(random_ids(11, 2, 4), random_ids(13, 2, 4))
    return trace


# A head that is off


@pytest.mark.parametrize("head", [0, 1])
@pytest.mark.parametrize("site", SITES)
def test_a_head_that_is_off_says_nothing_and_the_other_says_what_it_said(site, head) -> None:
    model = small_model()
    before, after = traced(model), traced(model, HeadOff(site, head))
    context = f"{site}.context"
    assert after[context][:, head].eq(0).all()
    assert torch.equal(after[context][:, 1 - head], before[context][:, 1 - head])


@pytest.mark.parametrize("head", [0, 1])
@pytest.mark.parametrize("site", SITES)
def test_what_is_left_of_the_block_is_the_other_heads_share(site, head) -> None:
    """w_o's columns belong to the heads in order: head 0 has 0 to 3, head 1 has 4 to 7."""
    model = small_model()
    w_o = model.get_submodule(site).w_o
    other = 1 - head
    columns = w_o.weight[:, 4 * other : 4 * other + 4]
    share = F.linear(traced(model)[f"{site}.context"][:, other], columns, w_o.bias)
    torch.testing.assert_close(traced(model, HeadOff(site, head))[f"{site}.output"], share)


@pytest.mark.parametrize("head", [0, 1])
def test_a_head_set_to_its_mean_says_the_same_at_every_position(head: int) -> None:
    model, context = small_model(), f"{SITES[0]}.context"
    before = traced(model)[context]
    after = traced(model, HeadOff(SITES[0], head, "mean"))[context]
    for sentence in range(2):
        mean = sum(before[sentence, head, position] for position in range(4)) / 4
        torch.testing.assert_close(after[sentence, head], mean.expand(4, 4))
    assert torch.equal(after[:, 1 - head], before[:, 1 - head])


def test_what_came_before_the_edit_is_untouched() -> None:
    model = small_model()
    before, after = traced(model), traced(model, HeadOff("decoder.layers.0.cross_attention", 1))
    changed = {path for path in before if not torch.equal(before[path], after[path])}
    assert "decoder.layers.0.cross_attention.weights" not in changed
    assert not [path for path in changed if path.startswith("encoder") or ".self_" in path]
    assert {"decoder.layers.0.cross_attention.context", "logits"} <= changed


# A cell that is blocked


@pytest.mark.parametrize("site", SITES)
@pytest.mark.parametrize("head", [0, 1])
def test_blocking_a_cell_of_one_head_shares_its_weight_among_the_rest_of_its_row(
    site: str, head: int
) -> None:
    model = small_model()
    before = traced(model)[f"{site}.weights"]
    after = traced(model, BlockAttention(site, query=2, key=1, head=head))[f"{site}.weights"]

    expected = before.clone()
    expected[:, head, 2, 1] = 0
    expected[:, head, 2] /= expected[:, head, 2].sum(dim=-1, keepdim=True)
    torch.testing.assert_close(after, expected)

    assert after[:, head, 2, 1].eq(0).all()
    elsewhere = torch.ones_like(after, dtype=torch.bool)
    elsewhere[:, head, 2] = False
    assert torch.equal(after[elsewhere], before[elsewhere])


def test_blocking_a_cell_in_all_heads() -> None:
    model, site = small_model(), SITES[2]
    weights = traced(model, BlockAttention(site, query=0, key=3))[f"{site}.weights"]
    assert weights[:, :, 0, 3].eq(0).all()
    assert weights.eq(0).sum() == 2 * 2  # that cell, per sentence and head, and no other


def test_a_query_and_a_key_are_not_mixed_up() -> None:
    model, site = small_model(), SITES[0]
    weights = traced(model, BlockAttention(site, query=3, key=0))[f"{site}.weights"]
    assert weights[:, :, 3, 0].eq(0).all()
    assert weights[:, :, 0, 3].gt(0).all()


def test_blocking_every_key_of_a_query_gives_a_zero_row_and_no_nan() -> None:
    model, site = small_model(), SITES[2]
    trace = traced(model, *(BlockAttention(site, query=1, key=key) for key in range(4)))
    sums = trace[f"{site}.weights"].sum(dim=-1)
    torch.testing.assert_close(sums, torch.tensor([1.0, 0.0, 1.0, 1.0]).expand(2, 2, 4))
    assert trace[f"{site}.context"][:, :, 1].eq(0).all()
    assert not [path for path, x in trace.items() if x.isnan().any()]


def test_a_cell_that_is_not_there_yet_is_passed_over() -> None:
    """A target that is still being written grows towards the cell."""
    model, edit = small_model(), BlockAttention(SITES[1], query=5, key=0)
    assert not edit.fits(traced(model))
    assert torch.equal(traced(model, edit)["logits"], traced(model)["logits"])


# Both


@pytest.mark.parametrize(
    "edit",
    [
        HeadOff(SITES[0], 1),
        HeadOff(SITES[0], 1, "mean"),
        BlockAttention(SITES[0], 2, 1),
        BlockAttention(SITES[0], 2, 1, head=0),
    ],
    ids=str,
)
def test_the_tensor_that_is_given_is_left_alone(edit: Edit) -> None:
    (change,) = edit.changes(small_model(), no_donor).values()
    x = random_vectors(1, 2, 4, 4)
    if isinstance(edit, BlockAttention):
        x = x.isfinite()
    copy = x.clone()
    assert not torch.equal(change(x), x)
    assert torch.equal(x, copy)


def test_two_edits_of_one_tensor_both_count() -> None:
    model, site = small_model(), SITES[0]
    context = traced(model, HeadOff(site, 0), HeadOff(site, 1))[f"{site}.context"]
    assert context.eq(0).all()


def test_two_edits_of_two_places_both_count() -> None:
    model = small_model()
    trace = traced(model, HeadOff(SITES[0], 0), BlockAttention(SITES[2], query=1, key=2))
    assert trace[f"{SITES[0]}.context"][:, 0].eq(0).all()
    assert trace[f"{SITES[2]}.weights"][:, :, 1, 2].eq(0).all()


@pytest.mark.parametrize(
    ("edit", "line"),
    [
        (HeadOff("a.b", 1), "a.b · head 1 off (zero)"),
        (HeadOff("a.b", 0, "mean"), "a.b · head 0 off (mean)"),
        (BlockAttention("a.b", 2, 3), "a.b · all heads: query 2 may not see key 3"),
        (BlockAttention("a.b", None, 3), "a.b · all heads: every query may not see key 3"),
        (BlockAttention("a.b", (1, 4), None), "a.b · all heads: queries 1–4 may not see any key"),
        (BlockAttention("a.b", 2, 3, head=1), "a.b · head 1: query 2 may not see key 3"),
    ],
)
def test_an_edit_is_told_in_one_line(edit: Edit, line: str) -> None:
    assert str(edit) == line


# Edits that cannot work


def test_the_sites_are_the_attention_blocks_encoder_first() -> None:
    assert attention_sites(small_model()) == SITES


@pytest.mark.parametrize("site", ["decoder.layers.7.self_attention", "encoder", "", "logits"])
@pytest.mark.parametrize("make", [lambda s: HeadOff(s, 0), lambda s: BlockAttention(s, 0, 0)])
def test_an_unknown_site_is_refused_with_the_known_ones(site: str, make) -> None:
    with pytest.raises(InputError) as refusal:
        changes_of([make(site)], small_model())
    assert f"“{site}”" in str(refusal.value)
    assert ", ".join(SITES) in str(refusal.value)


@pytest.mark.parametrize("head", [-1, 2, 99])
@pytest.mark.parametrize("make", [HeadOff, lambda s, h: BlockAttention(s, 0, 0, head=h)])
def test_an_unknown_head_is_refused_with_the_known_ones(head: int, make) -> None:
    with pytest.raises(InputError, match=rf"head {head}: .* heads 0 to 2 − 1"):
        changes_of([make(SITES[0], head)], small_model())


@pytest.mark.parametrize(("query", "key"), [(-1, 0), (0, -2)])
def test_a_negative_position_is_refused(query: int, key: int) -> None:
    with pytest.raises(InputError, match=r"position = -\d .* 0 or more"):
        changes_of([BlockAttention(SITES[0], query, key)], small_model())


def test_the_last_position_fits_and_the_one_after_it_does_not() -> None:
    with capture() as trace:
        small_model().predict(random_ids(11, 2, 5), random_ids(13, 2, 3))
    assert BlockAttention(SITES[2], query=2, key=4).fits(trace)  # 3 queries, 5 keys
    assert not BlockAttention(SITES[2], query=3, key=4).fits(trace)
    assert not BlockAttention(SITES[2], query=2, key=5).fits(trace)


def test_an_unknown_replacement_is_refused_with_the_known_ones() -> None:
    with without_type_checks(), pytest.raises(InputError, match=r"replacement = loud .*zero, mean"):
        HeadOff(SITES[0], 0, "loud")
