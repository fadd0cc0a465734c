"""The residual stream: what goes on from block to block, read from the graph."""

from __future__ import annotations

from transformer_viz.anatomy.boxes import layer_of
from transformer_viz.anatomy.graph import Graph, Result
from transformer_viz.anatomy.reading import read_graph
from transformer_viz.model.architectures import Model


def stream_of(model: Model, tower: str) -> list[str]:
    """Paths of the stream's tensors from the bottom of a tower to its top, one per addition.

    A residual connection takes a tensor as it is that some block takes in, too; those tensors are
    the stream, and the last one is what leaves the highest layer.
    """
    graph = read_graph(model)
    stages = (_as_it_is(graph, path) for path in graph.tensors if path.startswith(f"{tower}."))
    carried = [stage for stage in stages if stage and len(graph.users[stage]) > 1]
    return list(dict.fromkeys((*carried, layer_outputs(model, tower)[-1])))


def layer_outputs(model: Model, tower: str) -> list[str]:
    """The path of what leaves each layer of a tower, the lowest first."""
    graph = read_graph(model)
    leaving: dict[int, str] = {}
    for path, users in graph.users.items():
        layer = layer_of(path)
        if layer is None or not path.startswith(f"{tower}."):
            continue
        if any(layer_of(u) != layer or not u.startswith(f"{tower}.") for u in users):
            leaving[layer] = path
    return [leaving[layer] for layer in sorted(leaving)]


def _as_it_is(graph: Graph, path: str) -> str:
    """The named tensor that ``path`` is another name of; empty if it was computed."""
    at = graph.tensors[path]
    while True:
        (given, *others) = graph.nodes[at].inputs
        if others or not isinstance(given, Result):
            return ""
        node = graph.nodes[at := given.node]
        if node.operation != "dropout":  # which does nothing but in training
            return node.tensor
