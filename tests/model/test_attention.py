from __future__ import annotations

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from tests.helpers import everybody, quick, random_vectors, randomise, small_config
from transformer_viz.capture.trace import Trace, capture
from transformer_viz.model import parts
from transformer_viz.model.attention import MultiHeadAttention, softmax_or_zero
from transformer_viz.model.hooks import name_hook_points

Numbers = list[list[float]]  # position, dimension


def attention(seed: int = 0, **changes: object) -> MultiHeadAttention:
    built = randomise(parts.attention(small_config(**changes)), seed)
    name_hook_points(built)
    return built


def traced(block: MultiHeadAttention, x_q: Tensor, x_kv: Tensor, may_attend: Tensor) -> Trace:
    with capture() as trace:
        block(x_q, x_kv, may_attend)
    return trace


@st.composite
def calls(draw: st.DrawFn) -> tuple[MultiHeadAttention, Tensor, Tensor, Tensor]:
    """Any sizes, any mask: rows in which every key is hidden are common."""
    seed = draw(st.integers(0, 10_000))
    batch, heads = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    query, key = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    d_k, d_v = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    block = attention(seed, d_model=5, n_heads=heads, d_k=d_k, d_v=d_v)
    hidden = draw(st.sampled_from([0.0, 0.3, 0.7, 1.0]))
    generator = torch.Generator().manual_seed(seed)
    may_attend = torch.rand(batch, heads, query, key, generator=generator) >= hidden
    x_q = random_vectors(batch, query, 5, seed=seed)
    return block, x_q, random_vectors(batch, key, 5, seed=seed + 1), may_attend


@quick
@given(calls())
def test_a_row_sums_to_one_or_is_all_zero(call) -> None:
    weights = traced(*call)["weights"]
    sums = call[-1].any(dim=-1).float()
    torch.testing.assert_close(weights.sum(dim=-1), sums, rtol=0, atol=1e-6)
    assert weights[~call[-1].any(dim=-1)].eq(0).all()


@quick
@given(calls())
def test_a_hidden_cell_is_exactly_zero_and_an_open_one_is_not(call) -> None:
    weights = traced(*call)["weights"]
    assert torch.equal(weights > 0, call[-1])


@quick
@given(calls())
def test_no_tensor_is_nan_whatever_the_mask(call) -> None:
    assert not [path for path, x in traced(*call).items() if x.isnan().any()]


@quick
@given(calls())
def test_it_equals_the_definition_written_as_loops(call) -> None:
    block, x_q, x_kv, may_attend = call
    trace = traced(*call)
    for b in range(x_q.shape[0]):
        weights, output = naive_attention(block, x_q[b], x_kv[b], may_attend[b])
        torch.testing.assert_close(trace["weights"][b], torch.tensor(weights), rtol=0, atol=1e-5)
        torch.testing.assert_close(trace["output"][b], torch.tensor(output), rtol=0, atol=1e-5)


def naive_attention(
    block: MultiHeadAttention, x_q: Tensor, x_kv: Tensor, may_attend: Tensor
) -> tuple[list[Numbers], Numbers]:
    """Section 3.2 of the paper for one sentence: head by head, query by query, key by key."""
    q = naive_linear(block.w_q, x_q)
    k, v = naive_linear(block.w_k, x_kv), naive_linear(block.w_v, x_kv)
    all_weights: list[Numbers] = []
    side_by_side: Numbers = [[] for _ in q]
    for head in range(block.n_heads):
        keys = range(head * block.d_k, (head + 1) * block.d_k)
        values = range(head * block.d_v, (head + 1) * block.d_v)
        all_weights.append([])
        for i in range(len(q)):
            scores = [
                sum(q[i][d] * k[j][d] for d in keys) / math.sqrt(block.d_k) for j in range(len(k))
            ]
            row = naive_softmax(scores, may_attend[head][i].tolist())
            all_weights[head].append(row)
            side_by_side[i] += [sum(row[j] * v[j][d] for j in range(len(v))) for d in values]
    return all_weights, naive_linear(block.w_o, torch.tensor(side_by_side))


def naive_linear(linear: torch.nn.Linear, x: Tensor) -> Numbers:
    weight, bias = linear.weight.tolist(), linear.bias.tolist()
    return [
        [
            sum(w * a for w, a in zip(row, vector, strict=True)) + b
            for row, b in zip(weight, bias, strict=True)
        ]
        for vector in x.tolist()
    ]


