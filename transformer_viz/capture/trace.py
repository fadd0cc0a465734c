"""Record the tensors of a forward pass, in one thread, without touching the model."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType

from torch import Tensor

from transformer_viz.model.hooks import Visitor, current_visitor

Change = Callable[[Tensor], Tensor]  # gives the changed tensor and leaves the one it got alone
Changes = Mapping[str, Sequence[Change]]  # by the path of the tensor, in the order to be made


class Trace(dict[str, Tensor]):
    """Every tensor of one forward pass by its path, batch first.

    >>> Trace()["encoder.layers.0.weights"]
    Traceback (most recent call last):
    KeyError: "no tensor 'encoder.layers.0.weights' in this trace"
    """

    def __missing__(self, path: str) -> Tensor:
        near = difflib.get_close_matches(path, self, n=3)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        raise KeyError(f"no tensor {path!r} in this trace{hint}")

    @property
    def n_bytes(self) -> int:
        """Bytes of all tensors together."""
        return sum(x.nbytes for x in self.values())


class Recorder:
    """Keeps every tensor that it is shown."""

    def __init__(self) -> None:
        self.trace = Trace()

    def visit(self, path: str, x: Tensor) -> Tensor:
        self.trace[path] = x
        return x


class Editor:
    """Makes the changes of each place; then ``recorder`` sees what the rest of the model sees."""

    def __init__(self, changes: Changes, recorder: Recorder | None = None) -> None:
        self.changes = changes
        self.recorder = recorder

    def visit(self, path: str, x: Tensor) -> Tensor:
        for change in self.changes.get(path, ()):
            x = change(x)
        return self.recorder.visit(path, x) if self.recorder else x


@contextmanager
def capture(changes: Changes = MappingProxyType({})) -> Iterator[Trace]:
    """Record every hooked tensor of the forward passes made inside the ``with`` block.

    Changes are made first, so the trace holds what the rest of the model really saw. A place that
    is passed twice keeps its last tensor.
    """
    recorder = Recorder()
    with _visiting(Editor(changes, recorder) if changes else recorder):
        yield recorder.trace


@contextmanager
def edited(changes: Changes) -> Iterator[None]:
    """Make ``changes`` in the forward passes of the ``with`` block, recording nothing."""
    with _visiting(Editor(changes)):
        yield


@contextmanager
def _visiting(visitor: Visitor) -> Iterator[None]:
    token = current_visitor.set(visitor)
    try:
        yield
    finally:
        current_visitor.reset(token)
