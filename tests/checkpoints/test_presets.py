"""The configurations of well-known tutorials."""

from __future__ import annotations

import pytest
import torch
from torch import nn

import transformer_viz as tv
from tests.helpers import random_ids
from transformer_viz.checkpoints.presets import (
    PER_HEAD_PROJECTIONS,
    PRESETS,
    load_preset,
    worked_steps,
)
from transformer_viz.language import sentence
from transformer_viz.model.config import TransformerConfig
from transformer_viz.model.encoder_only import EncoderOnly
from transformer_viz.model.hooks import hook_paths

SMALL = ["worked-example", "per-head-projections"]


@pytest.fixture(scope="module")
def worked() -> EncoderOnly:
    model = tv.load("worked-example").transformer
    assert isinstance(model, EncoderOnly)
    return model


def test_the_worked_example_has_its_shapes_one_after_another(worked: EncoderOnly) -> None:
    steps = worked_steps(worked, random_ids(10, 2, 4))
    assert [(sentence(f"walk.{step.name}"), tuple(step.value.shape)) for step in steps] == [
        ("ids", (2, 4)),
        ("embedding", (2, 4, 8)),
        ("with positions", (2, 4, 8)),
        ("Q, K, V", (2, 4, 8)),
        ("split", (2, 2, 4, 4)),
        ("scores", (2, 2, 4, 4)),
        ("weights", (2, 2, 4, 4)),
        ("context", (2, 2, 4, 4)),
        ("merged", (2, 4, 8)),
        ("Add & Norm", (2, 4, 8)),
        ("FFN", (2, 4, 8)),
        ("Add & Norm", (2, 4, 8)),
    ]


def test_keys_and_values_have_the_shapes_of_the_queries(worked: EncoderOnly) -> None:
    attention = worked.encoder.layers[0].self_attention
    x = torch.zeros(2, 4, 8)
    for w in (attention.w_q, attention.w_k, attention.w_v):
        assert w(x).shape == (2, 4, 8)
    assert [y.shape for y in attention.keys_values(x)] == [(2, 2, 4, 4), (2, 2, 4, 4)]


def test_the_hidden_layer_of_the_worked_example_is_16_wide(worked: EncoderOnly) -> None:
    assert worked.encoder.layers[0].feed_forward.w_1.out_features == 16
    assert len(worked.encoder.layers) == 1


def test_its_norm_has_the_biased_variance_and_a_tiny_eps(worked: EncoderOnly) -> None:
    """Against plain arithmetic; 1, 2, 3, 4 twice has the biased variance 1.25."""
    norm = worked.encoder.layers[0].self_attention_norm
    assert norm.eps == 1e-12
    x = torch.tensor([[[1.0, 2.0, 3.0, 4.0] * 2]])
    expected = [(value - 2.5) / 1.25**0.5 for value in [1, 2, 3, 4] * 2]
    torch.testing.assert_close(norm(x)[0, 0], torch.tensor(expected), rtol=0, atol=1e-6)
    theirs = nn.functional.layer_norm(x, (8,), eps=1e-12)
    torch.testing.assert_close(norm(x), theirs, rtol=0, atol=1e-6)


def test_every_head_has_projections_of_its_own_width() -> None:
    config = PER_HEAD_PROJECTIONS
    run = tv.run(tv.load("per-head-projections"), "12 7 45", target="9 8")
    site = "decoder.layers.0.cross_attention"
    assert run.trace[f"{site}.q"].shape == (1, config.n_heads, 3, config.d_k)
    assert run.trace[f"{site}.k"].shape == (1, config.n_heads, 4, config.d_k)
    assert run.trace[f"{site}.v"].shape == (1, config.n_heads, 4, config.d_v)
    assert run.trace[f"{site}.context"].shape == (1, config.n_heads, 3, config.d_v)
    assert run.trace[f"{site}.output"].shape == (1, 3, config.d_model)
    assert config.n_heads * config.d_v != config.d_model
    attention = run.model.transformer.decoder.layers[0].cross_attention
    assert attention.w_o.in_features == config.n_heads * config.d_v
    above = run.trace["decoder.layers.0.self_attention.weights"][0, 0].triu(1)
    assert above.eq(0).all()


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        (
            "encoder-decoder",
            {"d_model": 512, "n_heads": 8, "n_encoder_layers": 6, "n_decoder_layers": 6}
            | {"d_ff": 2048, "source_pad_id": 0, "target_pad_id": 0, "dropout": 0.1},
        ),
        (
            "encoder-only",
            {"source_vocab_size": 10_000, "d_model": 512, "n_heads": 8, "n_encoder_layers": 6}
            | {"d_ff": 2048, "max_len": 100, "architecture": "encoder-only"},
        ),
    ],
)
def test_the_large_ones_have_the_sizes_that_are_taught(name: str, sizes: dict[str, object]) -> None:
    config: TransformerConfig = PRESETS[name].config
    assert {key: getattr(config, key) for key in sizes} == sizes


def test_the_catalogue_lists_them_as_random_with_their_parameters() -> None:
    cards = tv.catalogue()
    for name in PRESETS:
        assert cards[name]["trained"] is False
        assert cards[name]["architecture"] == PRESETS[name].config.architecture
    for name in SMALL:
        model = load_preset(name).transformer
        assert cards[name]["parameters"] == sum(x.numel() for x in model.parameters())


@pytest.mark.parametrize("name", SMALL)
def test_the_seed_alone_makes_the_weights(name: str) -> None:
    first = load_preset(name).transformer
    torch.rand(7)
    state = torch.get_rng_state()
    second = load_preset(name).transformer
    assert torch.equal(torch.get_rng_state(), state)
    pairs = zip(first.parameters(), second.parameters(), strict=True)
    assert all(torch.equal(x, y) for x, y in pairs)


@pytest.mark.parametrize("name", SMALL)
def test_a_preset_runs_on_its_example(name: str) -> None:
    model = tv.load(name)
    run = tv.run(model, PRESETS[name].example)
    assert run.source_tokens == [*PRESETS[name].example.split(), "</s>"]
    assert set(run.trace) == set(hook_paths(model.transformer))


def test_words_are_refused_by_a_model_that_knows_none() -> None:
    with pytest.raises(tv.InputError, match=r"from 4 to 9 .*not “cats”"):
        tv.run(tv.load("worked-example"), "cats")
