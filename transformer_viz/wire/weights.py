"""One row of one weight, for the arithmetic that the page shows: all of them would be megabytes."""

from __future__ import annotations

import re
from collections.abc import Mapping

from torch import Tensor, nn

from transformer_viz.checkpoints.catalog import LIBRARY
from transformer_viz.errors import InputError
from transformer_viz.model.architectures import Model
from transformer_viz.model.embeddings import Embeddings, SegmentedEmbeddings
from transformer_viz.wire.link import known_model

LINEAR = {  # the block and name of a tensor -> the linear map that it comes from
    "attention.q": "w_q",
    "attention.k": "w_k",
    "attention.v": "w_v",
    "attention.output": "w_o",
    "feed_forward.hidden": "w_1",
    "feed_forward.output": "w_2",
    "transform.hidden": "w",
}


def weight_row(wishes: Mapping[str, str]) -> dict[str, object]:
    """What one unit of a tensor is made with: a row of a weight, its bias, or a token's embedding.

    Args:
        wishes: ``model``, a catalogue name; ``tensor``, a path in its trace that a linear map or
            an embedding table makes; ``unit``, which output of the map, or which token id.

    Returns:
        ``name`` of the weight, ``weights`` of the unit, ``bias`` or None, and ``scale``.

    Raises:
        InputError: the model is unknown, or the tensor or unit is not one of those.
    """
    model, tensor, unit = (wishes.get(key, "") for key in ("model", "tensor", "unit"))
    name, rows, bias, scale = _weight(LIBRARY.at_hand(known_model(model)).transformer, tensor)
    if not re.fullmatch(r"[0-9]{1,6}", unit) or int(unit) >= len(rows):
        raise InputError("errors.weight_unit", unit=unit[:20], tensor=tensor[:80], count=len(rows))
    at = int(unit)
    return {
        "name": name,
        "weights": _numbers(rows[at]),
        "bias": None if bias is None else _numbers(bias[at : at + 1])[0],
        "scale": scale,
    }


def _weight(transformer: Model, tensor: str) -> tuple[str, Tensor, Tensor | None, float]:
    """Name, weight, bias and scale of the map behind a tensor's path."""
    modules = dict(transformer.named_modules())
    parent, _, last = tensor.rpartition(".")
    block = parent.rpartition(".")[2].removeprefix("self_").removeprefix("cross_")
    embeddings = modules.get(parent)
    if last == "tokens" and isinstance(embeddings, Embeddings | SegmentedEmbeddings):
        return f"{parent}.table.weight", embeddings.table.weight, None, embeddings.scale
    name = "w_vocab" if tensor == "logits" else f"{parent}.{LINEAR.get(f'{block}.{last}', '')}"
    linear = modules.get(name)
    if not isinstance(linear, nn.Linear):
        raise InputError("errors.weight_tensor", tensor=tensor[:80])
    return f"{name}.weight", linear.weight, linear.bias, 1.0


def _numbers(x: Tensor) -> list[float]:
    """Nine digits hold every float32 exactly."""
    return [float(f"{value:.9g}") for value in x.detach().float().tolist()]
