"""The sizes and choices that make one Transformer."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from functools import partial
from typing import Literal

import torch
from torch import Tensor
from torch.nn import functional as F

from transformer_viz.errors import InputError

ACTIVATIONS: dict[str, Callable[[Tensor], Tensor]] = {
    "relu": torch.relu,
    "gelu": F.gelu,
    "gelu_tanh": partial(F.gelu, approximate="tanh"),  # GPT-2's, from when erf was slow
    "swish": F.silu,
}
TOWERS: dict[str, tuple[str, ...]] = {
    "encoder-decoder": ("encoder", "decoder"),
    "encoder-only": ("encoder",),
    "decoder-only": ("decoder",),
}
SIZES_OF = {  # what a tower's absence leaves without a meaning
    "encoder": ("source_vocab_size", "n_encoder_layers"),
    "decoder": ("target_vocab_size", "n_decoder_layers"),
}
CHOICES: dict[str, tuple[str, ...]] = {
    "architecture": tuple(TOWERS),
    "norm": ("post", "pre"),
    "norm_kind": ("layer", "rms"),
    "positions": ("sinusoidal", "sinusoidal_halves", "learned", "none"),
    "tied": ("none", "target", "all"),
    "activation": tuple(ACTIVATIONS),
}


@dataclass(frozen=True, kw_only=True)
class TransformerConfig:
    """A Transformer, complete: two equal configurations build equal architectures.

    Sizes are counts: of embedding dimensions (``d_…``), heads, layers, vocabulary entries, tokens.

    Args:
        architecture: which towers there are: ``"encoder-decoder"`` (the paper), ``"encoder-only"``
            (BERT) or ``"decoder-only"`` (GPT). An absent tower has 0 layers and a vocabulary of 0.
        source_vocab_size, target_vocab_size: entries of the vocabularies of encoder and decoder.
        d_model: width of the residual stream.
        n_heads: attention heads per attention block.
        d_k, d_v: width of one head's queries and keys, and of its values; 0 means
            ``d_model // n_heads``.
        norm: ``"post"`` normalises after each addition (the paper), ``"pre"`` before each block.
        norm_kind: ``"layer"`` shifts and scales (the paper), ``"rms"`` only scales.
        positions: ``"sinusoidal"`` (the paper), ``"sinusoidal_halves"`` (Marian: first all the
            sines, then all the cosines), ``"learned"``, or ``"none"``.
        tied: which embedding tables are one object: ``"target"`` shares the target embedding with
            the output projection, ``"all"`` the source embedding too (the paper); with one tower
            both share its only embedding.
        scale_embeddings: multiply token embeddings by the square root of d_model (the paper).
        n_segments: entries of BERT's segment table; 0 for embeddings without segments. With it
            comes BERT's LayerNorm of the embeddings.
        output_bias: add a learned number to the logits of every vocabulary entry.
        output_transform: BERT's last map before words are read off.
        source_pad_id, target_pad_id: the ids that fill up short sentences of a batch; −1 if no id
            does.
        max_len: most tokens per sentence; the length of a learned position table.

    Raises:
        InputError: a size that cannot work, named with the nearest one that does.
    """

    architecture: Literal["encoder-decoder", "encoder-only", "decoder-only"] = "encoder-decoder"
    source_vocab_size: int
    target_vocab_size: int
    d_model: int = 512
    n_heads: int = 8
    d_k: int = 0
    d_v: int = 0
    n_encoder_layers: int = 6
    n_decoder_layers: int = 6
    d_ff: int = 2048
    norm: Literal["post", "pre"] = "post"
    norm_kind: Literal["layer", "rms"] = "layer"
    positions: Literal["sinusoidal", "sinusoidal_halves", "learned", "none"] = "sinusoidal"
    activation: Literal["relu", "gelu", "gelu_tanh", "swish"] = "relu"
    tied: Literal["none", "target", "all"] = "none"
    scale_embeddings: bool = True
    n_segments: int = 0
    output_bias: bool = False
    output_transform: bool = False
    source_pad_id: int = 0
    target_pad_id: int = 0
    max_len: int = 128
    dropout: float = 0.0
    layer_norm_eps: float = 1e-5

    def __post_init__(self) -> None:
        for name, allowed in CHOICES.items():
            if getattr(self, name) not in allowed:
                options = ", ".join(allowed)
                raise InputError(
                    "errors.choice", name=name, value=getattr(self, name), options=options
                )
        _check_numbers(self)
        _check_absent_tower(self)
        _check_encoder_only(self)
        check_heads(self.d_model, self.n_heads, self.d_k, self.d_v)
        both = self.architecture == "encoder-decoder"
        if both and self.tied == "all" and self.source_vocab_size != self.target_vocab_size:
            raise InputError(
                "errors.tied", source=self.source_vocab_size, target=self.target_vocab_size
            )

    @property
    def towers(self) -> tuple[str, ...]:
        """The stacks that this architecture has: ``"encoder"``, ``"decoder"``, or both."""
        return TOWERS[self.architecture]

    @property
    def vocab_sizes(self) -> set[int]:
        """The different vocabulary sizes of the towers that there are."""
        return {getattr(self, SIZES_OF[tower][0]) for tower in self.towers}

    @property
    def vocab_size(self) -> int:
        """Entries of the vocabulary that the model predicts from."""
        return self.target_vocab_size or self.source_vocab_size

    @property
    def key_width(self) -> int:
        """d_k: dimensions of one head's queries and keys."""
        return self.d_k or self.d_model // self.n_heads

    @property
    def value_width(self) -> int:
        """d_v: dimensions of one head's values."""
        return self.d_v or self.d_model // self.n_heads

    def as_dict(self) -> dict[str, int | float | str | bool]:
        """Every field by name, ready for JSON."""
        return asdict(self)


