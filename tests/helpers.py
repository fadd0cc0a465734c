"""Small models and inputs that many tests build."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any, TypeVar

import jaxtyping
import torch
from hypothesis import settings
from torch import Tensor, nn

from transformer_viz.language import sentence
from transformer_viz.model.architectures import build_model
from transformer_viz.model.config import TransformerConfig
from transformer_viz.model.decoder_only import DecoderOnly
from transformer_viz.model.encoder_only import EncoderOnly
from transformer_viz.model.transformer import Transformer
from transformer_viz.text.tokenizer import Tokenizer, train_tokenizer

Module = TypeVar("Module", bound=nn.Module)

SOURCE_VOCAB, TARGET_VOCAB = 11, 13
FIRST_WORD_ID = 4  # 0 to 3 may be padding, start, end, unknown

# The same examples on every machine: a red test is red for everybody.
quick = settings(max_examples=25, deadline=None, derandomize=True, database=None)
many = settings(quick, max_examples=200)


def small_config(**changes: object) -> TransformerConfig:
    """One encoder and one decoder layer, 8 wide, 2 heads, vocabularies of 11 and 13."""
    sizes: dict[str, object] = {
        "source_vocab_size": SOURCE_VOCAB,
        "target_vocab_size": TARGET_VOCAB,
        "d_model": 8,
        "n_heads": 2,
        "n_encoder_layers": 1,
        "n_decoder_layers": 1,
        "d_ff": 16,
        "max_len": 40,
    }
    return TransformerConfig(**{**sizes, **changes})


def small_model(seed: int = 0, **changes: object) -> Transformer:
    """A Transformer of ``small_config`` in which every weight is random."""
    return randomise(Transformer(small_config(**changes)), seed)


NO_DECODER = {"architecture": "encoder-only", "target_vocab_size": 0, "n_decoder_layers": 0}
NO_ENCODER = {"architecture": "decoder-only", "source_vocab_size": 0, "n_encoder_layers": 0}


def small_encoder_only(seed: int = 0, **changes: object) -> EncoderOnly:
    """The reader alone, vocabulary of 11, every weight random."""
    return randomise(build_model(small_config(**{**NO_DECODER, **changes})), seed)


def small_decoder_only(seed: int = 0, **changes: object) -> DecoderOnly:
    """The writer alone, vocabulary of 13, every weight random."""
    return randomise(build_model(small_config(**{**NO_ENCODER, **changes})), seed)


@torch.no_grad()
def randomise(module: Module, seed: int = 0) -> Module:
    """Make every weight random, biases and norms too, so that an unused or swapped one shows."""
    generator = torch.Generator().manual_seed(seed)
    for path, weight in module.named_parameters():
        std = 0.3 if weight.dim() == 1 else weight.shape[-1] ** -0.5
        centre = 1.0 if path.endswith("norm.weight") else 0.0
        weight.copy_(centre + std * torch.randn(weight.shape, generator=generator))
    return module.eval().requires_grad_(False)


def random_ids(vocab_size: int, batch: int, length: int, seed: int = 0) -> Tensor:
    """Word ids, none of them padding or special."""
    generator = torch.Generator().manual_seed(seed)
    return torch.randint(FIRST_WORD_ID, vocab_size, (batch, length), generator=generator)


def random_vectors(*shape: int, seed: int = 0) -> Tensor:
    """Standard normal numbers."""
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


def everybody(*shape: int) -> Tensor:
    """A mask that hides nothing."""
    return torch.ones(*shape, dtype=torch.bool)


SENTENCES = [
    f"{who} {does} {what}."
    for who in ("I", "You", "The cat", "My brother", "A small dog", "Mary's sister")
    for does in ("like", "see", "do not want", "will open")
    for what in ("the house", "two red apples", "an old book", "water", "her garden")
]
KNOWN_CHARACTERS = "abcdefghijklmnopqrstuvwxyz<>/.?!'"


@cache
def tiny_tokenizer() -> Tokenizer:
    """A real vocabulary of 64: letters, a few parts of words; no emoji, no Chinese."""
    return train_tokenizer(SENTENCES, vocab_size=120, required=KNOWN_CHARACTERS)


@contextmanager
def without_type_checks() -> Iterator[None]:
    """As in production, where only our own checks stand between a wrong type and its harm."""
    jaxtyping.config.update("jaxtyping_disable", True)
    try:
        yield
    finally:
        jaxtyping.config.update("jaxtyping_disable", False)


def said(words: Mapping[str, Any]) -> str:
    """A sentence that travels as key and values, as a visitor reads it."""
    values = {
        name: said(value) if isinstance(value, Mapping) else value
        for name, value in words["values"].items()
    }
    return sentence(words["key"], values)


def said_all(status: Mapping[str, Any]) -> str:
    """What the status line says."""
    return " ".join(map(said, status["words"]))


def naive_positions(length: int, d_model: int) -> list[list[float]]:
    """Section 3.5 of the paper, one number at a time: even dimensions sine, odd ones cosine."""
    table = [[0.0] * d_model for _ in range(length)]
    for pos in range(length):
        for dim in range(d_model):
            two_i = dim - dim % 2
            angle = pos / 10_000 ** (two_i / d_model)
            table[pos][dim] = math.cos(angle) if dim % 2 else math.sin(angle)
    return table
