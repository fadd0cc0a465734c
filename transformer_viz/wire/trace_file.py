"""All tensors of a run as one safetensors file: the browser fetches it once per run.

The batch dimension, which is 1, is left out. A tensor that is another one under a second name is
sent once; ``metadata["same"]`` says who is who. LayerNorm's parameters come along, since the page
recomputes its arithmetic.
"""

from __future__ import annotations

import io
import json

import numpy as np
import safetensors.torch
import torch
from torch import Tensor

from transformer_viz.capture.trace import Trace
from transformer_viz.session.running import Run
from transformer_viz.wire.pictures import vocabulary

FULL_PRECISION_BYTES = 3_000_000  # longer texts travel in half precision, and the page says so


def trace_file(run: Run) -> bytes:
    """Everything that ``run`` recorded, ready for the browser or for ``safetensors.torch.load``."""
    first_names, same = _distinct(run.trace)
    size = sum(run.trace[path].numel() * 4 for path in first_names)
    dtype = torch.float32 if size <= FULL_PRECISION_BYTES else torch.float16
    tensors = {path: _stored(run.trace[path][0], dtype).contiguous() for path in first_names}
    tensors |= {
        f"parameters.{path}": parameter.detach().float()
        for path, parameter in run.model.transformer.named_parameters()
        if "norm." in path
    }
    metadata = {"same": json.dumps(same), "vocabulary": json.dumps(vocabulary(run))}
    return safetensors.torch.save(tensors, metadata)


def trace_npz(run: Run) -> bytes:
    """Every tensor under its path, batch first, as ``numpy.load`` reads it."""
    written = io.BytesIO()
    arrays = {path: x.numpy() for path, x in run.trace.items()}
    np.savez_compressed(written, allow_pickle=False, **arrays)
    return written.getvalue()


def _stored(x: Tensor, dtype: torch.dtype) -> Tensor:
    """In ``dtype``, unless a number would become infinite in it, as a masked score of -1e9."""
    stored = x.to(dtype)
    return stored if torch.equal(stored.isinf(), x.isinf()) else x


def _distinct(trace: Trace) -> tuple[list[str], dict[str, str]]:
    """The first name of every tensor, and for every further name that first one."""
    seen: dict[tuple[int, torch.Size, tuple[int, ...]], str] = {}
    same: dict[str, str] = {}
    for path, x in trace.items():
        first = seen.setdefault(_identity(x), path)
        if first != path:
            same[path] = first
    return list(seen.values()), same


def _identity(x: Tensor) -> tuple[int, torch.Size, tuple[int, ...]]:
    return x.data_ptr(), x.shape, x.stride()
