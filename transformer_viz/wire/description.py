"""What the page is told of a model: its boxes, their tensors and edits, read from the anatomy."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TypeVar
from weakref import WeakKeyDictionary

from torch import nn

from transformer_viz.anatomy.boxes import Box, boxes_of, folded
from transformer_viz.anatomy.stream import stream_of
from transformer_viz.capture.edits import Edit
from transformer_viz.checkpoints.store import LoadedModel
from transformer_viz.figures.diagram import Placed, place_boxes
from transformer_viz.session.run import Run
from transformer_viz.wire.box_words import explanation_of, formula_of, label_of, title_of
from transformer_viz.wire.contract import BoxSent, Kept, Look, Offer, TensorSent
from transformer_viz.wire.looks import SIDES, Facts, views_of
from transformer_viz.wire.offers import offers_of

T = TypeVar("T")


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


def changed_parts(edit: Edit, run: Run) -> list[str]:
    """The boxes in which an edit of this run changes a tensor; none if it changes what is read."""
    transformer = run.model.transformer
    changes = edit.changes(transformer, lambda _: run.trace)  # which numbers go in is all the same
    touched = set(map(folded, changes))
    return [box.part for box in boxes_of(transformer) if touched & set(box.tensors)]


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
    facts = Facts(model.transformer)
    looks = [facts.look(box, path) for path in box.tensors]
    shown = list(zip(box.tensors, looks, facts.joins(box), strict=True))
    tensors = [_tensor(path, look, shared, join=join) for path, look, join in shown]
    for path, look in zip(box.tensors, looks, strict=True):
        views = views_of(look, box, is_last=path == box.tensors[-1])
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
        label=label_of(box, facts, looks),
        title=title_of(box, side),
        explain=explanation_of(model, box),
        formula=formula_of(model, box),
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
