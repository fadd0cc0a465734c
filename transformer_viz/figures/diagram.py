"""The paper's figure, drawn for one model and one run: boxes, arrows, and the shape on each.

This is the plan of the drawing, in the units of its view box; the browser makes the SVG from it.
A ``*`` in a path stands for the layer that is looked at: equal layers are drawn once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

BOX_WIDTH = 160
COLUMN_STEP = 204  # from the encoder's column to the decoder's
GAP = 22  # between boxes: room for an arrow and its shape
FRAME_GAP = 24  # more room where the frame of a layer begins and ends
TOP, LEFT = 16, 18


@dataclass(frozen=True)
class Shape:
    """A shape in letters and in this run's numbers.

    >>> str(Shape(("batch", "pos", "d_model"), (1, 8, 128)))
    'batch × pos × d_model = 1 × 8 × 128'
    """

    symbols: tuple[str, ...]
    numbers: tuple[int, ...]

    @property
    def short(self) -> str:
        """The numbers alone."""
        return " × ".join(map(str, self.numbers))

    def __str__(self) -> str:
        return f"{' × '.join(self.symbols)} = {self.short}"


@dataclass(frozen=True)
class Box:
    """One box of the figure.

    Attributes:
        part: what it stands for, a path such as ``decoder.layers.*.cross_attention``.
        label: key of its name in the language file.
        x, y, width, height: where it stands, in the units of the view box.
        column: counted from the left; with two towers 0 is the encoder, 1 the decoder.
        shape: what leaves it.
        tensor: path of the tensor whose picture it carries; empty for none.
        adds_from: ``part`` of the box where its residual path branches off; empty for none.
    """

    part: str
    label: str
    column: int
    x: int
    y: int
    width: int
    height: int
    shape: Shape
    tensor: str = ""
    adds_from: str = ""


@dataclass(frozen=True)
class Frame:
    """The dashed frame around one layer, which stands for all layers of its stack."""

    stack: str
    x: int
    y: int
    width: int
    height: int
    layers: int


@dataclass(frozen=True)
class Diagram:
    """Everything to draw; boxes of a column from its bottom to its top."""

    width: int
    height: int
    boxes: tuple[Box, ...]
    frames: tuple[Frame, ...]


@dataclass(frozen=True, kw_only=True)
class Sizes:
    """The numbers that the shapes are made of: counts; 0 for what a model does not have."""

    batch: int = 1
    source: int = 0
    target: int = 0
    d_model: int
    vocab: int
    encoder_layers: int = 0
    decoder_layers: int = 0
    norm: str = "post"


@dataclass(frozen=True)
class _Plan:
    """A box before it has a place."""

    part: str
    label: str
    shape: Shape
    tensor: str = ""
    adds_from: str = ""
    height: int = 30


def encoder_decoder_diagram(sizes: Sizes) -> Diagram:
    """The figure of Vaswani et al. 2017 for an encoder-decoder of these sizes."""
    left = _column("encoder", sizes, sizes.source, ("self_attention",))
    right = _column("decoder", sizes, sizes.target, ("self_attention", "cross_attention"))
    return _diagram(sizes, {"encoder": left, "decoder": [*right, *_top(sizes, "target")]})


def encoder_only_diagram(sizes: Sizes) -> Diagram:
    """Its left column alone, with the way back to words on top."""
    column = _column("encoder", sizes, sizes.source, ("self_attention",))
    return _diagram(sizes, {"encoder": [*column, *_top(sizes, "source")]})


def decoder_only_diagram(sizes: Sizes) -> Diagram:
    """Its right column alone: nothing to look across at, so no cross-attention."""
    column = _column("decoder", sizes, sizes.target, ("self_attention",))
    return _diagram(sizes, {"decoder": [*column, *_top(sizes, "target")]})


DIAGRAMS = {
    "encoder-decoder": encoder_decoder_diagram,
    "encoder-only": encoder_only_diagram,
    "decoder-only": decoder_only_diagram,
}


def _diagram(sizes: Sizes, columns: Mapping[str, Sequence[_Plan]]) -> Diagram:
    layers = {"encoder": sizes.encoder_layers, "decoder": sizes.decoder_layers}
    tallest = max(sum(plan.height + GAP for plan in column) for column in columns.values())
    height = 2 * TOP + tallest - GAP + 2 * FRAME_GAP
    boxes = [box for i, column in enumerate(columns.values()) for box in _placed(column, i, height)]
    frames = [_frame(boxes, stack, i, layers[stack]) for i, stack in enumerate(columns)]
    width = LEFT * 2 + COLUMN_STEP * (len(columns) - 1) + BOX_WIDTH
    return Diagram(width, height, tuple(boxes), tuple(frames))


def _top(sizes: Sizes, side: str) -> tuple[_Plan, ...]:
    """The way back to words; nothing where there is none."""
    if not sizes.vocab:
        return ()
    shape = _shape(sizes, side, "vocab")
    return (
        _Plan("logits", "diagram.logits", shape, "logits"),
        _Plan("probabilities", "diagram.probabilities", shape, "probabilities"),
    )


def _column(stack: str, sizes: Sizes, length: int, blocks: Sequence[str]) -> list[_Plan]:
    side = "source" if stack == "encoder" else "target"
    stream = _shape(sizes, side, "d_model")
    plans = [
        _Plan(f"{stack}.tokens", f"diagram.{side}_tokens", _shape(sizes, side)),
        _Plan(
            f"{stack}.embeddings.tokens",
            "diagram.embedding",
            stream,
            f"{stack}.embeddings.tokens",
        ),
        _Plan(f"{stack}.embeddings.sum", "diagram.positions", stream, f"{stack}.embeddings.sum"),
    ]
    for block in (*blocks, "feed_forward"):
        plans += _sublayer(stack, block, sizes, plans[-1].part, stream)
    if sizes.norm == "pre":  # nothing in a pre-norm layer normalises what leaves it
        path = f"{stack}.final_norm"
        plans.append(_Plan(path, "diagram.final_norm", stream, f"{path}.output"))
    return plans


def _sublayer(stack: str, block: str, sizes: Sizes, below: str, stream: Shape) -> list[_Plan]:
    """One block with its Add and its Norm, in the order of post-norm or pre-norm."""
    path = f"{stack}.layers.*.{block}"
    masked = "masked_" if (stack, block) == ("decoder", "self_attention") else ""
    tensor = f"{path}.hidden" if block == "feed_forward" else f"{path}.weights"
    main = _Plan(path, f"diagram.{masked}{block}", stream, tensor, height=36)
    norm = f"{path}_norm"
    if sizes.norm == "post":
        both = _Plan(norm, "diagram.add_norm", stream, f"{norm}.output", below)
        return [main, both]
    add = _Plan(f"{path}_add", "diagram.add", stream, f"{path}_add.sum", below)
    return [_Plan(norm, "diagram.norm", stream, f"{norm}.output"), main, add]


def _placed(plans: Sequence[_Plan], column: int, height: int) -> list[Box]:
    boxes, y = [], height - TOP
    for below, plan in zip((None, *plans), plans, strict=False):
        if below is not None and (".layers." in below.part) != (".layers." in plan.part):
            y -= FRAME_GAP
        y -= plan.height
        boxes.append(
            Box(
                plan.part,
                plan.label,
                column,
                LEFT + column * COLUMN_STEP,
                y,
                BOX_WIDTH,
                plan.height,
                plan.shape,
                plan.tensor,
                plan.adds_from,
            )
        )
        y -= GAP
    return boxes


def _frame(boxes: Sequence[Box], stack: str, column: int, layers: int) -> Frame:
    inside = [box for box in boxes if box.part.startswith(f"{stack}.layers.")]
    top = min(box.y for box in inside) - 11
    bottom = max(box.y + box.height for box in inside) + 26  # room for the layer chooser
    left = LEFT + column * COLUMN_STEP - 10
    return Frame(stack, left, top, BOX_WIDTH + 20, bottom - top, layers)


def _shape(sizes: Sizes, side: str, *last: str) -> Shape:
    values = {
        "source": sizes.source,
        "target": sizes.target,
        "d_model": sizes.d_model,
        "vocab": sizes.vocab,
    }
    names = {"source": "pos", "target": "pos"}
    axes = (side, *last)
    return Shape(
        ("batch", *(names.get(axis, axis) for axis in axes)),
        (sizes.batch, *(values[axis] for axis in axes)),
    )
