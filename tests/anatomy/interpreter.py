"""The graph of a model, computed by numpy in double precision: torch has no part in it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from transformer_viz.anatomy.graph import NAMED, Graph, Input, Length, Result, Text, Weight

Array = np.ndarray
Arguments = Mapping[str, Any]


def recompute(
    graph: Graph, weights: Mapping[str, Array], texts: Mapping[str, Array]
) -> dict[str, Array]:
    """Every named tensor of a pass over these token ids, by its path; batch first.

    Args:
        weights: parameters and buffers by name, in double precision.
        texts: token ids by tower, (batch, pos).
    """
    made: list[Array] = []

    def value(given: Input) -> Array:
        match given:
            case Result(node):
                return made[node]
            case Weight(name):
                return weights[name]
            case Text(tower):
                return texts[tower]
            case number:
                return np.float64(number)

    def argument(x: Any) -> Any:
        if isinstance(x, Length):
            return texts[x.tower].shape[1]
        if isinstance(x, tuple):
            return tuple(map(argument, x))
        if isinstance(x, slice):
            return slice(argument(x.start), argument(x.stop), argument(x.step))
        return x

    for node in graph.nodes:
        arguments = {key: argument(x) for key, x in node.arguments.items()}
        made.append(OPERATIONS[node.operation](*map(value, node.inputs), **arguments))
    return {path: made[at] for path, at in graph.tensors.items()}


def _linear(x: Array, w: Array, b: Array | float = 0.0) -> Array:
    return x @ w.T + b


def _softmax(x: Array, dim: int) -> Array:
    with np.errstate(invalid="ignore"):  # a row of nothing but -inf is 0/0, here as in torch
        exps = np.exp(x - x.max(axis=dim, keepdims=True))
        return exps / exps.sum(axis=dim, keepdims=True)


def _gelu(x: Array, approximate: str = "none") -> Array:
    if approximate == "tanh":
        return 0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))
    return 0.5 * x * (1 + np.vectorize(math.erf)(x / math.sqrt(2)))


def _unflatten(x: Array, dim: int, sizes: tuple[int, ...]) -> Array:
    assert dim == -1
    return x.reshape(*x.shape[:-1], *sizes)


OPERATIONS: dict[str, Callable[..., Array]] = {
    NAMED: lambda x: x,
    "dropout": lambda x: x,
    "linear": _linear,
    "embedding": lambda ids, table: table[ids],
    "matmul": np.matmul,
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "div": np.divide,
    "and": np.logical_and,
    "ne": np.not_equal,
    "where": np.where,
    "addcmul": lambda x, y, z: x + y * z,
    "square": np.square,
    "rsqrt": lambda x: 1 / np.sqrt(x),
    "mT": lambda x: x.swapaxes(-1, -2),
    "relu": lambda x: np.maximum(x, 0),
    "silu": lambda x: x / (1 + np.exp(-x)),
    "gelu": _gelu,
    "expand_as": lambda x, like: np.broadcast_to(x, like.shape),
    "expand": lambda x, sizes: np.broadcast_to(
        x, [s if s != -1 else x.shape[i] for i, s in enumerate(sizes)]
    ),
    "ones": lambda sizes: np.ones(sizes, dtype=bool),
    "tril": lambda x, diagonal=0: np.tril(x, diagonal),
    "triu": lambda x, diagonal=0: np.triu(x, diagonal),
    "zeros_like": np.zeros_like,
    "mean": lambda x, dim, keepdim: x.mean(axis=dim, keepdims=keepdim),
    "softmax": lambda x, dim: _softmax(x, dim),
    "nan_to_num": lambda x, nan: np.where(np.isnan(x), nan, x),
    "transpose": lambda x, first, second: x.swapaxes(first, second),
    "flatten": lambda x, first: x.reshape(*x.shape[:first], -1),
    "unflatten": _unflatten,
    "index": lambda x, index: x[index],
}
