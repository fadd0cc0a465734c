"""The boxes of a diagram, against the paper's figure 1 written down by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.helpers import small_decoder_only, small_encoder_only, small_model
from transformer_viz.anatomy.boxes import Box, boxes_of, folded, layer_of

ATTENTION = ["q", "k", "scores", "may_attend", "masked_scores", "weights", "v", "context", "output"]
ADD, NORM = ["residual", "update", "sum"], ["mean", "variance", "output"]
FEED_FORWARD = ["hidden", "activated", "output"]
ENCODER = ("self_attention", "feed_forward")
DECODER = ("self_attention", "cross_attention", "feed_forward")
Row = tuple[str, str, str, list[str], list[str]]  # part, kind, tower, tensors, inputs


def at(place: str, names: list[str]) -> list[str]:
    return [f"{place}.{name}" for name in names]


def start(tower: str) -> list[Row]:
    place = f"{tower}.embeddings"
    return [
        (f"{place}.tokens", "embedding", tower, [f"{place}.tokens"], [f"{tower}.tokens"]),
        (
            f"{place}.sum",
            "positions",
            tower,
            at(place, ["tokens", "positions", "sum"]),
            [f"{place}.tokens"],
        ),
    ]


def inside(block: str) -> tuple[str, list[str]]:
    is_attention = block.endswith("attention")
    kind = "attention" if is_attention else "feed_forward"
    return kind, at(block, ATTENTION if is_attention else FEED_FORWARD)


def post_norm(tower: str, blocks: tuple[str, ...], memory: str = "") -> list[Row]:
    """Block, then Add & Norm, as in the paper; what enters a block goes around it too."""
    rows, stream = start(tower), f"{tower}.embeddings.sum"
    for name in blocks:
        block = f"{tower}.layers.*.{name}"
        others = [memory] if name == "cross_attention" else []
        kind, tensors = inside(block)
        rows.append((block, kind, tower, tensors, [stream, *others]))
        around = at(f"{block}_add", ADD) + at(f"{block}_norm", NORM)
        rows.append((f"{block}_norm", "add_norm", tower, around, [stream, block]))
        stream = f"{block}_norm"
    return rows


def pre_norm(tower: str, blocks: tuple[str, ...], memory: str = "") -> list[Row]:
    """Norm, block, then Add; one more norm at the top (Xiong et al. 2020, figure 1b)."""
    rows, stream = start(tower), f"{tower}.embeddings.sum"
    for name in blocks:
        block = f"{tower}.layers.*.{name}"
        others = [memory] if name == "cross_attention" else []
        norm = f"{block}_norm"
        rows.append((norm, "norm", tower, at(norm, NORM), [stream]))
        kind, tensors = inside(block)
        rows.append((block, kind, tower, tensors, [norm, *others]))
        add = f"{block}_add"
        rows.append((add, "add", tower, at(add, ADD), [stream, block]))
        stream = add
    top = f"{tower}.final_norm"
    return [*rows, (top, "norm", tower, at(top, NORM), [stream])]


def way_out(tower: str, top: str, *more: str) -> list[Row]:
    return [
        ("logits", "logits", tower, [*more, "logits"], [top]),
        ("probabilities", "probabilities", tower, ["probabilities"], ["logits"]),
    ]


def texts(*towers: str) -> list[Row]:
    return [(f"{tower}.tokens", "tokens", tower, [], []) for tower in towers]


def expected(architecture: str, norm: str) -> list[Row]:
    layers = post_norm if norm == "post" else pre_norm
    top = "final_norm" if norm == "pre" else "layers.*.feed_forward_norm"
    match architecture:
        case "encoder-decoder":
            boxes = [
                *layers("encoder", ENCODER),
                *layers("decoder", DECODER, memory=f"encoder.{top}"),
            ]
            return [*texts("encoder", "decoder"), *boxes, *way_out("decoder", f"decoder.{top}")]
        case "encoder-only":
            tower, blocks = "encoder", ENCODER
        case _:
            tower, blocks = "decoder", ENCODER  # nobody to look across at
    return [*texts(tower), *layers(tower, blocks), *way_out(tower, f"{tower}.{top}")]


def rows(boxes: tuple[Box, ...]) -> list[Row]:
    return [(b.part, b.kind, b.tower, list(b.tensors), list(b.inputs)) for b in boxes]


BUILD: dict[str, Callable[..., Any]] = {
    "encoder-decoder": small_model,
    "encoder-only": small_encoder_only,
    "decoder-only": small_decoder_only,
}


@pytest.mark.parametrize("architecture", BUILD)
@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize("layers", [1, 3])
def test_the_boxes_are_those_of_the_figure(architecture: str, norm: str, layers: int) -> None:
    towers = {"encoder-decoder": ("encoder", "decoder")}.get(
        architecture, (architecture.removesuffix("-only"),)
    )
    sizes = {f"n_{tower}_layers": layers for tower in towers}
    assert rows(boxes_of(BUILD[architecture](norm=norm, **sizes))) == expected(architecture, norm)


def test_towers_of_different_heights_keep_their_own_boxes() -> None:
    model = small_model(n_encoder_layers=3, n_decoder_layers=2)
    assert rows(boxes_of(model)) == expected("encoder-decoder", "post")


def test_bert_adds_segments_normalises_them_and_transforms_before_the_words() -> None:
    model = small_encoder_only(n_segments=2, output_transform=True, norm="post")
    boxes = {box.part: box for box in boxes_of(model)}
    place = "encoder.embeddings"
    start, out = boxes[f"{place}.sum"], boxes["logits"]
    added = at(place, ["tokens", "segments", "positions", "sum"])
    assert list(start.tensors) == [*added, *at(f"{place}.norm", NORM)]
    assert (start.kind, start.owners) == ("positions", (place, f"{place}.norm"))
    inner = ["transform.hidden", "transform.activated", *at("transform.norm", NORM)]
    assert list(out.tensors) == [*inner, "logits"]
    assert (out.kind, out.tower) == ("logits", "encoder")
    assert out.owners == ("transform", "transform.norm")
    assert out.inputs == ("encoder.layers.*.feed_forward_norm",)


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_a_box_stands_for_modules_of_the_lowest_layer(norm: str) -> None:
    owners = {box.part: box.owners for box in boxes_of(small_model(norm=norm, n_decoder_layers=2))}
    block = "decoder.layers.0.cross_attention"
    around = (f"{block}_add", f"{block}_norm") if norm == "post" else (f"{block}_norm",)
    assert owners["decoder.layers.*.cross_attention"] == (block,)
    assert owners["decoder.layers.*.cross_attention_norm"] == around
    assert owners["probabilities"] == ()


def test_only_what_is_in_a_layer_stands_for_many() -> None:
    layered = {box.part for box in boxes_of(small_model(norm="pre")) if box.is_layered}
    assert layered == {part for part, *_ in expected("encoder-decoder", "pre") if "layers" in part}


def test_the_layer_of_a_path() -> None:
    assert layer_of("decoder.layers.12.feed_forward.output") == 12
    assert layer_of("decoder.layers.*.feed_forward.output") is None
    assert layer_of("decoder.embeddings.sum") is None
    assert folded("decoder.embeddings.sum") == "decoder.embeddings.sum"
