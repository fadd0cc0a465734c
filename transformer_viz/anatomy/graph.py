"""The graph of a model: which tensor comes from which, by which operation and with which weight.

A node is one call of a torch function. A tensor of the trace is a node of its own, whose only
operation is to be named; between two named tensors stand the nodes without a name. Nothing here
depends on the length of a text: where a call was given a length, the graph says whose.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

NAMED = "named"  # the operation of a hook point: the identity


@dataclass(frozen=True)
class Result:
    """What another node gave: its number in the graph."""

    node: int


@dataclass(frozen=True)
class Weight:
    """A parameter or a buffer of the model, by its name there."""

    name: str


@dataclass(frozen=True)
class Text:
    """The token ids that a tower reads: ``"encoder"`` or ``"decoder"``; (batch, pos)."""

    tower: str


@dataclass(frozen=True)
class Length:
    """A number of tokens: that of the text that a tower reads."""

    tower: str


Input = Result | Weight | Text | float  # a number stands for a tensor with one element


@dataclass(frozen=True)
class Node:
    """One call of a torch function.

    Attributes:
        operation: the function's name, such as ``"linear"``, or ``NAMED``.
        inputs: the tensors that it was given, in the order of its arguments.
        arguments: everything else that it was given, by a name of ``reading.ARGUMENTS``.
        dims: how many axes its result has.
        tensor: the path of the trace's tensor that this node is; empty for none.
    """

    operation: str
    inputs: tuple[Input, ...]
    arguments: dict[str, Any] = field(default_factory=dict)
    dims: int = 0
    tensor: str = ""


@dataclass(frozen=True)
class Graph:
    """All nodes of a forward pass, in the order of the computation."""

    nodes: tuple[Node, ...]

    @cached_property
    def tensors(self) -> dict[str, int]:
        """The node of every named tensor, in the order of the computation."""
        return {node.tensor: at for at, node in enumerate(self.nodes) if node.tensor}

    def made_by(self, path: str) -> list[Node]:
        """The nodes between a named tensor and the named tensors it comes from, the last first."""
        return [node for node in self._behind(path) if not node.tensor]

    def comes_from(self, path: str) -> list[str]:
        """The named tensors that a named tensor is made from, in the order of the arguments."""
        return [node.tensor for node in self._behind(path) if node.tensor]

    def weights_of(self, path: str) -> list[str]:
        """The weights that the operations behind a named tensor use."""
        mine = [self.nodes[self.tensors[path]], *self.made_by(path)]
        return [i.name for node in mine for i in node.inputs if isinstance(i, Weight)]

    def _behind(self, path: str) -> Iterator[Node]:
        """Depth first from a named tensor, stopping at named ones; each once."""
        seen: set[int] = set()
        waiting = _results(self.nodes[self.tensors[path]])
        while waiting:
            at = waiting.pop(0)
            if at in seen:
                continue
            seen.add(at)
            node = self.nodes[at]
            yield node
            if not node.tensor:
                waiting[:0] = _results(node)


def _results(node: Node) -> list[int]:
    return [i.node for i in node.inputs if isinstance(i, Result)]
