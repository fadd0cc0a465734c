"""Read a model's graph from its own computation: one pass, in which every torch call is noted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from weakref import WeakKeyDictionary

import torch
from torch import Tensor, nn
from torch.overrides import TorchFunctionMode, resolve_name

from transformer_viz.anatomy.graph import (
    NAMED,
    Graph,
    Input,
    Length,
    Node,
    Result,
    Text,
    Weight,
)
from transformer_viz.model.architectures import Model
from transformer_viz.model.config import TransformerConfig
from transformer_viz.model.hooks import current_visitor

# What a call may be given besides tensors, by position after them; everything else is an error, so
# that a new operation in model/ is met here first, and not as a wrong number on the page.
ARGUMENTS: dict[str, tuple[str, ...]] = {
    "linear": (),
    "embedding": (),
    "matmul": (),
    "add": (),
    "sub": (),
    "mul": (),
    "div": (),
    "and": (),
    "ne": (),
    "where": (),
    "addcmul": (),
    "square": (),
    "rsqrt": (),
    "mT": (),
    "relu": (),
    "silu": (),
    "gelu": ("approximate",),
    "expand_as": (),
    "expand": ("sizes",),
    "tril": ("diagonal",),
    "triu": ("diagonal",),
    "ones": ("sizes",),
    "zeros_like": (),
    "mean": ("dim", "keepdim"),
    "softmax": ("dim",),
    "nan_to_num": ("nan",),
    "dropout": (),
    "transpose": ("first", "second"),
    "flatten": ("first",),
    "unflatten": ("dim", "sizes"),
    "index": ("index",),
}
SPELLED = {"__getitem__": "index", "__and__": "and", "__ne__": "ne"}
COUNTING = ("index", "ones", "expand")  # whose arguments may be numbers of tokens
IGNORED = {"dtype", "device", "padding_idx", "max_norm", "norm_type", "scale_grad_by_freq"}
IGNORED |= {"sparse", "p", "training", "inplace"}
ASKED = {"shape", "device", "dtype", "dim", "ndim", "size"}  # questions about a tensor make none
RENAMED = {"start_dim": "first"}


class Reader(TorchFunctionMode):
    """Notes every torch call, and every tensor that passes a hook point."""

    def __init__(self, known: Mapping[int, Input], lengths: Mapping[int, str]) -> None:
        super().__init__()
        self.nodes: list[Node] = []
        self.known = dict(known)  # id of a tensor -> what it is
        self.lengths = lengths  # number of tokens -> whose
        self.kept: list[Tensor] = []  # alive, so that no id is given twice

    def __torch_function__(
        self, func: Callable[..., Any], types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        made = func(*args, **(kwargs or {}))
        name = _name(func)
        if isinstance(made, Tensor) and name not in ASKED:
            self._note(name, args, kwargs or {}, made)
        return made

    def visit(self, path: str, x: Tensor) -> Tensor:
        """Name a tensor; what goes on is a tensor of its own, so that two names stay apart."""
        with torch._C.DisableTorchFunction():
            alias = x.view_as(x)
        self._add(Node(NAMED, (self._input(x),), {}, x.dim(), path), alias)
        return alias

    def _note(self, name: str, args: Any, kwargs: Mapping[str, Any], made: Tensor) -> None:
        if name not in ARGUMENTS:
            raise NotImplementedError(f"anatomy/reading.py does not know the operation {name!r}")
        is_number = name in ("add", "sub", "mul", "div", "ne", "where")
        inputs, others = [], []
        for value in args:
            is_input = isinstance(value, Tensor) or (is_number and isinstance(value, (int, float)))
            (inputs if is_input else others).append(value)
        for key in ("input", "weight", "bias"):
            if isinstance(kwargs.get(key), Tensor):
                inputs.append(kwargs[key])
        if name == "ones":  # its sizes may come one by one
            others = [tuple(args)] if args and isinstance(args[0], int) else list(args)
        if name == "expand":
            others = [tuple(args[1:])]
        if name == "embedding":  # torch takes the ids first; the table is what the ids look into
            inputs = inputs[:2]
        values = dict(zip(ARGUMENTS[name], others, strict=False))
        values |= {RENAMED.get(k, k): v for k, v in kwargs.items() if not isinstance(v, Tensor)}
        values = {k: v for k, v in values.items() if k not in IGNORED}
        if name in COUNTING:
            values = {k: self._argument(v) for k, v in values.items()}
        self._add(Node(name, tuple(map(self._input, inputs)), values, made.dim()), made)

    def _add(self, node: Node, made: Tensor) -> None:
        self.known[id(made)] = Result(len(self.nodes))
        self.nodes.append(node)
        self.kept.append(made)

    def _input(self, x: Tensor | int | float) -> Input:
        if not isinstance(x, Tensor):
            return float(x)
        known = self.known.get(id(x))
        if known is None:
            if x.numel() != 1:
                raise LookupError(f"a tensor of shape {tuple(x.shape)} came from nowhere")
            return float(x)
        return known

    def _argument(self, value: Any) -> Any:
        """Lengths of the probe become the names of whose they are."""
        if isinstance(value, bool) or value is None or value is Ellipsis:
            return value
        if isinstance(value, int):
            return Length(self.lengths[value]) if value in self.lengths else value
        if isinstance(value, tuple | list | torch.Size):
            return tuple(map(self._argument, value))
        if isinstance(value, slice):
            return slice(*map(self._argument, (value.start, value.stop, value.step)))
        return value


def read_graph(model: Model) -> Graph:
    """The graph of ``model.predict``: read once per model, in a pass over a few tokens.

    Costs one forward pass over two short texts.
    """
    graph = _graphs.get(model)
    if graph is None:
        graph = _graphs[model] = _read(model)
    return graph


_graphs: WeakKeyDictionary[nn.Module, Graph] = WeakKeyDictionary()


def _read(model: Model) -> Graph:
    towers = model.config.towers
    lengths = dict(zip(_probe_lengths(model.config), towers, strict=False))
    ids = [torch.ones(1, length, dtype=torch.long) for length in lengths]
    known: dict[int, Input] = {
        id(x): Weight(name) for name, x in (*model.named_parameters(), *model.named_buffers())
    }
    known |= {id(x): Text(tower) for x, tower in zip(ids, towers, strict=True)}
    reader = Reader(known, lengths)
    with torch.inference_mode(), _visited_by(reader), reader:
        model.predict(*ids)
    return Graph(tuple(reader.nodes))


def _probe_lengths(config: TransformerConfig) -> list[int]:
    """Two lengths that are no size of the model, so that each number says what it counts."""
    taken = {value for value in config.as_dict().values() if isinstance(value, int)}
    taken |= {config.key_width, config.value_width, 1}
    return [n for n in range(2, config.max_len + 3) if n not in taken][:2]


@contextmanager
def _visited_by(reader: Reader) -> Iterator[None]:
    token = current_visitor.set(reader)
    try:
        yield
    finally:
        current_visitor.reset(token)


def _name(func: Callable[..., Any]) -> str:
    parts = (resolve_name(func) or func.__name__).split(".")
    last = parts[-2] if parts[-1] == "__get__" else parts[-1]
    return SPELLED.get(last, last)
