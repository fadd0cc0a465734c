"""The paper's figure for one model: where every box stands.

This is the plan of the drawing, in the units of its view box; the browser makes the SVG from it.
Equal layers are drawn once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from transformer_viz.anatomy.boxes import Box

BOX_WIDTH = 160
COLUMN_STEP = 204  # from one tower's column to the next
GAP = 22  # between boxes: room for an arrow and its shape
FRAME_GAP = 24  # more room where the frame of a layer begins and ends
TOP, LEFT = 16, 18
TALL = ("attention", "feed_forward")  # the blocks that the others are wrapped around


@dataclass(frozen=True)
class Placed:
    """Where a box stands, in the units of the view box; columns are counted from the left."""

    x: int
    y: int
    width: int
    height: int
    column: int


@dataclass(frozen=True)
class Frame:
    """The dashed frame around one layer, which stands for all layers of its tower."""

    tower: str
    x: int
    y: int
    width: int
    height: int
    layers: int


@dataclass(frozen=True)
class Diagram:
    """Everything to draw; ``boxes`` in the order in which they were given."""

    width: int
    height: int
    boxes: tuple[Placed, ...]
    frames: tuple[Frame, ...]


def place_boxes(boxes: Sequence[Box], layers: Mapping[str, int]) -> Diagram:
    """Each tower's boxes in a column, from its bottom to its top, as in the paper's figure 1.

    Args:
        boxes: of one model, in the order of the computation.
        layers: how many layers each tower has.
    """
    columns = {tower: [box for box in boxes if box.tower == tower] for tower in layers}
    tallest = max(sum(_height(box) + GAP for box in column) for column in columns.values())
    height = 2 * TOP + tallest - GAP + 2 * FRAME_GAP
    placed: dict[str, Placed] = {}
    for at, column in enumerate(columns.values()):
        placed |= _placed(column, at, height)
    frames = [_frame(column, placed, tower, layers[tower]) for tower, column in columns.items()]
    width = LEFT * 2 + COLUMN_STEP * (len(columns) - 1) + BOX_WIDTH
    return Diagram(width, height, tuple(placed[box.part] for box in boxes), tuple(frames))


def _height(box: Box) -> int:
    return 36 if box.kind in TALL else 30


def _placed(boxes: Sequence[Box], column: int, height: int) -> dict[str, Placed]:
    placed: dict[str, Placed] = {}
    left, y = LEFT + column * COLUMN_STEP, height - TOP
    for below, box in zip((None, *boxes), boxes, strict=False):
        if below is not None and below.is_layered != box.is_layered:
            y -= FRAME_GAP
        y -= _height(box)
        placed[box.part] = Placed(left, y, BOX_WIDTH, _height(box), column)
        y -= GAP
    return placed


def _frame(boxes: Sequence[Box], placed: Mapping[str, Placed], tower: str, layers: int) -> Frame:
    inside = [placed[box.part] for box in boxes if box.is_layered]
    top = min(box.y for box in inside) - 11
    bottom = max(box.y + box.height for box in inside) + 26  # room for the layer chooser
    return Frame(tower, inside[0].x - 10, top, BOX_WIDTH + 20, bottom - top, layers)
