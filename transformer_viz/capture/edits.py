"""Changes that a visitor makes to a run: small values, each applied at one place of the model."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, Protocol, runtime_checkable

import torch
from jaxtyping import Float
from torch import Tensor

from transformer_viz.errors import InputError
from transformer_viz.model.attention import MultiHeadAttention
from transformer_viz.model.transformer import Transformer


@runtime_checkable  # the tests check types at run time
class Edit(Protocol):
    """What every edit can do."""

    @property
    def path(self) -> str:
        """The tensor that is changed."""
        ...

    def apply(self, x: Tensor) -> Tensor:
        """The changed tensor; ``x`` itself is left alone."""
        ...

    def check(self, model: Transformer) -> None:
        """Raise InputError if ``model`` has no such place."""
        ...

    def fits(self, x: Tensor) -> bool:
        """Whether the positions it names exist in ``x``, the tensor at its path."""
        ...


@dataclass(frozen=True)
class HeadOff:
    """Silence one head: its context becomes zero, or its own mean over the positions.

    Args:
        site: path of an attention block, such as ``"decoder.layers.0.cross_attention"``.
        head: which head, counted from 0.
        replacement: ``"zero"``, or ``"mean"``: what the head says on average stays, what it says
            about each word is gone.
    """

    site: str
    head: int
    replacement: Literal["zero", "mean"] = "zero"

    def __post_init__(self) -> None:
        if self.replacement not in ("zero", "mean"):
            raise InputError(
                "errors.choice",
                name="replacement",
                value=self.replacement,
                options="zero, mean",
            )

    def __str__(self) -> str:
        return f"{self.site} · head {self.head} off ({self.replacement})"

    @property
    def path(self) -> str:
        return f"{self.site}.context"

    def apply(
        self, x: Float[Tensor, "batch head query d_v"]
    ) -> Float[Tensor, "batch head query d_v"]:
        x = x.clone()
        mean = x[:, self.head].mean(dim=1, keepdim=True)
        x[:, self.head] = mean if self.replacement == "mean" else 0.0
        return x

    def check(self, model: Transformer) -> None:
        _check_head(self.head, _attention_at(self.site, model))

    def fits(self, x: Tensor) -> bool:
        return True


@dataclass(frozen=True)
class BlockAttention:
    """Forbid one query to look at one key, in one head or (``head=None``) in all of them.

    Args:
        site: path of an attention block.
        query, key: positions, counted from 0.
        head: which head, counted from 0.
    """

    site: str
    query: int
    key: int
    head: int | None = None

    def __str__(self) -> str:
        heads = "all heads" if self.head is None else f"head {self.head}"
        return f"{self.site} · {heads}: query {self.query} may not see key {self.key}"

    @property
    def path(self) -> str:
        return f"{self.site}.masked_scores"

    def apply(
        self, x: Float[Tensor, "batch head query key"]
    ) -> Float[Tensor, "batch head query key"]:
        if not self.fits(x):
            return x  # a target that is still being written has not reached this cell yet
        x = x.clone()
        heads = slice(None) if self.head is None else self.head
        x[:, heads, self.query, self.key] = -torch.inf
        return x

    def check(self, model: Transformer) -> None:
        attention = _attention_at(self.site, model)
        if self.head is not None:
            _check_head(self.head, attention)
        if min(self.query, self.key) < 0:
            least = min(self.query, self.key)
            raise InputError("errors.whole_number", name="position", value=least, least=0)

    def fits(self, x: Tensor) -> bool:
        return self.query < x.shape[2] and self.key < x.shape[3]


def check_edits(edits: Iterable[Edit], model: Transformer) -> None:
    """Raise InputError for the first edit that ``model`` has no place for."""
    for edit in edits:
        edit.check(model)


def attention_sites(model: Transformer) -> list[str]:
    """The paths of all attention blocks, encoder first."""
    return [path for path, m in model.named_modules() if isinstance(m, MultiHeadAttention)]


def _attention_at(site: str, model: Transformer) -> MultiHeadAttention:
    for path, module in model.named_modules():
        if path == site and isinstance(module, MultiHeadAttention):
            return module
    raise InputError("errors.site", site=site, options=", ".join(attention_sites(model)))


def _check_head(head: int, attention: MultiHeadAttention) -> None:
    if not 0 <= head < attention.n_heads:
        raise InputError("errors.head", head=head, n_heads=attention.n_heads)
