from __future__ import annotations

import pytest
import torch
from torch.nn import functional as F

from tests.helpers import random_ids, small_model
from transformer_viz.capture.lens import logit_lens
from transformer_viz.capture.trace import Trace, capture
from transformer_viz.model.transformer import Transformer

LAYERS, TARGET = 3, 6


def traced(model: Transformer) -> Trace:
    with capture() as trace:
        model.predict(random_ids(11, 1, 4), random_ids(13, 1, TARGET))
    return trace


@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize("seed", range(5))
def test_the_last_layer_says_exactly_what_the_model_says(seed: int, norm: str) -> None:
    model = small_model(seed, norm=norm, n_decoder_layers=LAYERS)
    trace = traced(model)
    lens = logit_lens(model, trace)
    assert lens.shape == (LAYERS, TARGET, 13)
    assert lens[-1].equal(trace["probabilities"][0])


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_a_layer_says_what_a_model_cut_behind_it_says(norm: str) -> None:
    """The same weights in a shorter decoder: the definition, by another road."""
    model = small_model(norm=norm, n_decoder_layers=LAYERS)
    lens = logit_lens(model, traced(model))
    for layers in (1, 2):
        cut = small_model(norm=norm, n_decoder_layers=layers)
        weights = {k: w for k, w in model.state_dict().items() if k in cut.state_dict()}
        cut.load_state_dict(weights)
        torch.testing.assert_close(lens[layers - 1], traced(cut)["probabilities"][0])


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_it_is_the_projection_and_for_pre_norm_the_final_norm(norm: str) -> None:
    """Written out with torch's own functions, for the first layer."""
    model = small_model(norm=norm, n_decoder_layers=LAYERS)
    trace = traced(model)
    if norm == "post":
        x = trace["decoder.layers.0.feed_forward_norm.output"]
    else:
        final = model.decoder.final_norm.state_dict()
        x = trace["decoder.layers.1.self_attention_add.residual"]  # what enters the second layer
        x = F.layer_norm(x, (8,), final["weight"], final["bias"])
    expected = F.linear(x, model.w_vocab.weight).softmax(dim=-1)[0]
    torch.testing.assert_close(logit_lens(model, trace)[0], expected)
