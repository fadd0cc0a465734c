"""Record the tensors of a forward pass, in one thread, without touching the model."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from torch import Tensor

from transformer_viz.capture.edits import Edit
from transformer_viz.model.hooks import current_visitor


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


class Recording:
    """Applies the edits of each place, then keeps what the rest of the model really saw."""

    def __init__(self, edits: Iterable[Edit], *, keep: bool) -> None:
        self.trace = Trace()
        self.keep = keep
        self.edits: dict[str, list[Edit]] = {}
        for edit in edits:
            self.edits.setdefault(edit.path, []).append(edit)

    def visit(self, path: str, x: Tensor) -> Tensor:
        for edit in self.edits.get(path, ()):
            x = edit.apply(x)
        if self.keep:
            self.trace[path] = x
        return x


@contextmanager
def capture(edits: Iterable[Edit] = ()) -> Iterator[Trace]:
    """Record every hooked tensor of the forward passes made inside the ``with`` block.

    Edits run first, so the trace holds what the rest of the model really saw. A place that is
    passed twice keeps its last tensor.
    """
    with _visiting(Recording(edits, keep=True)) as recording:
        yield recording.trace


@contextmanager
def edited(edits: Iterable[Edit]) -> Iterator[None]:
    """Apply ``edits`` to the forward passes made inside the ``with`` block, recording nothing."""
    with _visiting(Recording(edits, keep=False)):
        yield


@contextmanager
def _visiting(recording: Recording) -> Iterator[Recording]:
    token = current_visitor.set(recording)
    try:
        yield recording
    finally:
        current_visitor.reset(token)