def check_heads(
    d_model: int, n_heads: int, d_k: int, d_v: int, possible: tuple[int, int | None] = (1, None)
) -> None:
    """Widths of heads that are left open, as 0, must follow from the others.

    Args:
        possible: the least and the most d_model that may be suggested instead.

    Raises:
        InputError: the heads cannot share d_model; the nearest widths that work are named.
    """
    if (d_k and d_v) or d_model % n_heads == 0:
        return
    least, most = possible
    below = min(d_model, most or d_model) // n_heads * n_heads
    above = -(-max(d_model, least) // n_heads) * n_heads
    sizes = {"d_model": d_model, "n_heads": n_heads}
    near = [width for width in (below, above) if least <= width <= (most or width)] or [n_heads]
    if d_k or d_v:
        name = "d_v" if d_k else "d_k"
        raise InputError("errors.head_width", name=name, **sizes, nearest=near[-1])
    if len(near) < 2:
        raise InputError("errors.heads_one", **sizes, nearest=near[0])
    raise InputError("errors.heads", **sizes, below=near[0], above=near[1])


def _absent_sizes(config: TransformerConfig) -> set[str]:
    absent = set(SIZES_OF) - set(TOWERS[config.architecture])
    return {name for tower in absent for name in SIZES_OF[tower]}


def _check_numbers(config: TransformerConfig) -> None:
    may_be_zero = {"d_k", "d_v", "n_segments", *_absent_sizes(config)}
    least_of = {**dict.fromkeys(may_be_zero, 0), "source_pad_id": -1, "target_pad_id": -1}
    for field in fields(config):
        value = getattr(config, field.name)
        if field.type == "int":
            least = least_of.get(field.name, 1)
            if isinstance(value, bool) or not isinstance(value, int) or value < least:
                raise InputError("errors.whole_number", name=field.name, value=value, least=least)
        elif field.type == "bool" and not isinstance(value, bool):
            raise InputError("errors.choice", name=field.name, value=value, options="true, false")
        elif field.type == "float" and not (
            isinstance(value, (int, float)) and math.isfinite(value) and 0 <= value < 1
        ):
            raise InputError("errors.fraction", name=field.name, value=value)
    if not config.layer_norm_eps:
        value = config.layer_norm_eps
        raise InputError("errors.positive_fraction", name="layer_norm_eps", value=value)


def _check_absent_tower(config: TransformerConfig) -> None:
    for name in sorted(_absent_sizes(config)):
        value = getattr(config, name)
        if value:
            raise InputError(
                "errors.absent_tower", name=name, value=value, architecture=config.architecture
            )


def _check_encoder_only(config: TransformerConfig) -> None:
    for name in ("n_segments", "output_transform"):
        if getattr(config, name) and config.architecture != "encoder-only":
            raise InputError("errors.encoder_only", name=name, architecture=config.architecture)
