"""Rows of weights on demand: enough to recompute what the trace holds."""

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


def row(tensor: str, unit: int) -> dict[str, object]:
    return weight_row({"model": "en-fr", "tensor": tensor, "unit": str(unit)})


@pytest.mark.parametrize(
    ("tensor", "given"),
    [
        ("decoder.layers.1.cross_attention.k", MEMORY),
        ("decoder.layers.1.cross_attention.v", MEMORY),
        ("decoder.layers.1.cross_attention.q", "decoder.layers.1.cross_attention_add.residual"),
        ("encoder.layers.0.self_attention.q", "encoder.embeddings.sum"),
        ("encoder.layers.0.feed_forward.hidden", "encoder.layers.0.feed_forward_add.residual"),
        ("encoder.layers.0.feed_forward.output", "encoder.layers.0.feed_forward.activated"),
        ("logits", "decoder.layers.1.feed_forward_norm.output"),
    ],
)
def test_input_times_row_plus_bias_is_the_tensor(run: Run, tensor: str, given: str) -> None:
    unit = 37
    parts = row(tensor, unit)
    made = run.trace[given][0] @ torch.tensor(parts["weights"]) + (parts["bias"] or 0.0)
    x = run.trace[tensor][0]
    if x.dim() == 3:  # heads stand side by side in the weight
        x = x.transpose(0, 1).flatten(1)
    torch.testing.assert_close(made, x[:, unit], atol=1e-4, rtol=1e-4)


def test_a_token_takes_its_row_of_the_table(run: Run) -> None:
    parts = row("encoder.embeddings.tokens", run.source_pieces[1].id)
    made = torch.tensor(parts["weights"]) * parts["scale"]
    torch.testing.assert_close(made, run.trace["encoder.embeddings.tokens"][0, 1])


@pytest.mark.parametrize(
    "wishes",
    [
        {},
        {"model": "../..", "tensor": "logits", "unit": "0"},
        {"model": "en-fr", "tensor": "decoder.layers.0.cross_attention.weights", "unit": "0"},
        {"model": "en-fr", "tensor": "decoder.layers.9.cross_attention.q", "unit": "0"},
        {"model": "en-fr", "tensor": "", "unit": "0"},
        {"model": "en-fr", "tensor": "logits", "unit": "2000"},
        {"model": "en-fr", "tensor": "logits", "unit": "-1"},
        {"model": "en-fr", "tensor": "logits", "unit": "٣"},
        {"model": "en-fr", "tensor": "logits", "unit": "9" * 99},
    ],
)
def test_anything_else_is_refused_with_a_reason(wishes: dict[str, str]) -> None:
    with pytest.raises(InputError):
        weight_row(wishes)
