"""Models of ``transformers`` as the independent source of expected values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import torch
from torch import Tensor, nn

from transformer_viz.capture.trace import Trace


@torch.no_grad()
def randomised(theirs: nn.Module, seed: int = 0) -> nn.Module:
    """Every weight random, biases and norms too, so that an unused or swapped one shows."""
    generator = torch.Generator().manual_seed(seed)
    for path, weight in theirs.named_parameters():
        if not weight.requires_grad:
            continue  # Marian's sinusoids
        norm = "norm" in path.lower() or "ln_" in path
        centre = 1.0 if norm and path.endswith("weight") else 0.0
        weight.copy_(centre + 0.3 * torch.randn(weight.shape, generator=generator))
    return theirs.eval().requires_grad_(False)


def weights_of(theirs: nn.Module) -> dict[str, Tensor]:
    """All that their checkpoint can hold: tied weights under each of their names, and buffers."""
    return {path: x.clone().float() for path, x in theirs.state_dict().items()}


def close(ours: Tensor, theirs: Tensor) -> None:
    torch.testing.assert_close(ours, theirs, rtol=0, atol=1e-4)


def assert_equal_attention(
    trace: Trace | Mapping[str, Tensor], tower: str, block: str, theirs: Sequence[Tensor]
) -> None:
    """Every map of every layer and head, and as many layers here as there."""
    ours = [
        x
        for path, x in trace.items()
        if path.endswith(f"{block}.weights") and path.startswith(f"{tower}.layers.")
    ]
    assert len(ours) == len(theirs) > 0
    for weights, expected in zip(ours, theirs, strict=True):
        close(weights, expected)
