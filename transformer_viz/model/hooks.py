"""Places in the model where a tensor can be read or replaced.

A registered forward hook is shared by everybody who uses the module: with two visitors, the second
receives the first one's edit. A context variable is seen only by the thread or task that set it.
"""

from __future__ import annotations

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


class HookPoint(nn.Module):
    """The identity, with a name: its attribute's name in the model is its tensor's name."""

    path = ""  # dotted path from the model's root, set once by name_hook_points

    def forward(self, x: Tensor) -> Tensor:
        visitor = current_visitor.get()
        return x if visitor is None else visitor.visit(self.path, x)


def name_hook_points(model: nn.Module) -> None:
    """Tell every hook point inside ``model`` its dotted path."""
    for path, module in model.named_modules():
        if isinstance(module, HookPoint):
            module.path = path


def hook_paths(model: nn.Module) -> list[str]:
    """The names of all tensors that ``model`` shows, in the order of the module tree."""
    return [path for path, module in model.named_modules() if isinstance(module, HookPoint)]
