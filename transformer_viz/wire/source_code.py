"""The lines of our own modules that compute each tensor, taken from the source."""

from __future__ import annotations

import inspect
import re
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from torch import nn

from transformer_viz.model.architectures import ARCHITECTURES
from transformer_viz.model.attention import MultiHeadAttention
from transformer_viz.model.embeddings import Embeddings
from transformer_viz.model.feed_forward import FeedForward
from transformer_viz.model.hooks import HookPoint
from transformer_viz.model.layer_norm import Add, LayerNorm

SHOWN = {
    "attention": (MultiHeadAttention, ("forward", "keys_values")),
    "add": (Add, ("forward",)),
    "norm": (LayerNorm, ("forward",)),
    "feed_forward": (FeedForward, ("forward",)),
    "embeddings": (Embeddings, ("forward",)),
    **{f"output:{name}": (model, ("forward", "predict")) for name, model in ARCHITECTURES.items()},
}
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
    """For every kind of block the methods that computed it, line by line."""
    return {kind: asdict(_excerpt(module, methods)) for kind, (module, methods) in SHOWN.items()}


def _excerpt(module: type[nn.Module], methods: tuple[str, ...]) -> Excerpt:
    file = Path(inspect.getfile(module)).relative_to(ROOT)
    lines = [line for method in methods for line in _method(module, method)]
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
