"""Places in the model where a tensor can be read or replaced.

A registered forward hook is shared by everybody who uses the module: with two visitors, the second
receives the first one's edit. A context variable is seen only by the thread or task that set it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol, runtime_checkable

from torch import Tensor, nn


@runtime_checkable  # the tests check types at run time
class Visitor(Protocol):
    """Whoever wants to look at, or replace, the tensors of a forward pass."""

    def visit(self, path: str, x: Tensor) -> Tensor:
        """Receive the tensor named ``path``; what is returned is what the model goes on with."""
        ...


current_visitor: ContextVar[Visitor | None] = ContextVar("current_visitor", default=None)
# Where in its text the pass begins: 0, unless a cache holds what came before.
first_position: ContextVar[int] = ContextVar("first_position", default=0)


@contextmanager
def passing_from(position: int) -> Iterator[None]:
    """A pass over what follows the first ``position`` words: a visitor that counts must know."""
    token = first_position.set(position)
    try:
        yield
    finally:
        first_position.reset(token)


class HookPoint:
    """The identity, with a name: its attribute's name in the model is its tensor's name.

    A plain object, no module: it has no weights, and calling it costs a third of a module's call.

    Args:
        axes: the names of its tensor's axes, such as ``"batch head query key"``; ``1`` is an axis
            of length 1.
    """

    def __init__(self, axes: str) -> None:
        self.axes = tuple(axes.split())
        self.path = ""  # dotted path from the model's root, set once by name_hook_points

    def __call__(self, x: Tensor) -> Tensor:
        visitor = current_visitor.get()
        return x if visitor is None else visitor.visit(self.path, x)


def hook_points(module: nn.Module, path: str = "") -> dict[str, HookPoint]:
    """Every hook point inside ``module`` by its dotted path, in the order of the module tree."""
    found: dict[str, HookPoint] = {}
    for name, child in module.named_children():
        found |= hook_points(child, f"{path}{name}.")
    own = {f"{path}{name}": x for name, x in vars(module).items() if isinstance(x, HookPoint)}
    return found | own


def name_hook_points(model: nn.Module) -> None:
    """Tell every hook point inside ``model`` its dotted path."""
    for path, point in hook_points(model).items():
        point.path = path


def hook_paths(model: nn.Module) -> list[str]:
    """The names of all tensors that ``model`` shows, in the order of the module tree."""
    return list(hook_points(model))
