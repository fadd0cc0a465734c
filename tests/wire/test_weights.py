"""Rows of weights on demand: enough to recompute what the trace holds."""

import math

import pytest
import torch

import transformer_viz as tv
from transformer_viz.errors import InputError
from transformer_viz.session.running import Run
from transformer_viz.wire.weights import weight_row

MEMORY = "encoder.layers.1.feed_forward_norm.output"


@pytest.fixture(scope="module")
def run() -> Run:
    return tv.run(tv.load("en-fr"), "I like cats.")


def row(weight: str, at: int) -> torch.Tensor:
    sent = weight_row({"model": "en-fr", "weight": weight, "row": str(at)})
    assert sent["name"] == weight
    return torch.tensor(sent["values"])


@pytest.mark.parametrize(
    ("tensor", "weight", "given"),
    [
        ("decoder.layers.1.cross_attention.k", "decoder.layers.1.cross_attention.w_k", MEMORY),
        ("decoder.layers.1.cross_attention.v", "decoder.layers.1.cross_attention.w_v", MEMORY),
        (
            "decoder.layers.1.cross_attention.q",
            "decoder.layers.1.cross_attention.w_q",
            "decoder.layers.1.cross_attention_add.residual",
        ),
        (
            "encoder.layers.0.self_attention.q",
            "encoder.layers.0.self_attention.w_q",
            "encoder.embeddings.sum",
        ),
        (
            "encoder.layers.0.feed_forward.hidden",
            "encoder.layers.0.feed_forward.w_1",
            "encoder.layers.0.feed_forward_add.residual",
        ),
        (
            "encoder.layers.0.feed_forward.output",
            "encoder.layers.0.feed_forward.w_2",
            "encoder.layers.0.feed_forward.activated",
        ),
        ("logits", "encoder.embeddings.table", "decoder.layers.1.feed_forward_norm.output"),  # tied
    ],
)
def test_input_times_row_plus_bias_is_the_tensor(
    run: Run, tensor: str, weight: str, given: str
) -> None:
    unit = 37
    has_bias = tensor != "logits"
    made = run.trace[given][0] @ row(f"{weight}.weight", unit)
    if has_bias:
        (bias,) = row(f"{weight}.bias", unit)
        made = made + bias
    x = run.trace[tensor][0]
    if x.dim() == 3:  # heads stand side by side in the weight
        x = x.transpose(0, 1).flatten(1)
    torch.testing.assert_close(made, x[:, unit], atol=1e-4, rtol=1e-4)


def test_a_token_takes_its_row_of_the_table(run: Run) -> None:
    made = row("encoder.embeddings.table.weight", run.source_pieces[1].id) * math.sqrt(128)
    torch.testing.assert_close(made, run.trace["encoder.embeddings.tokens"][0, 1])


def test_a_buffer_is_read_like_a_weight(run: Run) -> None:
    """The table of positions is computed, not learned."""
    positions = row("encoder.embeddings.encoding.table", 2)
    torch.testing.assert_close(positions, run.trace["encoder.embeddings.positions"][0, 2])


@pytest.mark.parametrize(
    "wishes",
    [
        {},
        {"model": "../..", "weight": "w_vocab.weight", "row": "0"},
        {"model": "en-fr", "weight": "decoder.layers.0.cross_attention.weights", "row": "0"},
        {"model": "en-fr", "weight": "decoder.layers.9.cross_attention.w_q.weight", "row": "0"},
        {"model": "en-fr", "weight": "", "row": "0"},
        {"model": "en-fr", "weight": "w_vocab.weight", "row": "2000"},
        {"model": "en-fr", "weight": "w_vocab.weight", "row": "-1"},
        {"model": "en-fr", "weight": "w_vocab.weight", "row": "٣"},
        {"model": "en-fr", "weight": "w_vocab.weight", "row": "9" * 99},
    ],
)
def test_anything_else_is_refused_with_a_reason(wishes: dict[str, str]) -> None:
    with pytest.raises(InputError):
        weight_row(wishes)
