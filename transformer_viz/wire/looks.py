"""How the tensors of a box are shown: which picture, whose words along it, which signs between."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from transformer_viz.anatomy.boxes import Box
from transformer_viz.anatomy.graph import Graph, Length
from transformer_viz.anatomy.kinds import FAMILIES
from transformer_viz.anatomy.reading import read_graph
from transformer_viz.model.architectures import Model
from transformer_viz.model.hooks import hook_points
from transformer_viz.wire.contract import Look, Side

SIDES: dict[str, Side] = {"encoder": "source", "decoder": "target"}
COLUMN_AXES = {"d_ff": "figures.unit_axis", "vocab": "figures.vocabulary_axis"}
# operation -> the sign before its later inputs, and before its result
SIGNS = {"add": ("+", "="), "matmul": ("×", "→"), "div": ("·", "→"), "expand_as": ("", "")}
GRID = ("query", "key")


class Facts:
    """What the graph and the hook points say of single tensors."""

    def __init__(self, transformer: Model) -> None:
        self.graph: Graph = read_graph(transformer)
        self.points = hook_points(transformer)

    def look(self, box: Box, path: str) -> Look:
        """How a tensor is shown: what its axes are, and whose positions stand along them."""
        axes, lengths = self.axes(path), self.graph.shape(lowest(path))
        rows, columns = (SIDES[n.tower] if isinstance(n, Length) else "" for n in lengths[-2:])
        is_grid = axes[-2:] == GRID
        picture = self._picture(path, axes)
        family = FAMILIES.get(path.rpartition(".")[2], "plain")
        look = Look(
            axes=list(axes),
            heads="head" in axes,
            rows="steps" if is_grid and rows == "target" else rows or SIDES[box.tower],
            columns=columns or ("vocabulary" if axes[-1] == "vocab" else ""),
            column_axis=COLUMN_AXES.get(axes[-1], "figures.dimension_axis"),
            picture=picture,
            figure="",
            difference="",
            scale="weights" if picture in ("weights", "mask") else family,
            grid=is_grid,
        )
        return _named(look)

    def axes(self, path: str) -> tuple[str, ...]:
        return self.points[lowest(path)].axes

    def shape(self, path: str) -> list[int | Side]:
        return [
            SIDES[n.tower] if isinstance(n, Length) else n for n in self.graph.shape(lowest(path))
        ]

    def joins(self, box: Box) -> Iterator[str]:
        """The sign before each tensor: between the inputs of one operation, and before results."""
        shown = [lowest(path) for path in box.tensors]
        for at, path in enumerate(shown):
            before = shown[at - 1] if at else ""
            if before in self.graph.comes_from(path):
                yield SIGNS.get(self._operation(path), ("", "→"))[1]
                continue
            together = [u for u in self.graph.users[path] if before in self.graph.comes_from(u)]
            yield SIGNS.get(self._operation(together[0]), ("", ""))[0] if together else ""

    def _operation(self, path: str) -> str:
        """The last operation behind a tensor."""
        made_by = self.graph.made_by(path)
        return made_by[0].operation if made_by else ""

    def _picture(self, path: str, axes: Sequence[str]) -> str:
        operations = {node.operation for node in self.graph.made_by(lowest(path))}
        is_share = "softmax" in operations  # of a row that sums to 1
        if axes[-2:] == GRID:
            return "weights" if is_share else "mask" if "ne" in operations else "scores"
        if axes[-1] == "1":
            return "norms"
        return "probabilities" if is_share else "vectors"


def _named(look: Look) -> Look:
    """With the names of its figures: a difference of weights has two signs, as scores have."""
    signed: Look = {**look, "picture": "scores"} if look["grid"] else look
    return {**look, "figure": figure_name(look), "difference": figure_name(signed)}


def figure_name(look: Look) -> str:
    """The name of the figure that shows a tensor: all that agree in what it says share it."""
    picture, rows = look["picture"], look["rows"]
    if look["grid"]:  # a mask is drawn as weights of 0 and 1
        return f"{picture.replace('mask', 'weights')}:{rows}:{look['columns']}"
    if picture == "vectors":
        return f"vectors:{rows}:{look['scale']}"
    return picture if picture == "probabilities" else f"{picture}:{rows}"


def views_of(look: Look, box: Box, *, is_last: bool) -> Iterator[tuple[str, Look]]:
    """Other pictures of a tensor; each is made by the operation of the page that it names."""

    def seen(picture: str) -> Look:
        return _named({**look, "picture": picture})

    if look["picture"] == "weights":
        yield "lines", seen("lines")
        yield "average", look
        yield "value_weighted", look
        if look["rows"] == look["columns"]:  # what is mixed is what is looked at
            yield "rollout", look
    if box.kind == "positions" and look["axes"][0] == "1":  # the same for every text
        yield "curves", seen("curves")
        yield "similarity", seen("similarity")
    if box.kind in ("norm", "add_norm") and is_last:
        yield "lengths", seen("lengths")
    if look["picture"] == "probabilities":
        yield "all", seen("vectors")


def lowest(path: str) -> str:
    """A path of the lowest layer: ``*`` becomes 0."""
    return path.replace("*", "0")
