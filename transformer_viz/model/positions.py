"""Where a token stands: without positions, attention sees a bag of words."""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import Tensor, nn

from transformer_viz.errors import InputError


def sinusoidal_positions(length: int, d_model: int) -> Float[Tensor, "pos d_model"]:
    """Fixed position encodings: each pair of dimensions is a clock hand with its own speed.

    Pair i holds (sin, cos) of pos / 10000^(2i / d_model); an odd d_model ends with a lone sine.

    Args:
        length: number of positions, in tokens.
        d_model: width of the embeddings that these are added to.

    Returns:
        One row per position; values in [-1, 1], no unit.

    Source:
        Vaswani et al. 2017, "Attention Is All You Need", section 3.5.

    >>> sinusoidal_positions(length=2, d_model=4)[0].tolist()
    [0.0, 1.0, 0.0, 1.0]
    """
    position = torch.arange(length, dtype=torch.float64)[:, None]
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64)
    angle = position / 10_000 ** (two_i / d_model)  # pos pair
    sin_cos = torch.stack([angle.sin(), angle.cos()], dim=-1)  # pos pair 2
    return sin_cos.flatten(1)[:, :d_model].float()


def sinusoidal_halves(length: int, d_model: int) -> Float[Tensor, "pos d_model"]:
    """The same numbers in another order: first all the sines, then all the cosines.

    Source: the Marian translators (Junczys-Dowmunt et al. 2018); tensor2tensor did the same.

    >>> sinusoidal_halves(length=2, d_model=4)[0].tolist()
    [0.0, 0.0, 1.0, 1.0]
    """
    table = sinusoidal_positions(length, d_model)
    return torch.cat([table[:, 0::2], table[:, 1::2]], dim=-1)


class SinusoidalPositions(nn.Module):
    """The paper's fixed encodings, looked up by position."""

    table: Tensor

    def __init__(self, max_len: int, d_model: int) -> None:
        super().__init__()
        self.register_buffer("table", sinusoidal_positions(max_len, d_model), persistent=False)

    def forward(self, first: int, length: int) -> Float[Tensor, "pos d_model"]:
        _check_length(first + length, self.table.shape[0])
        return self.table[first : first + length]


class SinusoidalHalves(nn.Module):
    """Marian's fixed encodings, looked up by position."""

    table: Tensor

    def __init__(self, max_len: int, d_model: int) -> None:
        super().__init__()
        self.register_buffer("table", sinusoidal_halves(max_len, d_model), persistent=False)

    def forward(self, first: int, length: int) -> Float[Tensor, "pos d_model"]:
        _check_length(first + length, self.table.shape[0])
        return self.table[first : first + length]


class LearnedPositions(nn.Module):
    """One trained vector per position, as in BERT and GPT-2."""

    def __init__(self, max_len: int, d_model: int) -> None:
        super().__init__()
        self.table = nn.Parameter(torch.empty(max_len, d_model))
        nn.init.normal_(self.table, std=d_model**-0.5)

    def forward(self, first: int, length: int) -> Float[Tensor, "pos d_model"]:
        _check_length(first + length, self.table.shape[0])
        return self.table[first : first + length]


class NoPositions(nn.Module):
    """Zeros: the model cannot tell "dog bites man" from "man bites dog"."""

    table: Tensor

    def __init__(self, max_len: int, d_model: int) -> None:
        super().__init__()
        self.register_buffer("table", torch.zeros(1, d_model), persistent=False)

    def forward(self, first: int, length: int) -> Float[Tensor, "pos d_model"]:
        return self.table.expand(length, -1)


POSITIONS = {
    "sinusoidal": SinusoidalPositions,
    "sinusoidal_halves": SinusoidalHalves,
    "learned": LearnedPositions,
    "none": NoPositions,
}


def _check_length(length: int, max_len: int) -> None:
    if length > max_len:
        raise InputError("errors.too_many_tokens", tokens=length, limit=max_len)
