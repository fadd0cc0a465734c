from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import ClassVar

import pytest
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from tests.helpers import random_ids, small_model
from transformer_viz.capture.attention_edits import HeadOff
from transformer_viz.capture.edits import Donor, Edit, changes_of
from transformer_viz.capture.trace import Change, Trace, capture, edited
from transformer_viz.model.hooks import current_visitor, hook_paths
from transformer_viz.model.transformer import Transformer

SOURCE, TARGET = 4, 3


def predict(model: Transformer) -> Tensor:
    return model.predict(random_ids(11, 2, SOURCE), random_ids(13, 2, TARGET))


def traced(model: Transformer, *edits: Edit) -> Trace:
    with capture(changes_of(edits, model)) as trace:
        predict(model)
    return trace


# What is in a trace


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_every_name_is_there_after_a_run(norm: str) -> None:
    model = small_model(norm=norm, n_encoder_layers=2, n_decoder_layers=3)
    assert sorted(traced(model)) == sorted(hook_paths(model))


def test_the_shapes_are_as_promised() -> None:
    """Batch 2, 2 heads, d_k 3, d_v 5, d_model 8, d_ff 16, vocabulary 13."""
    trace = traced(small_model(d_k=3, d_v=5))
    for site, query, key in (
        ("encoder.layers.0.self_attention", SOURCE, SOURCE),
        ("decoder.layers.0.self_attention", TARGET, TARGET),
        ("decoder.layers.0.cross_attention", TARGET, SOURCE),
    ):
        shapes = {
            "q": (2, 2, query, 3),
            "k": (2, 2, key, 3),
            "v": (2, 2, key, 5),
            "scores": (2, 2, query, key),
            "may_attend": (2, 2, query, key),
            "masked_scores": (2, 2, query, key),
            "weights": (2, 2, query, key),
            "context": (2, 2, query, 5),
            "output": (2, query, 8),
        }
        for name, shape in shapes.items():
            assert trace[f"{site}.{name}"].shape == shape, f"{site}.{name}"
        for name in ("residual", "update", "sum"):
            assert trace[f"{site}_add.{name}"].shape == (2, query, 8)
        assert trace[f"{site}_norm.mean"].shape == (2, query, 1)
        assert trace[f"{site}_norm.variance"].shape == (2, query, 1)
        assert trace[f"{site}_norm.output"].shape == (2, query, 8)
    for stack, length in (("encoder", SOURCE), ("decoder", TARGET)):
        assert trace[f"{stack}.embeddings.tokens"].shape == (2, length, 8)
        assert trace[f"{stack}.embeddings.positions"].shape == (1, length, 8)  # same for all
        assert trace[f"{stack}.embeddings.sum"].shape == (2, length, 8)
        assert trace[f"{stack}.layers.0.feed_forward.hidden"].shape == (2, length, 16)
        assert trace[f"{stack}.layers.0.feed_forward.activated"].shape == (2, length, 16)
        assert trace[f"{stack}.layers.0.feed_forward.output"].shape == (2, length, 8)
    assert trace["logits"].shape == trace["probabilities"].shape == (2, TARGET, 13)


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_attention_tensors_follow_from_one_another(norm: str) -> None:
    model = small_model(norm=norm)
    trace = traced(model)
    for path in [p.removesuffix(".q") for p in trace if p.endswith(".q")]:
        block = model.get_submodule(path)
        weights = trace[f"{path}.masked_scores"].softmax(dim=-1)
        context = torch.einsum("bhqk,bhkd->bhqd", weights, trace[f"{path}.v"])
        side_by_side = torch.cat([context[:, head] for head in range(2)], dim=-1)
        output = F.linear(side_by_side, block.w_o.weight, block.w_o.bias)
        torch.testing.assert_close(trace[f"{path}.weights"], weights)
        torch.testing.assert_close(trace[f"{path}.context"], context)
        torch.testing.assert_close(trace[f"{path}.output"], output)


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_every_add_is_residual_plus_update_and_the_update_is_its_block(norm: str) -> None:
    trace = traced(small_model(norm=norm))
    for path in [p.removesuffix("_add.sum") for p in trace if p.endswith("_add.sum")]:
        residual, update = trace[f"{path}_add.residual"], trace[f"{path}_add.update"]
        torch.testing.assert_close(trace[f"{path}_add.sum"], residual + update)
        assert torch.equal(update, trace[f"{path}.output"])


def test_every_post_norm_normalises_the_sum_before_it() -> None:
    model = small_model()
    trace = traced(model)
    for path in [p.removesuffix("_add.sum") for p in trace if p.endswith("_add.sum")]:
        x, norm = trace[f"{path}_add.sum"], model.get_submodule(f"{path}_norm")
        variance = x.var(dim=-1, unbiased=False, keepdim=True)
        output = F.layer_norm(x, (8,), norm.weight, norm.bias, norm.eps)
        torch.testing.assert_close(trace[f"{path}_norm.mean"], x.mean(dim=-1, keepdim=True))
        torch.testing.assert_close(trace[f"{path}_norm.variance"], variance)
        torch.testing.assert_close(trace[f"{path}_norm.output"], output)


