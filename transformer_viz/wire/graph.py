"""The graph of a model as the page receives it: which tensor comes from which, and how."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from weakref import WeakKeyDictionary

import orjson
from torch import nn

from transformer_viz.anatomy.graph import Graph, Input, Length, Result, Text, Weight
from transformer_viz.anatomy.reading import read_graph
from transformer_viz.checkpoints.catalog import LIBRARY
from transformer_viz.wire.link import known_model


def graph_for_page(wishes: Mapping[str, str]) -> bytes:
    """JSON of all nodes; a number in ``inputs`` is a number, everything else says what it is.

    Args:
        wishes: ``model``, a name that the page can run.

    Raises:
        InputError: there is no such model, or it is not at hand.
    """
    model = LIBRARY.at_hand(known_model(wishes.get("model", ""))).transformer
    written = _written.get(model)
    if written is None:
        named = (*model.named_parameters(), *model.named_buffers())
        shapes = {name: list(x.shape) for name, x in named}
        written = _written[model] = as_json(read_graph(model), shapes)
    return written


_written: WeakKeyDictionary[nn.Module, bytes] = WeakKeyDictionary()


def as_json(graph: Graph, shapes: Mapping[str, list[int]]) -> bytes:
    """All nodes; ``shapes`` are those of the weights, by name."""
    nodes = [
        {
            "operation": node.operation,
            "inputs": [_input(i, shapes) for i in node.inputs],
            "arguments": {key: _argument(value) for key, value in node.arguments.items()},
            "shape": [_argument(n) for n in node.shape],
            "tensor": node.tensor,
        }
        for node in graph.nodes
    ]
    return orjson.dumps(nodes)


def _input(given: Input, shapes: Mapping[str, list[int]]) -> Any:
    match given:
        case Result(node):
            return {"node": node}
        case Weight(name):
            return {"weight": name, "shape": shapes[name]}
        case Text(tower):
            return {"text": tower}
        case number:
            return number if abs(number) != float("inf") else {"infinite": number > 0}


def _argument(value: Any) -> Any:
    """A slice is its three numbers, an ellipsis or a new axis is null."""
    if isinstance(value, slice):
        return {"slice": [_argument(x) for x in (value.start, value.stop, value.step)]}
    if isinstance(value, Length):
        return {"length": value.tower}
    if isinstance(value, tuple):
        return [_argument(x) for x in value]
    return value
