"""What the page is told of a model: its boxes, their tensors and edits, read from the anatomy."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TypeVar
from weakref import WeakKeyDictionary

from torch import nn

from transformer_viz.anatomy.boxes import Box, boxes_of, folded
from transformer_viz.anatomy.graph import Graph, Length
from transformer_viz.anatomy.kinds import FAMILIES, words_of
from transformer_viz.anatomy.reading import read_graph
from transformer_viz.anatomy.stream import stream_of
from transformer_viz.checkpoints.store import LoadedModel
from transformer_viz.figures.diagram import Placed, place_boxes
from transformer_viz.model.architectures import Model
from transformer_viz.model.hooks import hook_points
from transformer_viz.wire.contract import BoxSent, Kept, Look, Offer, Side, TensorSent, Words
from transformer_viz.wire.offers import offers_of

T = TypeVar("T")
SIDES: dict[str, Side] = {"encoder": "source", "decoder": "target"}
COLUMN_AXES = {"d_ff": "figures.unit_axis", "vocab": "figures.vocabulary_axis"}
# operation -> the sign before its later inputs, and before its result
SIGNS = {"add": ("+", "="), "matmul": ("·", "→"), "div": ("·", "→"), "expand_as": ("", "")}
GRID = ("query", "key")


@dataclass(frozen=True)
class Description:
    """A model without its numbers.

    Attributes:
        key: tells it from all others that this process has described.
        width, height: of the diagram, in the units of its view box.
    """

    key: str
    looks: tuple[Look, ...]
    offers: tuple[Offer, ...]
    boxes: tuple[BoxSent, ...]
    frames: tuple[dict[str, object], ...]
    width: int
    height: int
    streams: dict[str, list[str]]
    kept: tuple[Kept, ...]
    tables: dict[str, str]


def describe(model: LoadedModel) -> Description:
    """The description of a model, made once."""
    described = _described.get(model.transformer)
    if described is None:
        described = _described[model.transformer] = _describe(model)
    return described


_described: WeakKeyDictionary[nn.Module, Description] = WeakKeyDictionary()
_numbers = itertools.count(1)


def _describe(model: LoadedModel) -> Description:
    transformer = model.transformer
    boxes = boxes_of(transformer)
    if not model.predicts_words:
        boxes = tuple(box for box in boxes if not _is_way_out(box))
    layers = {tower: _layers(model, tower) for tower in model.config.towers}
    plan = place_boxes(boxes, layers)
    shared = _Shared([], [])
    sent = [_box(model, box, at, shared) for box, at in zip(boxes, plan.boxes, strict=True)]
    return Description(
        key=f"{model.name} {next(_numbers)}",
        looks=tuple(shared.looks),
        offers=tuple(shared.offers),
        boxes=tuple(sent),
        frames=tuple(asdict(frame) for frame in plan.frames),
        width=plan.width,
        height=plan.height,
        streams={tower: stream_of(transformer, tower) for tower in model.config.towers},
        kept=tuple(_kept(sent, shared.looks, layers)),
        tables={
            f"{tower}.embeddings.encoding.table": model.config.positions
            for tower in model.config.towers
        },
    )


@dataclass(frozen=True)
class _Shared:
    """What many boxes have in common travels once: a box names it by its number here."""

    looks: list[Look]
    offers: list[Offer]

    def look(self, look: Look) -> int:
        """The number of this look."""
        return _number_of(look, self.looks)

    def offer(self, offer: Offer) -> int:
        """The number of this offer."""
        return _number_of(offer, self.offers)


def _number_of(one: T, known: list[T]) -> int:
    if one not in known:
        known.append(one)
    return known.index(one)


def _is_way_out(box: Box) -> bool:
    return not box.part.startswith(tuple(f"{tower}." for tower in SIDES))


def _layers(model: LoadedModel, tower: str) -> int:
    config = model.config
    return config.n_encoder_layers if tower == "encoder" else config.n_decoder_layers


def _box(model: LoadedModel, box: Box, placed: Placed, shared: _Shared) -> BoxSent:
    facts = _Facts(model.transformer)
    looks = [facts.look(box, path) for path in box.tensors]
    shown = list(zip(box.tensors, looks, facts.joins(box), strict=True))
    tensors = [_tensor(path, look, shared, join=join) for path, look, join in shown]
    for path, look in zip(box.tensors, looks, strict=True):
        views = _views(look, box, is_last=path == box.tensors[-1])
        tensors += [_tensor(path, seen, shared, view=name) for name, seen in views]
    grids = [path for path, look, _ in shown if look["picture"] == "weights"]
    last = box.tensors[-1] if box.tensors else ""
    side = SIDES[box.tower]
    block = _block(box)
    return BoxSent(
        part=box.part,
        kind=box.kind,
        tower=box.tower,
        side=side,
        layers=_layers(model, box.tower) if box.is_layered else 1,
        layered=box.is_layered,
        label=_label(box, facts, looks),
        title=_title(box, side),
        explain=_explain(model, box),
        formula=_formula(model, box),
        axes=[axis.replace("query", "pos") for axis in facts.axes(last)]
        if last
        else ["batch", "pos"],
        shape=facts.shape(last) if last else [1, side],
        main=_main(box, grids),
        grid=grids[0] if grids else "",
        blocks=block,
        inputs=list(box.inputs),
        code=_code(model, box),
        x=placed.x,
        y=placed.y,
        width=placed.width,
        height=placed.height,
        column=placed.column,
        tensors=tensors,
        offers=[shared.offer(offer) for offer in offers_of(model, box, block)],
    )


def _tensor(
    path: str, look: Look, shared: _Shared, *, join: str = "", view: str = ""
) -> TensorSent:
    name = view or path.rpartition(".")[2]
    return TensorSent(name=name, path=path, look=shared.look(look), join=join, view=view)


class _Facts:
    """What the graph and the hook points say of single tensors."""

    def __init__(self, transformer: Model) -> None:
        self.graph: Graph = read_graph(transformer)
        self.points = hook_points(transformer)

    def look(self, box: Box, path: str) -> Look:
        """How a tensor is shown: what its axes are, and whose positions stand along them."""
        axes, lengths = self.axes(path), self.graph.shape(_lowest(path))
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
        return self.points[_lowest(path)].axes

    def shape(self, path: str) -> list[int | Side]:
        return [
            SIDES[n.tower] if isinstance(n, Length) else n for n in self.graph.shape(_lowest(path))
        ]

    def joins(self, box: Box) -> Iterator[str]:
        """The sign before each tensor: between the inputs of one operation, and before results."""
        shown = [_lowest(path) for path in box.tensors]
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
        operations = {node.operation for node in self.graph.made_by(_lowest(path))}
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


def _views(look: Look, box: Box, *, is_last: bool) -> Iterator[tuple[str, Look]]:
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


def _label(box: Box, facts: _Facts, looks: Sequence[Look]) -> str:
    if box.kind == "tokens":
        return f"diagram.{SIDES[box.tower]}_tokens"
    for path, look in zip(box.tensors, looks, strict=True):
        if look["picture"] == "mask":
            behind = {node.operation for node in facts.graph.made_by(_lowest(path))}
            return f"diagram.{'masked_' if 'tril' in behind else ''}{_name(box)}"
    return f"diagram.{'final_norm' if box.kind == 'norm' and not box.is_layered else box.kind}"


def _title(box: Box, side: Side) -> str:
    if box.kind == "attention":
        return f"viewer.{box.tower}.{_name(box)}"
    return f"diagram.{side}_tokens" if box.kind == "tokens" else f"diagram.{box.kind}"


def _name(box: Box) -> str:
    return box.part.rpartition(".")[2]


def _explain(model: LoadedModel, box: Box) -> str:
    if box.kind == "attention":
        return f"viewer.{box.tower}.{_name(box)}.explain"
    if box.kind == "positions":
        module = model.transformer.get_submodule(box.owners[0])
        kind = model.config.positions
        words = words_of(module)
        plain = kind.startswith("sinusoidal") or words != "positions"
        return f"explain.{words}" if plain else f"explain.{words}_{kind}"
    if box.kind == "feed_forward" and model.config.activation != "relu":
        return "explain.feed_forward_smooth"
    if box.kind in ("norm", "add_norm"):
        words = words_of(model.transformer.get_submodule(box.owners[-1]))
        return f"explain.{'add_' if box.kind == 'add_norm' else ''}{words}"
    return f"explain.{box.kind}"


def _formula(model: LoadedModel, box: Box) -> Words | None:
    """The box's formula with this model's numbers."""
    config = model.config
    values = {
        "d_k": config.key_width,
        "d_model": config.d_model,
        "eps": config.layer_norm_eps,
        "activation": config.activation,
    }
    kind = box.kind
    if kind in ("norm", "add_norm"):
        kind = _explain(model, box).removeprefix("explain.")
    if kind == "feed_forward" and config.activation != "relu":
        kind = "feed_forward_smooth"
    if kind == "positions" and not config.positions.startswith("sinusoidal"):
        kind = f"positions_{config.positions}{'_segments' if config.n_segments else ''}"
    if kind == "embedding" and config.scale_embeddings:
        kind = "embedding_scaled"
    if kind == "logits" and config.output_bias:
        kind = "logits_bias"
    return None if kind == "tokens" else Words(key=f"formula.{kind}", values=values)


def _main(box: Box, grids: Sequence[str]) -> str:
    """The tensor that stands for a box: its weights, what is widest inside, or what leaves it."""
    if grids:
        return grids[0]
    if not box.tensors:
        return ""
    return box.tensors[0] if box.kind == "feed_forward" else box.tensors[-1]


def _block(box: Box) -> str:
    """The path of the block that edits name: of an Add & Norm, the block that it belongs to."""
    path = folded(box.owners[0]) if box.owners else ""
    for suffix in ("_add", "_norm"):
        path = path.removesuffix(suffix)
    return path


def _code(model: LoadedModel, box: Box) -> list[str]:
    owners = box.owners or (("",) if box.kind != "tokens" else (f"{box.tower}.embeddings",))
    if box.kind == "logits":
        owners = (*box.owners, "")
    return [type(model.transformer.get_submodule(owner)).__name__ for owner in owners]


def _kept(
    boxes: Sequence[BoxSent], looks: Sequence[Look], layers: Mapping[str, int]
) -> Iterator[Kept]:
    """Keys and values of the words that are being written, layer by layer."""
    for layer in range(layers.get("decoder", 0)):
        for box in boxes:
            for tensor in box["tensors"]:
                look = looks[tensor["look"]]
                is_kept = "key" in look["axes"] and not look["grid"]
                if is_kept and look["rows"] == "target":
                    path = tensor["path"].replace("*", str(layer))
                    yield Kept(name=tensor["name"], layer=layer, path=path, scale=look["scale"])


def _lowest(path: str) -> str:
    return path.replace("*", "0")