def test_the_residual_stream_of_a_pre_norm_tower_is_never_normalised() -> None:
    trace = traced(small_model(norm="pre", n_encoder_layers=2))
    first, second = "encoder.layers.0", "encoder.layers.1"
    stream = [
        ("encoder.embeddings.sum", f"{first}.self_attention_add.residual"),
        (f"{first}.self_attention_add.sum", f"{first}.feed_forward_add.residual"),
        (f"{first}.feed_forward_add.sum", f"{second}.self_attention_add.residual"),
    ]
    for left, entered in stream:
        assert torch.equal(trace[left], trace[entered]), entered


def test_the_feed_forward_tensors_follow_from_one_another() -> None:
    model = small_model()
    trace = traced(model)
    path = "decoder.layers.0.feed_forward"
    block, x = model.get_submodule(path), trace["decoder.layers.0.cross_attention_norm.output"]
    hidden = F.linear(x, block.w_1.weight, block.w_1.bias)
    torch.testing.assert_close(trace[f"{path}.hidden"], hidden)
    assert torch.equal(trace[f"{path}.activated"], trace[f"{path}.hidden"].clamp(min=0))
    output = F.linear(hidden.clamp(min=0), block.w_2.weight, block.w_2.bias)
    torch.testing.assert_close(trace[f"{path}.output"], output)


def test_an_unknown_name_suggests_the_nearest() -> None:
    trace = traced(small_model())
    with pytest.raises(
        KeyError, match=r"did you mean .*decoder\.layers\.0\.cross_attention\.weights"
    ):
        trace["decoder.layers.0.cross_attention.weight"]


def test_the_size_of_a_trace_is_that_of_its_tensors() -> None:
    assert Trace(a=torch.zeros(2, 3), b=torch.zeros(5, dtype=torch.float64)).n_bytes == 24 + 40


# When and where it records


def test_capturing_changes_no_number() -> None:
    model = small_model()
    expected = predict(model)
    with capture():
        captured = predict(model)
    assert torch.equal(captured, expected)


def test_nothing_is_recorded_outside_the_block() -> None:
    model = small_model()
    with capture() as trace:
        pass
    predict(model)
    assert trace == {}


def test_an_edit_ends_with_its_block() -> None:
    model = small_model()
    expected = predict(model)
    with edited(changes_of([HeadOff("encoder.layers.0.self_attention", 0)], model)):
        assert not torch.equal(predict(model), expected)
    assert torch.equal(predict(model), expected)


def test_an_exception_inside_the_block_ends_the_recording() -> None:
    model = small_model()
    with capture() as outer:
        with pytest.raises(ZeroDivisionError), capture():
            raise ZeroDivisionError
        predict(model)
    assert sorted(outer) == sorted(hook_paths(model))
    assert current_visitor.get() is None


def test_an_inner_capture_has_the_floor_until_it_ends() -> None:
    model = small_model()
    with capture() as outer:
        with capture() as inner:
            model.encode(random_ids(11, 1, 4))
        assert (len(outer), len(inner)) == (0, 27)
        model.encode(random_ids(11, 1, 5))
    assert inner["encoder.embeddings.sum"].shape[1] == 4
    assert outer["encoder.embeddings.sum"].shape[1] == 5


def test_a_place_passed_twice_keeps_its_last_tensor() -> None:
    model = small_model()
    with capture() as trace:
        model.encode(random_ids(11, 1, 4))
        model.encode(random_ids(11, 1, 7))
    assert trace["encoder.embeddings.sum"].shape == (1, 7, 8)


@dataclass(frozen=True)
class Meet:
    """No change: waits in the middle of the encoder until the other thread is there too."""

    told_as: ClassVar[str] = ""

    barrier: threading.Barrier

    def changes(self, model: nn.Module, donor: Donor) -> dict[str, Change]:
        return {"encoder.layers.0.self_attention.q": self._wait}

    def fits(self, trace: Trace) -> bool:
        return True

    def reaches_back(self) -> bool:
        return False

    def _wait(self, x: Tensor) -> Tensor:
        self.barrier.wait(timeout=30)
        return x


def test_two_threads_with_different_edits_do_not_see_each_other() -> None:
    model = small_model()
    site = "encoder.layers.0.self_attention"
    barrier = threading.Barrier(3)
    traces: dict[int, Trace] = {}

    def visitor(head: int) -> None:
        traces[head] = traced(model, Meet(barrier), HeadOff(site, head))

    threads = [threading.Thread(target=visitor, args=(head,)) for head in (0, 1)]
    for thread in threads:
        thread.start()
    plain = traced(model, Meet(barrier))  # a third visitor, at the same time, without an edit
    for thread in threads:
        thread.join(timeout=30)

    for head in (0, 1):
        alone = traced(model, HeadOff(site, head))
        assert traces[head].keys() == alone.keys()
        assert all(torch.equal(traces[head][path], alone[path]) for path in alone)
    alone = traced(model)
    assert all(torch.equal(plain[path], alone[path]) for path in alone)
