"""The names of tensors are promises: notebooks, links and saved edits use them."""

from __future__ import annotations

import pytest

from tests.helpers import small_decoder_only, small_encoder_only, small_model
from transformer_viz.model.hooks import hook_paths

ENCODER_NAMES = [
    # From words to vectors.
    "encoder.embeddings.tokens",
    "encoder.embeddings.positions",
    "encoder.embeddings.sum",
    # Every source word looks at every other.
    "encoder.layers.0.self_attention.q",
    "encoder.layers.0.self_attention.k",
    "encoder.layers.0.self_attention.v",
    "encoder.layers.0.self_attention.scores",
    "encoder.layers.0.self_attention.may_attend",
    "encoder.layers.0.self_attention.masked_scores",
    "encoder.layers.0.self_attention.weights",
    "encoder.layers.0.self_attention.context",
    "encoder.layers.0.self_attention.output",
    "encoder.layers.0.self_attention_add.residual",
    "encoder.layers.0.self_attention_add.update",
    "encoder.layers.0.self_attention_add.sum",
    "encoder.layers.0.self_attention_norm.mean",
    "encoder.layers.0.self_attention_norm.variance",
    "encoder.layers.0.self_attention_norm.output",
    # Every position thinks on its own.
    "encoder.layers.0.feed_forward.hidden",
    "encoder.layers.0.feed_forward.activated",
    "encoder.layers.0.feed_forward.output",
    "encoder.layers.0.feed_forward_add.residual",
    "encoder.layers.0.feed_forward_add.update",
    "encoder.layers.0.feed_forward_add.sum",
    "encoder.layers.0.feed_forward_norm.mean",
    "encoder.layers.0.feed_forward_norm.variance",
    "encoder.layers.0.feed_forward_norm.output",
]
DECODER_NAMES = [
    "decoder.embeddings.tokens",
    "decoder.embeddings.positions",
    "decoder.embeddings.sum",
    # Looking back at the target.
    "decoder.layers.0.self_attention.q",
    "decoder.layers.0.self_attention.k",
    "decoder.layers.0.self_attention.v",
    "decoder.layers.0.self_attention.scores",
    "decoder.layers.0.self_attention.may_attend",
    "decoder.layers.0.self_attention.masked_scores",
    "decoder.layers.0.self_attention.weights",
    "decoder.layers.0.self_attention.context",
    "decoder.layers.0.self_attention.output",
    "decoder.layers.0.self_attention_add.residual",
    "decoder.layers.0.self_attention_add.update",
    "decoder.layers.0.self_attention_add.sum",
    "decoder.layers.0.self_attention_norm.mean",
    "decoder.layers.0.self_attention_norm.variance",
    "decoder.layers.0.self_attention_norm.output",
    # Looking across at the source.
    "decoder.layers.0.cross_attention.q",
    "decoder.layers.0.cross_attention.k",
    "decoder.layers.0.cross_attention.v",
    "decoder.layers.0.cross_attention.scores",
    "decoder.layers.0.cross_attention.may_attend",
    "decoder.layers.0.cross_attention.masked_scores",
    "decoder.layers.0.cross_attention.weights",
    "decoder.layers.0.cross_attention.context",
    "decoder.layers.0.cross_attention.output",
    "decoder.layers.0.cross_attention_add.residual",
    "decoder.layers.0.cross_attention_add.update",
    "decoder.layers.0.cross_attention_add.sum",
    "decoder.layers.0.cross_attention_norm.mean",
    "decoder.layers.0.cross_attention_norm.variance",
    "decoder.layers.0.cross_attention_norm.output",
    # Thinking.
    "decoder.layers.0.feed_forward.hidden",
    "decoder.layers.0.feed_forward.activated",
    "decoder.layers.0.feed_forward.output",
    "decoder.layers.0.feed_forward_add.residual",
    "decoder.layers.0.feed_forward_add.update",
    "decoder.layers.0.feed_forward_add.sum",
    "decoder.layers.0.feed_forward_norm.mean",
    "decoder.layers.0.feed_forward_norm.variance",
    "decoder.layers.0.feed_forward_norm.output",
]
# And back to words.
LAST_NAMES = ["logits", "probabilities"]
FINAL_NORMS = [
    f"{stack}.final_norm.{name}"
    for stack in ("encoder", "decoder")
    for name in ("mean", "variance", "output")
]
POST_NORM_NAMES = ENCODER_NAMES + DECODER_NAMES + LAST_NAMES


def test_the_names_of_a_post_norm_model_in_the_order_of_the_figure() -> None:
    assert hook_paths(small_model()) == POST_NORM_NAMES


def test_a_pre_norm_model_has_one_more_norm_on_each_tower() -> None:
    assert sorted(hook_paths(small_model(norm="pre"))) == sorted(POST_NORM_NAMES + FINAL_NORMS)


def test_an_encoder_alone_has_the_encoders_names() -> None:
    assert hook_paths(small_encoder_only()) == ENCODER_NAMES + LAST_NAMES


def test_a_decoder_alone_has_the_decoders_names_but_no_cross_attention() -> None:
    names = [name for name in DECODER_NAMES if "cross_attention" not in name]
    assert hook_paths(small_decoder_only()) == names + LAST_NAMES


@pytest.mark.parametrize("small", [small_encoder_only, small_decoder_only])
def test_a_lone_pre_norm_tower_has_one_more_norm(small) -> None:
    added = set(hook_paths(small(norm="pre"))) - set(hook_paths(small()))
    stack = small().config.towers[0]
    assert added == {name for name in FINAL_NORMS if name.startswith(stack)}


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_every_decoder_layer_shows_at_least_25_tensors(norm: str) -> None:
    paths = hook_paths(small_model(norm=norm, n_decoder_layers=3))
    for layer in range(3):
        assert sum(path.startswith(f"decoder.layers.{layer}.") for path in paths) >= 25


def test_a_deeper_model_has_the_same_names_in_every_layer() -> None:
    paths = hook_paths(small_model(n_encoder_layers=3, n_decoder_layers=2))
    for stack, layers in (("encoder", 3), ("decoder", 2)):
        names = [
            {p.split(".", 3)[3] for p in paths if p.startswith(f"{stack}.layers.{layer}.")}
            for layer in range(layers)
        ]
        assert all(layer_names == names[0] for layer_names in names)
