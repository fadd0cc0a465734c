"""Edits of the masks, held against loops over queries and keys."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch

from tests.helpers import random_ids, small_model, without_type_checks
from transformer_viz.capture.edits import Edit, changes_of
from transformer_viz.capture.mask_edits import (
    PATTERNS,
    AllowAttention,
    BlockAttention,
    MaskFill,
    MaskPattern,
)
from transformer_viz.capture.trace import Trace, capture
from transformer_viz.errors import InputError

ENCODER = "encoder.layers.0.self_attention"
DECODER = "decoder.layers.0.self_attention"
CROSS = "decoder.layers.0.cross_attention"
N, PADS = 5, 2


def traced(*edits: Edit, padding: int = 0, **changes: object) -> Trace:
    model = small_model(**changes)
    source = random_ids(11, 1, N)
    source[:, N - padding :] = 0
    with capture(changes_of(edits, model)) as trace:
        model.predict(source, random_ids(13, 1, N))
    return trace


def allowed(trace: Trace, site: str, head: int = 0) -> list[list[bool]]:
    mask = trace[f"{site}.may_attend"][0, head]
    # What counts is who really gets weight, not what a mask says.
    assert torch.equal(mask, trace[f"{site}.weights"][0, head] > 0)
    return mask.tolist()


def cells(rule: Callable[[int, int], bool]) -> list[list[bool]]:
    return [[rule(query, key) for key in range(N)] for query in range(N)]


def test_the_future_can_be_allowed_cell_by_cell() -> None:
    edit = AllowAttention(DECODER, query=1, key=(2, 3), head=1)
    trace = traced(edit)
    assert allowed(trace, DECODER, 0) == cells(lambda q, k: k <= q)
    assert allowed(trace, DECODER, 1) == cells(lambda q, k: k <= q or (q == 1 and k in (2, 3)))


def test_a_whole_query_or_key_can_be_blocked() -> None:
    assert allowed(traced(BlockAttention(ENCODER, 2, None)), ENCODER) == cells(lambda q, k: q != 2)
    assert allowed(traced(BlockAttention(ENCODER, None, 2)), ENCODER) == cells(lambda q, k: k != 2)
    blocked = BlockAttention(ENCODER, (1, 2), (3, 4))
    expected = cells(lambda q, k: not (q in (1, 2) and k in (3, 4)))
    assert allowed(traced(blocked), ENCODER) == expected


def test_a_blocked_query_is_zeros_and_nothing_is_nan() -> None:
    trace = traced(BlockAttention(CROSS, 3, None))
    assert trace[f"{CROSS}.weights"][:, :, 3].eq(0).all()
    assert not [path for path, x in trace.items() if x.isnan().any()]


@pytest.mark.parametrize(
    ("site", "pattern", "size", "rule"),
    [
        (ENCODER, "causal", 0, lambda q, k: k <= q),
        (DECODER, "future", 0, lambda q, k: True),
        (ENCODER, "window", 1, lambda q, k: abs(q - k) <= 1),
        (DECODER, "window", 2, lambda q, k: 0 <= q - k <= 2),
        (CROSS, "window", 0, lambda q, k: q == k),
        (DECODER, "prefix", 2, lambda q, k: k <= q or k < 2),
        (ENCODER, "itself", 0, lambda q, k: q == k),
        (DECODER, "everything", 0, lambda q, k: True),
    ],
)
def test_patterns(site: str, pattern: str, size: int, rule: Callable[[int, int], bool]) -> None:
    assert allowed(traced(MaskPattern(site, pattern, size)), site) == cells(rule)


@pytest.mark.parametrize(
    ("pattern", "rule"),
    [
        ("everything", lambda q, k: True),
        ("future", lambda q, k: k < N - PADS),
        ("causal", lambda q, k: k <= q and k < N - PADS),
        ("wrong_axis", lambda q, k: q < N - PADS),
    ],
)
def test_patterns_beside_padding(pattern: str, rule: Callable[[int, int], bool]) -> None:
    trace = traced(MaskPattern(ENCODER, pattern), padding=PADS)
    assert allowed(trace, ENCODER) == cells(rule)


def test_without_an_edit_padding_hides_columns() -> None:
    for site in (ENCODER, CROSS):
        assert allowed(traced(padding=PADS), site) == cells(lambda q, k: k < N - PADS)


def test_a_pattern_for_one_head_leaves_the_others() -> None:
    trace = traced(MaskPattern(ENCODER, "itself", head=1))
    assert allowed(trace, ENCODER, 0) == cells(lambda q, k: True)
    assert allowed(trace, ENCODER, 1) == cells(lambda q, k: q == k)


def test_a_star_means_all_layers_of_that_block() -> None:
    edit = BlockAttention("decoder.layers.*.cross_attention", None, 1)
    trace = traced(edit, n_decoder_layers=3)
    for layer in range(3):
        site = f"decoder.layers.{layer}.cross_attention"
        assert allowed(trace, site) == cells(lambda q, k: k != 1)
        assert allowed(trace, f"decoder.layers.{layer}.self_attention") == cells(
            lambda q, k: k <= q
        )


def test_later_edits_are_made_on_earlier_ones() -> None:
    block, allow = BlockAttention(ENCODER, 1, None), AllowAttention(ENCODER, 1, 4)
    assert allowed(traced(block, allow), ENCODER)[1] == [False] * 4 + [True]
    assert allowed(traced(allow, block), ENCODER)[1] == [False] * 5


def test_a_very_low_score_is_a_mask_only_where_something_else_may_be_seen() -> None:
    plain, filled = traced(padding=PADS), traced(MaskFill(DECODER), padding=PADS)
    assert filled[f"{DECODER}.masked_scores"].isfinite().all()
    assert torch.equal(filled[f"{DECODER}.weights"], plain[f"{DECODER}.weights"])

    row = BlockAttention(DECODER, 2, None, head=1)
    ours, theirs = traced(row), traced(row, MaskFill(DECODER))
    assert ours[f"{DECODER}.weights"][0, 1, 2].tolist() == [0.0] * N
    assert theirs[f"{DECODER}.weights"][0, 1, 2].tolist() == pytest.approx([1 / N] * N)
    others = [0, 1, 3, 4]  # it sees the future, too
    for name in ("weights", "masked_scores"):
        rows = [trace[f"{DECODER}.{name}"][0, 1, others] for trace in (ours, theirs)]
        hidden = rows[0] == -torch.inf
        assert torch.equal(rows[0][~hidden], rows[1][~hidden])


@pytest.mark.parametrize("value", [0.0, 3.0, float("nan"), -float("inf")])
def test_a_masked_score_is_finite_and_low(value: float) -> None:
    with pytest.raises(InputError, match="below 0"):
        MaskFill(DECODER, value)


@pytest.mark.parametrize("pattern", ["causal", "future", "wrong_axis"])
def test_cross_attention_has_no_diagonal(pattern: str) -> None:
    with pytest.raises(InputError, match="two different texts"):
        changes_of([MaskPattern(CROSS, pattern)], small_model())


def test_what_a_pattern_cannot_be() -> None:
    with without_type_checks(), pytest.raises(InputError, match=", ".join(PATTERNS)):
        MaskPattern(ENCODER, "diagonal")
    with pytest.raises(InputError, match="size = -1"):
        MaskPattern(ENCODER, "window", -1)
    with pytest.raises(InputError, match="it must be a whole number, 3 or more"):
        changes_of([BlockAttention(ENCODER, (3, 2), 0)], small_model())
