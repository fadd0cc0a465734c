"""Tensors out of a safetensors file and into a model; nothing is unpickled, nothing left over."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from typing import Any

import safetensors.torch
import torch
from torch import Tensor

from transformer_viz.errors import InputError
from transformer_viz.model.architectures import Model

MAX_HEADER_BYTES = 1_000_000
MAX_TENSORS = 2_000


def read_safetensors(content: bytes) -> dict[str, Tensor]:
    """The tensors of a safetensors file, as float32.

    The bytes are read, not memory-mapped: a file that shrinks under a map kills the process.

    Raises:
        InputError: no such file, or a header that claims more than a checkpoint of ours can hold.
    """
    header_bytes = struct.unpack("<Q", content[:8])[0] if len(content) >= 8 else 0
    is_plausible = 2 <= header_bytes <= MAX_HEADER_BYTES
    if len(content) < 8 or (is_plausible and header_bytes > len(content) - 8):
        raise InputError("errors.checkpoint_short")
    if not is_plausible:
        raise InputError("errors.checkpoint_header")
    try:
        header = json.loads(content[8 : 8 + header_bytes])
        _check_count(header)
        _check_end(header, len(content) - 8 - header_bytes)
        tensors = safetensors.torch.load(content)
        return {path: x.float() for path, x in tensors.items()}
    except InputError:
        raise  # it says more
    except Exception as error:  # safetensors raises its own type for each kind of damage
        raise InputError("errors.checkpoint_header") from error


def _check_count(header: dict[str, object]) -> None:
    tensors = len(header.keys() - {"__metadata__"})
    if tensors > MAX_TENSORS:
        raise InputError("errors.checkpoint_tensors", tensors=tensors, limit=MAX_TENSORS)


def _check_end(header: Mapping[str, Any], n_bytes: int) -> None:
    """The file must hold all numbers that its header speaks of."""
    ends = [entry["data_offsets"][1] for name, entry in header.items() if name != "__metadata__"]
    if ends and max(ends) > n_bytes:
        raise InputError("errors.checkpoint_short")


def own_weights(transformer: Model) -> dict[str, Tensor]:
    """Every parameter by its path in the module tree; a tied table once, under its first name."""
    return dict(transformer.named_parameters())


def fill(transformer: Model, weights: Mapping[str, Tensor]) -> None:
    """Copy ``weights`` into ``transformer``: none left over, none left unfilled, all finite.

    Raises:
        InputError: the first mismatch, by name.
    """
    own = own_weights(transformer)
    for path in sorted(own.keys() ^ weights.keys()):
        key = "errors.weight_missing" if path in own else "errors.weight_unknown"
        raise InputError(key, path=path)
    with torch.no_grad():
        for path, parameter in own.items():
            given = weights[path]
            if given.shape != parameter.shape:
                raise InputError(
                    "errors.weight_shape",
                    path=path,
                    given=tuple(given.shape),
                    needed=tuple(parameter.shape),
                )
            if not given.isfinite().all():
                raise InputError("errors.weight_not_finite", path=path)
            parameter.copy_(given)
