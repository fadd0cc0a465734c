"""The boxes of a model: what stands in its diagram, read from the graph.

A box is a module with named tensors, or several that belong together: a norm joins the addition
whose sum it alone takes in, and becomes "Add & Norm". Equal layers are one box: ``*`` in a path
stands for the layer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from torch import nn

from transformer_viz.anatomy.graph import Graph, Node, Text
from transformer_viz.anatomy.kinds import sort_of
from transformer_viz.anatomy.reading import read_graph
from transformer_viz.model.architectures import Model

LAYER = re.compile(r"(?<=\.layers\.)\d+(?=\.)")


@dataclass(frozen=True)
class Box:
    """One box of the diagram.

    Attributes:
        part: its name, a path with ``*`` for the layer: ``decoder.layers.*.cross_attention``.
        kind: what sort of box it is, a name of ``kinds.py``.
        tower: ``"encoder"`` or ``"decoder"``: the column that it stands in.
        owners: the modules that it stands for, in the lowest layer; none for the whole model.
        tensors: paths with ``*`` of its named tensors, each after those that it is made from.
        inputs: the parts whose tensors enter it, in the lowest layer; each once.
    """

    part: str
    kind: str
    tower: str
    owners: tuple[str, ...] = ()
    tensors: tuple[str, ...] = ()
    inputs: tuple[str, ...] = ()

    @property
    def is_layered(self) -> bool:
        """Whether it stands for one box in every layer."""
        return "*" in self.part

    @property
    def looks_across(self) -> bool:
        """Whether something enters it from another tower than its own."""
        return any(not part.startswith(f"{self.tower}.") for part in self.inputs)


def boxes_of(model: Model) -> tuple[Box, ...]:
    """All boxes in the order of the computation, the token boxes of each tower first."""
    graph, towers = read_graph(model), model.config.towers
    members: dict[str, list[str]] = {}
    for path in graph.tensors:
        if layer_of(path) in (None, 0):
            members.setdefault(_part(path, model, graph), []).append(path)
    part_of = {path: part for part, paths in members.items() for path in paths}
    boxes = [Box(f"{tower}.tokens", "tokens", tower) for tower in towers]
    for part, own in members.items():
        shown = _in_order(graph, own, _joined(graph, own))
        boxes.append(
            Box(
                part,
                _kind(part, own, model, graph),
                _tower(part, towers),
                tuple(owner for owner in _owners(own) if owner),
                tuple(map(folded, shown)),
                tuple(_inputs(graph, own, part, part_of)),
            )
        )
    return tuple(boxes)


def folded(path: str) -> str:
    """A path with ``*`` in the place of the layer.

    >>> folded("encoder.layers.3.feed_forward.hidden")
    'encoder.layers.*.feed_forward.hidden'
    """
    return LAYER.sub("*", path)


def layer_of(path: str) -> int | None:
    """The layer that a path names, counted from 0; None outside of the layers."""
    found = LAYER.search(path)
    return int(found[0]) if found else None


def _part(path: str, model: Model, graph: Graph) -> str:
    """The part that a named tensor of the lowest layer belongs to."""
    owner = path.rpartition(".")[0]
    if is_gathered(graph, path):
        return path
    if owner.partition(".")[0] not in model.config.towers:  # the way back to words
        return path if not owner else _next_outside(graph, path)
    if ".layers." not in path and owner.split(".")[1] == "embeddings":
        return f"{'.'.join(owner.split('.')[:2])}.sum"
    return folded(_norm_behind(graph, path) or owner)


def is_gathered(graph: Graph, path: str) -> bool:
    """Whether a tensor is looked up by the ids of a text: an embedding of its tokens."""
    return any(isinstance(i, Text) for node in _near(graph, path, "embedding") for i in node.inputs)


def _near(graph: Graph, path: str, operation: str) -> list[Node]:
    return [node for node in graph.made_by(path) if node.operation == operation]


def _next_outside(graph: Graph, path: str) -> str:
    """The first tensor above that belongs to the whole model."""
    while "." in path:
        path = graph.users[path][-1]
    return path


def _norm_behind(graph: Graph, path: str) -> str:
    """For a tensor of an addition: the norm that alone takes its sum in, in the same layer."""
    owner = path.rpartition(".")[0]
    users = [user.rpartition(".")[0] for user in graph.users.get(f"{owner}.sum", ())]
    takers = dict.fromkeys(users)
    (taker, *others) = takers or ("",)
    is_same_layer = layer_of(f"{taker}.") == layer_of(path) is not None
    return taker if is_same_layer and not others and taker != owner else ""


def _joined(graph: Graph, own: Sequence[str]) -> list[str]:
    """Tensors of another box that this one shows too: the embedding that positions are added to."""
    first = own[0].rpartition(".")[0]
    if not first:
        return []
    sources = (source for path in own for source in graph.comes_from(path))
    return [s for s in dict.fromkeys(sources) if s not in own and s.rpartition(".")[0] == first]


def _in_order(graph: Graph, own: Sequence[str], joined: Sequence[str]) -> list[str]:
    """Each tensor after those of the box that it is made from, and as late as that allows."""
    ordered: dict[str, None] = {}

    def place(path: str) -> None:
        for source in graph.comes_from(path):
            if source in mine and source not in ordered:
                place(source)
        ordered[path] = None

    mine = {*own, *joined}
    ends = [path for path in own if not mine & set(graph.users[path])]
    for path in (*ends, *own):
        if path not in ordered:
            place(path)
    return list(ordered)


def _owners(own: Iterable[str]) -> dict[str, None]:
    return dict.fromkeys(path.rpartition(".")[0] for path in own)


def _kind(part: str, own: Sequence[str], model: nn.Module, graph: Graph) -> str:
    if is_gathered(graph, own[0]) and len(own) == 1:
        return "embedding"
    kinds = [sort_of(model.get_submodule(owner)) for owner in _owners(own) if owner]
    if not kinds or (part in own and "." not in part):
        return part
    return "add_norm" if len(kinds) > 1 and kinds[0] == "add" else kinds[0]


def _tower(part: str, towers: Sequence[str]) -> str:
    tower = part.partition(".")[0]
    return tower if tower in towers else towers[-1]


def _inputs(graph: Graph, own: Iterable[str], part: str, part_of: dict[str, str]) -> list[str]:
    sources = [source for path in own for source in graph.comes_from(path)]
    texts = [
        f"{i.tower}.tokens"
        for path in own
        if is_gathered(graph, path)
        for node in graph.made_by(path)
        for i in node.inputs
        if isinstance(i, Text)
    ]
    parts = [part_of.get(source) or part_of[_lowest(source)] for source in sources]
    return [p for p in dict.fromkeys((*texts, *parts)) if p != part]


def _lowest(path: str) -> str:
    return LAYER.sub("0", path)
