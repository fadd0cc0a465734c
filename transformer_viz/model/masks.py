"""Who may look at whom. One convention everywhere: True = may attend; rows are queries.

Masks are made here, once per forward pass, and combined by AND, never by addition.
"""

from __future__ import annotations

import torch
from jaxtyping import Bool, Int
from torch import Tensor


def padding_mask(token_ids: Int[Tensor, "batch key"], pad_id: int) -> Bool[Tensor, "batch 1 1 key"]:
    """Nobody may look at padding: it hides columns (keys), never rows.

    >>> padding_mask(torch.tensor([[5, 7, 0]]), pad_id=0).flatten().tolist()
    [True, True, False]
    """
    return (token_ids != pad_id)[:, None, None, :]


def causal_mask(length: int, device: torch.device | None = None) -> Bool[Tensor, "1 1 query key"]:
    """A word may look at itself and at what was written before it, never at the future.

    >>> causal_mask(3)[0, 0].int().tolist()
    [[1, 0, 0], [1, 1, 0], [1, 1, 1]]
    """
    return torch.ones(length, length, dtype=torch.bool, device=device).tril()[None, None]


def decoder_mask(
    token_ids: Int[Tensor, "batch pos"], pad_id: int
) -> Bool[Tensor, "batch 1 pos pos"]:
    """What the decoder's self-attention may look at: the past, without its padding."""
    return causal_mask(token_ids.shape[1], token_ids.device) & padding_mask(token_ids, pad_id)
