"""The graph is the model: numpy, which knows nothing but the graph, comes to the same tensors."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import transformer_viz as tv
from tests.anatomy.interpreter import recompute
from transformer_viz.anatomy.graph import Length
from transformer_viz.anatomy.reading import read_graph
from transformer_viz.capture.trace import capture
from transformer_viz.model.architectures import build_model
from transformer_viz.model.config import TransformerConfig
from transformer_viz.model.hooks import hook_points

SMALL = {"d_model": 12, "n_heads": 3, "d_ff": 20}
VOCABULARIES = {
    "encoder-decoder": {"source_vocab_size": 13, "target_vocab_size": 17},
    "encoder-only": {"source_vocab_size": 13, "target_vocab_size": 0, "n_decoder_layers": 0},
    "decoder-only": {"source_vocab_size": 0, "target_vocab_size": 17, "n_encoder_layers": 0},
}


def small(architecture: str, **choices: object) -> torch.nn.Module:
    layers = {"n_encoder_layers": 2, "n_decoder_layers": 2} | VOCABULARIES[architecture]
    torch.manual_seed(3)
    config = TransformerConfig(architecture=architecture, **SMALL | layers | choices)  # type: ignore[arg-type]
    return build_model(config).eval()


def assert_recomputed(model: torch.nn.Module, lengths: tuple[int, int] = (6, 4)) -> None:
    """Every tensor to 1e-5 of its largest magnitude (at least 1), for a batch of two texts."""
    towers = model.config.towers
    generator = torch.Generator().manual_seed(5)
    sizes = sorted(model.config.vocab_sizes)
    ids = [
        torch.randint(1, sizes[0], (2, length), generator=generator)
        for length, _ in zip(lengths, towers, strict=False)
    ]
    for padded in ids:
        padded[1, -2:] = 0
    with torch.inference_mode(), capture() as trace:
        model.predict(*ids)
    named = (*model.named_parameters(), *model.named_buffers())
    weights = {name: x.detach().double().numpy() for name, x in named}
    texts = {tower: x.numpy() for tower, x in zip(towers, ids, strict=True)}
    recomputed = recompute(read_graph(model), weights, texts)
    assert recomputed.keys() == trace.keys() == hook_points(model).keys()
    for path, x in trace.items():
        ours, theirs = x.detach().double().numpy(), recomputed[path].astype(float)
        assert theirs.shape == ours.shape, path
        finite = np.isfinite(ours)
        assert (np.isfinite(theirs) == finite).all(), path
        largest = max(1.0, np.abs(ours[finite]).max(initial=0))
        difference = np.abs(theirs[finite] - ours[finite]).max(initial=0)
        assert difference <= 1e-5 * largest, path


@pytest.mark.parametrize("name", tv.catalogue())
def test_every_tensor_of_every_model_is_recomputed_from_its_graph(name: str) -> None:
    assert_recomputed(tv.load(name).transformer)


@pytest.mark.parametrize("architecture", VOCABULARIES)
@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize("positions", ["sinusoidal", "sinusoidal_halves", "learned", "none"])
def test_every_choice_of_parts_can_be_read(architecture: str, norm: str, positions: str) -> None:
    assert_recomputed(small(architecture, norm=norm, positions=positions), lengths=(3, 7))


@pytest.mark.parametrize("activation", ["relu", "gelu", "gelu_tanh", "swish"])
def test_every_activation_can_be_read(activation: str) -> None:
    assert_recomputed(small("decoder-only", activation=activation, d_k=5, d_v=3), lengths=(9, 9))


def test_bert_can_be_read() -> None:
    choices = {"n_segments": 2, "output_transform": True, "output_bias": True, "tied": "all"}
    assert_recomputed(small("encoder-only", **choices))


def test_the_axes_of_every_tensor_have_the_sizes_that_they_are_named_after() -> None:
    model = small("encoder-decoder", d_k=5, d_v=7)
    with torch.inference_mode(), capture() as trace:
        model.predict(torch.ones(1, 8, dtype=torch.long), torch.ones(1, 9, dtype=torch.long))
    sizes = {"1": {1}, "batch": {1}, "head": {3}, "d_model": {12}, "d_ff": {20}, "d_k": {5}}
    sizes |= {"d_v": {7}, "vocab": {17}, "pos": {8, 9}, "query": {8, 9}, "key": {8, 9}}
    for path, point in hook_points(model).items():
        assert len(point.axes) == trace[path].dim(), path
        for axis, size in zip(point.axes, trace[path].shape, strict=True):
            assert size in sizes[axis], (path, axis)


def test_a_graph_says_where_a_tensor_comes_from() -> None:
    graph = read_graph(tv.load("en-fr").transformer)
    cross = "decoder.layers.1.cross_attention"
    assert graph.comes_from(f"{cross}.k") == ["encoder.layers.1.feed_forward_norm.output"]
    assert graph.comes_from(f"{cross}.q") == ["decoder.layers.1.self_attention_norm.output"]
    assert graph.comes_from(f"{cross}.scores") == [f"{cross}.q", f"{cross}.k"]
    assert graph.weights_of(f"{cross}.k") == [f"{cross}.w_k.weight", f"{cross}.w_k.bias"]
    (positions,) = [
        n for n in graph.made_by("decoder.embeddings.positions") if n.arguments["index"]
    ]
    assert positions.arguments["index"] == slice(0, Length("decoder"), None)


def test_an_operation_that_nobody_taught_the_reader_is_an_error() -> None:
    model = small("decoder-only")
    model.decoder.layers[0].feed_forward.activation = torch.sinh
    with pytest.raises(NotImplementedError, match="sinh"):
        read_graph(model)


def test_a_graph_is_read_once_per_model() -> None:
    model = small("encoder-only")
    assert read_graph(model) is read_graph(model)
