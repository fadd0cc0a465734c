"""The lines of our own modules that compute each tensor, taken from the source."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from torch import nn

from transformer_viz import model
from transformer_viz.model.hooks import HookPoint

METHODS = ("forward", "keys_values", "predict")  # of a module, as far as it has them
ROOT = Path(__file__).parent.parent


@dataclass(frozen=True)
class Line:
    """One line of source; ``tensor`` is the hook point that it passes, if any."""

    number: int
    text: str
    tensor: str = ""


@dataclass(frozen=True)
class Excerpt:
    """Some methods of one class."""

    file: str
    lines: tuple[Line, ...]


@cache
def source_excerpts() -> dict[str, dict[str, object]]:
    """For every class of ``model/`` that has tensors the methods that compute them, by its name."""
    return {module.__name__: asdict(_excerpt(module)) for module in _modules()}


def _modules() -> list[type[nn.Module]]:
    """The classes whose instances have hook points."""
    found: dict[str, type[nn.Module]] = {}
    for info in pkgutil.iter_modules(model.__path__):
        inside = importlib.import_module(f"{model.__name__}.{info.name}")
        for name, value in vars(inside).items():
            is_ours = inspect.isclass(value) and value.__module__ == inside.__name__
            if is_ours and issubclass(value, nn.Module) and _hook_names(value):
                found[name] = value
    return list(found.values())


def _excerpt(module: type[nn.Module]) -> Excerpt:
    file = Path(inspect.getfile(module)).relative_to(ROOT)
    lines = [line for name in METHODS if name in vars(module) for line in _method(module, name)]
    return Excerpt(str(file), tuple(lines))


def _method(module: type[nn.Module], name: str) -> list[Line]:
    source, first = inspect.getsourcelines(getattr(module, name))
    body, docstring = [], False
    for number, text in enumerate(source, first):
        if text.count('"""') == 1:
            docstring = not docstring
        elif not docstring and '"""' not in text:
            body.append((number, text.rstrip("\n")[4:]))
    return [Line(number, text, _hook(module, text)) for number, text in body]


def _hook(module: type[nn.Module], text: str) -> str:
    """The attribute in ``self.weights(…)`` if it is a hook point of this class."""
    called = re.findall(r"self\.(\w+)\(", text)
    return next((name for name in called if name in _hook_names(module)), "")


@cache
def _hook_names(module: type[nn.Module]) -> frozenset[str]:
    source = inspect.getsource(module)
    return frozenset(re.findall(rf"self\.(\w+) = {HookPoint.__name__}\(", source))
