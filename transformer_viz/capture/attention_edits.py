"""Edits of whole heads, and of how sharply they look."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar, Literal

import torch
from jaxtyping import Float
from torch import Tensor, nn

from transformer_viz.capture.edits import (
    Change,
    Donor,
    anywhere,
    as_slice,
    check_choice,
    check_one_head,
    never,
    sites_like,
    told,
)
from transformer_viz.errors import InputError

Context = Float[Tensor, "batch head query d_v"]
MAX_TEMPERATURE = 100.0


@dataclass(frozen=True)
class HeadOff:
    """Silence one head: its context becomes zero, or its own mean over the positions.

    Args:
        site: path of an attention block, such as ``"decoder.layers.0.cross_attention"``; ``*`` in
            the place of the layer means all layers.
        head: which head, counted from 0.
        replacement: ``"zero"``, or ``"mean"``: what the head says on average stays, what it says
            about each word is gone.
    """

    told_as: ClassVar[str] = "edits.head_off"

    site: str
    head: int
    replacement: Literal["zero", "mean"] = "zero"

    __str__ = told
    fits = anywhere

    def __post_init__(self) -> None:
        check_one_head(self.head)
        check_choice("replacement", self.replacement, ("zero", "mean"))

    def changes(self, model: nn.Module, donor: Donor) -> dict[str, Change]:
        sites = sites_like(self.site, model, self.head)
        return {f"{site}.context": self._change for site in sites}

    def reaches_back(self) -> bool:
        return self.replacement == "mean" and not self.site.startswith("encoder.")

    def _change(self, context: Context) -> Context:
        context = context.clone()
        mean = context[:, self.head].mean(dim=1, keepdim=True)
        context[:, self.head] = mean if self.replacement == "mean" else 0.0
        return context


@dataclass(frozen=True)
class OnlyHead:
    """Silence all heads of an attention block but one.

    Args:
        site, head: as for ``HeadOff``.
    """

    told_as: ClassVar[str] = "edits.only_head"

    site: str
    head: int

    __str__ = told
    fits = anywhere
    reaches_back = never

    def __post_init__(self) -> None:
        check_one_head(self.head)

    def changes(self, model: nn.Module, donor: Donor) -> dict[str, Change]:
        sites = sites_like(self.site, model, self.head)
        return {f"{site}.context": self._change for site in sites}

    def _change(self, context: Context) -> Context:
        alone = torch.zeros_like(context)
        alone[:, self.head] = context[:, self.head]
        return alone


@dataclass(frozen=True)
class ScalingOff:
    """Leave out the division by the square root of d_k: the scores are plain products q·k.

    Args:
        site: as for ``HeadOff``.
    """

    told_as: ClassVar[str] = "edits.scaling_off"

    site: str

    __str__ = told
    fits = anywhere
    reaches_back = never

    def changes(self, model: nn.Module, donor: Donor) -> dict[str, Change]:
        def undo(d_k: int) -> Change:
            return lambda scores: scores * math.sqrt(d_k)

        return {f"{site}.scores": undo(m.d_k) for site, m in sites_like(self.site, model).items()}


@dataclass(frozen=True)
class Temperature:
    """Divide the scores by a temperature: below 1 attention sharpens, above 1 it flattens.

    Args:
        site, head: as for ``BlockAttention``.
        temperature: above 0, at most 100; no unit.

    Raises:
        InputError: the temperature is outside of its range.
    """

    told_as: ClassVar[str] = "edits.temperature"

    site: str
    temperature: float
    head: int | None = None

    __str__ = told
    fits = anywhere
    reaches_back = never

    def __post_init__(self) -> None:
        if not 0 < self.temperature <= MAX_TEMPERATURE:  # also false for NaN
            raise InputError(
                "errors.attention_temperature", value=self.temperature, limit=MAX_TEMPERATURE
            )

    def changes(self, model: nn.Module, donor: Donor) -> dict[str, Change]:
        sites = sites_like(self.site, model, self.head)
        return {f"{site}.scores": self._change for site in sites}

    def _change(
        self, scores: Float[Tensor, "batch head query key"]
    ) -> Float[Tensor, "batch head query key"]:
        scores = scores.clone()
        scores[:, as_slice(self.head)] /= self.temperature
        return scores
