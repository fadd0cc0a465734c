"""Edits of whole blocks: sub-layers, residual connections, normalisation, positions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

import torch
from torch import Tensor, nn

from transformer_viz.capture.edits import Change, Donor, anywhere, matching, never, told
from transformer_viz.errors import InputError
from transformer_viz.model.hooks import hook_paths
from transformer_viz.model.layer_norm import Norm
from transformer_viz.model.sampling import MAX_SEED


@dataclass(frozen=True)
class SubLayerOff:
    """Take a whole sub-layer out: nothing is added to what came in.

    Args:
        block: path such as ``"encoder.layers.0.feed_forward"``; ``*`` in the place of the layer
            means all layers.
    """

    told_as: ClassVar[str] = "edits.sub_layer_off"

    block: str

    __str__ = told
    fits = anywhere
    reaches_back = never

    def changes(self, model: nn.Module, donor: Donor) -> dict[str, Change]:
        return _at(f"{self.block}_add.update", model, torch.zeros_like)


@dataclass(frozen=True)
class ResidualOff:
    """Cut the residual connection around a sub-layer: only what it computed goes on.

    Args:
        block: as for ``SubLayerOff``.
    """

    told_as: ClassVar[str] = "edits.residual_off"

    block: str

    __str__ = told
    fits = anywhere
    reaches_back = never

    def changes(self, model: nn.Module, donor: Donor) -> dict[str, Change]:
        return _at(f"{self.block}_add.residual", model, torch.zeros_like)


@dataclass(frozen=True)
class NormOff:
    """Switch a norm off: its statistics are taken as neutral.

    Those of a LayerNorm are the mean, taken as 0, and the variance, taken as 1; that of an RMSNorm
    is the mean square, taken as 1. What it learned stays: that is no normalisation.

    Args:
        block: the sub-layer that the norm belongs to, as for ``SubLayerOff``.
    """

    told_as: ClassVar[str] = "edits.norm_off"

    block: str

    __str__ = told
    fits = anywhere
    reaches_back = never

    def changes(self, model: nn.Module, donor: Donor) -> dict[str, Change]:
        norms = {path: m for path, m in model.named_modules() if isinstance(m, Norm)}
        found = matching(f"{self.block}_norm", norms)
        if not found:
            raise InputError("errors.site", site=f"{self.block}_norm", options=", ".join(norms))
        return {
            f"{path}.{name}": partial(torch.full_like, fill_value=value)
            for path in found
            for name, value in norms[path].neutral.items()
        }


@dataclass(frozen=True)
class PositionsOff:
    """Add no positions: the words of this side become a bag.

    Args:
        stack: ``"encoder"`` or ``"decoder"``.
    """

    told_as: ClassVar[str] = "edits.positions_off"

    stack: str

    __str__ = told
    fits = anywhere
    reaches_back = never

    def changes(self, model: nn.Module, donor: Donor) -> dict[str, Change]:
        return _at(f"{self.stack}.embeddings.positions", model, torch.zeros_like)


@dataclass(frozen=True)
class PositionsShuffled:
    """Give every word the position of another one, by a seed.

    A text that is still being written is shuffled anew with every word, so this is meant for the
    encoder, whose text stands from the start.

    Args:
        stack: as for ``PositionsOff``.
        seed: the same seed gives the same order for texts of one length.
    """

    told_as: ClassVar[str] = "edits.positions_shuffled"

    stack: str
    seed: int = 0

    __str__ = told
    fits = anywhere

    def __post_init__(self) -> None:
        if not 0 <= self.seed <= MAX_SEED:
            raise InputError(
                "errors.whole_number_between", name="seed", value=self.seed, least=0, most=MAX_SEED
            )

    def changes(self, model: nn.Module, donor: Donor) -> dict[str, Change]:
        return _at(f"{self.stack}.embeddings.positions", model, self._change)

    def reaches_back(self) -> bool:
        return self.stack != "encoder"

    def _change(self, positions: Tensor) -> Tensor:
        generator = torch.Generator().manual_seed(self.seed)
        return positions[:, torch.randperm(positions.shape[1], generator=generator)]


def _at(pattern: str, model: nn.Module, change: Callable[[Tensor], Tensor]) -> dict[str, Change]:
    paths = matching(pattern, hook_paths(model))
    if not paths:
        name = pattern.split(".")[-1]
        options = ", ".join(path for path in hook_paths(model) if path.endswith(name))
        raise InputError("errors.site", site=pattern, options=options)
    return dict.fromkeys(paths, change)
