"""Edits of the masks: who may look at whom. They change ``may_attend``, before the softmax.

``MaskFill`` alone changes what stands in a masked place: a very low score, as many tutorials do.

A query that is left without any key gets a row of zeros, as everywhere in this model.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Literal

import torch
from jaxtyping import Bool
from torch import Tensor, nn

from transformer_viz.capture.edits import (
    Change,
    Donor,
    Positions,
    among_targets,
    anywhere,
    as_slice,
    check_choice,
    check_positions,
    matching,
    never,
    sites_like,
    told,
)
from transformer_viz.capture.trace import Trace
from transformer_viz.errors import InputError
from transformer_viz.model.hooks import first_position

Mask = Bool[Tensor, "batch head query key"]


@dataclass(frozen=True)
class BlockAttention:
    """Forbid queries to look at keys.

    Args:
        site: path of an attention block; ``*`` in the place of the layer means all layers.
        query, key: positions, counted from 0: one, ``(first, last)``, or None for every one.
        head: which head, counted from 0; None for all.
    """

    told_as: ClassVar[str] = "edits.block"

    site: str
    query: Positions
    key: Positions
    head: int | None = None

    __str__ = told
    reaches_back = never

    def changes(self, model: nn.Module, donor: Donor) -> dict[str, Change]:
        return _on_masks(self, model, lambda mask: _set(self, mask, False))

    def fits(self, trace: Trace) -> bool:
        return _cells_exist(self, trace)


@dataclass(frozen=True)
class AllowAttention:
    """Let queries look at keys that a mask hides from them, the future for example.

    Args:
        site, query, key, head: as for ``BlockAttention``.
    """

    told_as: ClassVar[str] = "edits.allow"

    site: str
    query: Positions
    key: Positions
    head: int | None = None

    __str__ = told

    def changes(self, model: nn.Module, donor: Donor) -> dict[str, Change]:
        return _on_masks(self, model, lambda mask: _set(self, mask, True))

    def fits(self, trace: Trace) -> bool:
        return _cells_exist(self, trace)

    def reaches_back(self) -> bool:
        first_query, after_keys = as_slice(self.query).start or 0, as_slice(self.key).stop
        ahead = after_keys is None or after_keys - 1 > first_query
        return ahead and among_targets(self.site)


def everything(mask: Mask, size: int) -> Mask:
    """No mask at all: neither causal nor for padding."""
    return torch.ones_like(mask)


def causal(mask: Mask, size: int) -> Mask:
    """Nobody looks at a later position than its own."""
    return mask & _distance(mask).le(0)


def future(mask: Mask, size: int) -> Mask:
    """The causal mask is off: later positions may be seen, padding still may not."""
    return (~padding_columns(mask)).expand_as(mask)


def window(mask: Mask, size: int) -> Mask:
    """Only keys at most ``size`` positions away."""
    return mask & _distance(mask).abs().le(size)


def prefix(mask: Mask, size: int) -> Mask:
    """The first ``size`` keys are seen by everybody, the others as before."""
    return mask | (torch.arange(mask.shape[-1]) < size)


def itself(mask: Mask, size: int) -> Mask:
    """Every position looks at its own place only."""
    return mask & _distance(mask).eq(0)


def wrong_axis(mask: Mask, size: int) -> Mask:
    """The tutorials' mistake: padding hides rows instead of columns.

    Padding is still looked at by every word, and its own rows, which nobody reads, become empty.
    """
    rows = padding_columns(mask).transpose(-1, -2)  # batch head query 1
    rows = rows[..., -mask.shape[-2] :, :]  # with a cache, the newest query only
    return (mask | padding_columns(mask)) & ~rows


PATTERNS: dict[str, Callable[[Mask, int], Mask]] = {
    "everything": everything,
    "causal": causal,
    "future": future,
    "window": window,
    "prefix": prefix,
    "itself": itself,
    "wrong_axis": wrong_axis,
}
SQUARE = ("causal", "future", "wrong_axis")  # they compare a position with itself
SIZED = ("window", "prefix")
AHEAD = ("everything", "future", "wrong_axis")  # they read the mask of later words, or drop it


@dataclass(frozen=True)
class MaskPattern:
    """Replace the mask of an attention block by a well-known one.

    Args:
        site: path of an attention block; ``*`` in the place of the layer means all layers.
        pattern: one of ``PATTERNS``.
        size: tokens, for ``window`` (how far) and ``prefix`` (how many).
        head: which head, counted from 0; None for all.

    Raises:
        InputError: the pattern is unknown, or the size is negative.
    """

    told_as: ClassVar[str] = "edits.pattern"

    site: str
    pattern: Literal["everything", "causal", "future", "window", "prefix", "itself", "wrong_axis"]
    size: int = 0
    head: int | None = None

    __str__ = told
    fits = anywhere

    def __post_init__(self) -> None:
        check_choice("pattern", self.pattern, PATTERNS)
        if self.size < 0:
            raise InputError("errors.whole_number", name="size", value=self.size, least=0)

    def changes(self, model: nn.Module, donor: Donor) -> dict[str, Change]:
        if self.pattern in SQUARE and "cross_attention" in self.site:
            raise InputError("errors.square_mask", site=self.site)
        return _on_masks(self, model, self._change)

    def reaches_back(self) -> bool:
        ahead = self.pattern in AHEAD or (self.pattern == "prefix" and self.size > 1)
        return ahead and among_targets(self.site)

    def _change(self, mask: Tensor) -> Tensor:
        changed = PATTERNS[self.pattern](mask, self.size)
        if self.head is None:
            return changed
        mask = mask.clone()
        mask[:, self.head] = changed[:, self.head]
        return mask


@dataclass(frozen=True)
class MaskFill:
    """A very low score in every masked place instead of -inf: the tutorials' way.

    The softmax gives such a key 0 as well, as long as the query may look at some other one. A query
    that may look at nothing then looks at everything alike, where this model gives it zeros.

    Args:
        site: path of an attention block; ``*`` in the place of the layer means all layers.
        value: the score, below 0.

    Raises:
        InputError: the value is not a finite number below 0.
    """

    told_as: ClassVar[str] = "edits.mask_fill"

    site: str
    value: float = -1e9

    __str__ = told
    fits = anywhere

    def __post_init__(self) -> None:
        if not (math.isfinite(self.value) and self.value < 0):
            raise InputError("errors.mask_fill", value=self.value)

    def changes(self, model: nn.Module, donor: Donor) -> dict[str, Change]:
        sites = sites_like(self.site, model)
        return {f"{site}.masked_scores": self._change for site in sites}

    def reaches_back(self) -> bool:
        return among_targets(self.site)  # the future is masked, and may now be looked at a little

    def _change(self, masked_scores: Tensor) -> Tensor:
        return masked_scores.masked_fill(masked_scores == -math.inf, self.value)


def padding_columns(mask: Mask) -> Bool[Tensor, "batch head 1 key"]:
    """The keys that nobody may look at: True for padding.

    >>> padding_columns(torch.tensor([[[[True, False, False], [True, True, False]]]])).tolist()
    [[[[False, False, True]]]]
    """
    return ~mask.any(dim=-2, keepdim=True)


def _distance(mask: Mask) -> Tensor:
    """How far behind its query a key lies is negative, how far ahead positive."""
    first, key = first_position.get(), torch.arange(mask.shape[-1])
    query = torch.arange(first, first + mask.shape[-2])  # with a cache, the newest ones only
    return key[None, :] - query[:, None]


def _on_masks(
    edit: BlockAttention | AllowAttention | MaskPattern, model: nn.Module, change: Change
) -> dict[str, Change]:
    sites = sites_like(edit.site, model, edit.head)
    if not isinstance(edit, MaskPattern):
        check_positions(edit.query)
        check_positions(edit.key)
    return {f"{site}.may_attend": change for site in sites}


def _set(edit: BlockAttention | AllowAttention, mask: Tensor, value: bool) -> Tensor:
    # A target that is still being written may not have reached these cells: slices then end early.
    mask = mask.clone()
    heads = as_slice(edit.head)
    queries = as_slice(edit.query, first_position.get())
    mask[:, heads, queries, as_slice(edit.key)] = value
    return mask


def _cells_exist(edit: BlockAttention | AllowAttention, trace: Trace) -> bool:
    masks = (trace[path] for path in matching(f"{edit.site}.may_attend", trace))
    first_query = as_slice(edit.query).start or 0
    first_key = as_slice(edit.key).start or 0
    return all(first_query < m.shape[-2] and first_key < m.shape[-1] for m in masks)