def naive_softmax(scores: list[float], allowed: list[bool]) -> list[float]:
    powers = [math.exp(s) if a else 0.0 for s, a in zip(scores, allowed, strict=True)]
    total = sum(powers)
    return [p / total if total else 0.0 for p in powers]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ([0.0, 0.0, 0.0, 0.0], [0.25, 0.25, 0.25, 0.25]),
        ([math.log(1), math.log(2), math.log(5)], [1 / 8, 2 / 8, 5 / 8]),
        ([7.0], [1.0]),
        ([0.0, -math.inf], [1.0, 0.0]),
        ([-math.inf, -math.inf], [0.0, 0.0]),
        ([1e4, 1e4, -1e4], [0.5, 0.5, 0.0]),
        ([-1e30, -1e30], [0.5, 0.5]),
    ],
)
def test_softmax_or_zero(row: list[float], expected: list[float]) -> None:
    weights = softmax_or_zero(torch.tensor(row).view(1, 1, 1, -1))
    torch.testing.assert_close(weights.flatten(), torch.tensor(expected))


def test_softmax_runs_over_keys_not_over_queries() -> None:
    scores = torch.tensor([[0.0, math.log(3)], [math.log(4), 0.0]])
    expected = torch.tensor([[1 / 4, 3 / 4], [4 / 5, 1 / 5]])
    torch.testing.assert_close(softmax_or_zero(scores[None, None])[0, 0], expected)


def test_a_gradient_through_a_row_without_keys_is_finite() -> None:
    block = attention().requires_grad_()
    may_attend = everybody(1, 1, 3, 3)
    may_attend[..., 1, :] = False
    x = random_vectors(1, 3, 8)
    block(x, x, may_attend).sum().backward()
    assert all(weight.grad.isfinite().all() for weight in block.parameters())


def test_scores_are_scaled_first_then_masked_then_softmaxed() -> None:
    block = attention(d_k=3, d_v=2)
    x = random_vectors(1, 4, 8)
    may_attend = everybody(4, 4).tril()[None, None]
    trace = traced(block, x, x, may_attend)

    scaled = torch.einsum("bhqd,bhkd->bhqk", trace["q"], trace["k"]) / 3**0.5
    masked = scaled.masked_fill(~may_attend, -math.inf)

    torch.testing.assert_close(trace["scores"], scaled)
    torch.testing.assert_close(trace["masked_scores"], masked)
    torch.testing.assert_close(trace["weights"], masked.softmax(dim=-1))


def test_true_means_may_attend() -> None:
    x = random_vectors(1, 3, 8)
    may_attend = torch.tensor([True, True, False]).expand(1, 1, 3, 3)
    weights = traced(attention(), x, x, may_attend)["weights"]
    assert weights[..., 2].eq(0).all()
    assert weights[..., :2].gt(0).all()


def test_a_single_token_looks_at_itself_with_weight_one() -> None:
    x = random_vectors(1, 1, 8)
    weights = traced(attention(), x, x, everybody(1, 1, 1, 1))["weights"]
    assert weights.flatten().tolist() == [1.0, 1.0]  # one cell per head


def test_values_may_be_wider_than_keys() -> None:
    trace = traced(
        attention(d_k=3, d_v=5),
        random_vectors(2, 4, 8),
        random_vectors(2, 6, 8),
        everybody(1, 1, 4, 6),
    )
    shapes = {name: tuple(trace[name].shape) for name in ("q", "k", "v", "context", "output")}
    assert shapes == {
        "q": (2, 2, 4, 3),
        "k": (2, 2, 6, 3),
        "v": (2, 2, 6, 5),
        "context": (2, 2, 4, 5),
        "output": (2, 4, 8),
    }


def test_a_mask_for_one_head_leaves_the_other_alone() -> None:
    x = random_vectors(1, 3, 8)
    may_attend = everybody(1, 2, 3, 3)
    may_attend[0, 1, :, 0] = False
    free = traced(attention(), x, x, everybody(1, 1, 3, 3))["weights"]
    masked = traced(attention(), x, x, may_attend)["weights"]
    assert torch.equal(masked[:, 0], free[:, 0])
    assert masked[0, 1, :, 0].eq(0).all()
