"""The residual stream, against the paper's figure: one stage per addition, in the order of it."""

from __future__ import annotations

import pytest

from tests.helpers import small_decoder_only, small_encoder_only, small_model
from transformer_viz.anatomy.stream import layer_outputs, stream_of

ENCODER = ("self_attention", "feed_forward")
DECODER = ("self_attention", "cross_attention", "feed_forward")  # cross-attention adds, too
AFTER = {"post": "norm.output", "pre": "add.sum"}  # what goes on after an addition


def expected(
    tower: str, layers: int, blocks: tuple[str, ...], norm: str, bottom: str = "sum"
) -> list[str]:
    additions = [(layer, block) for layer in range(layers) for block in blocks]
    return [
        f"{tower}.embeddings.{bottom}",
        *(f"{tower}.layers.{layer}.{block}_{AFTER[norm]}" for layer, block in additions),
    ]


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_both_towers_have_the_stream_of_the_paper(norm: str) -> None:
    model = small_model(norm=norm, n_encoder_layers=3, n_decoder_layers=2)
    assert stream_of(model, "encoder") == expected("encoder", 3, ENCODER, norm)
    assert stream_of(model, "decoder") == expected("decoder", 2, DECODER, norm)


@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize(
    ("build", "tower"), [(small_encoder_only, "encoder"), (small_decoder_only, "decoder")]
)
def test_a_lone_tower_has_no_cross_attention_in_its_stream(build, tower: str, norm: str) -> None:
    model = build(norm=norm, **{f"n_{tower}_layers": 2})
    assert stream_of(model, tower) == expected(tower, 2, ENCODER, norm)


def test_berts_stream_starts_at_its_normalised_embeddings() -> None:
    model = small_encoder_only(n_segments=2, output_transform=True, norm="post")
    start = expected("encoder", 1, ENCODER, "post", bottom="norm.output")
    assert stream_of(model, "encoder") == start


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_each_layer_hands_on_what_its_last_addition_leaves(norm: str) -> None:
    model = small_model(norm=norm, n_encoder_layers=3, n_decoder_layers=2)
    for tower, layers in (("encoder", 3), ("decoder", 2)):
        leaving = [f"{tower}.layers.{i}.feed_forward_{AFTER[norm]}" for i in range(layers)]
        assert layer_outputs(model, tower) == leaving
