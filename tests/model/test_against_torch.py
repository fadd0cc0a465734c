"""Our modules equal torch's with the same weights, over 840 random settings.

torch's masks have the opposite sense: True = hidden.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import pytest
import torch
from torch import Tensor
from torch.nn import functional as F

from tests.helpers import (
    naive_positions,
    random_vectors,
    randomise,
    small_config,
    small_decoder_only,
    small_encoder_only,
    small_model,
)
from transformer_viz.capture.torch_twins import (
    attention_twin,
    decoder_layer_twin,
    encoder_layer_twin,
    tower_twin,
    towers_twin,
)
from transformer_viz.capture.trace import capture
from transformer_viz.model import parts
from transformer_viz.model.config import TransformerConfig
from transformer_viz.model.hooks import name_hook_points

SETTINGS_PER_MODULE = 140
TOLERANCE = 1e-5


@dataclass(frozen=True)
class Setting:
    seed: int
    batch: int
    source: int  # tokens
    target: int  # tokens
    n_heads: int
    d_model: int
    norm: Literal["post", "pre"]
    activation: Literal["relu", "gelu"]
    mask: Literal["none", "padding", "causal", "both"]

    def __str__(self) -> str:
        """The test's name."""
        sizes = f"b{self.batch}-s{self.source}-t{self.target}-h{self.n_heads}-d{self.d_model}"
        return f"{sizes}-{self.norm}-{self.activation}-{self.mask}"

    def config(self, **changes: object) -> TransformerConfig:
        return small_config(
            d_model=self.d_model,
            n_heads=self.n_heads,
            d_ff=2 * self.d_model + 3,
            norm=self.norm,
            activation=self.activation,
            **changes,
        )

    def vectors(self, length: int, salt: int) -> Tensor:
        return random_vectors(self.batch, length, self.d_model, seed=1000 * self.seed + salt)

    def is_real(self, length: int, salt: int) -> Tensor:
        """Which positions are no padding: the first one always, or torch gives NaN."""
        if self.mask not in ("padding", "both"):
            return torch.ones(self.batch, length, dtype=torch.bool)
        real = random_vectors(self.batch, length, seed=1000 * self.seed + salt) < 0.5
        real[:, 0] = True
        return real

    def in_order(self, query: int, key: int) -> Tensor:
        """Which keys do not come after the query, where the setting is causal."""
        allowed = torch.ones(query, key, dtype=torch.bool)
        return allowed.tril() if self.mask in ("causal", "both") else allowed


def settings(salt: int) -> list[Setting]:
    draw = random.Random(salt)
    found = []
    for seed in range(SETTINGS_PER_MODULE):
        n_heads = draw.randint(1, 8)
        d_heads = [d for d in range(1, 65) if 8 <= d * n_heads <= 64]
        source, target = draw.sample(range(1, 34), 2)  # never equal
        found.append(
            Setting(
                seed=seed,
                batch=draw.randint(1, 4),
                source=source,
                target=target,
                n_heads=n_heads,
                d_model=n_heads * draw.choice(d_heads),
                norm=draw.choice(["post", "pre"]),
                activation=draw.choice(["relu", "gelu"]),
                mask=draw.choice(["none", "padding", "causal", "both"]),
            )
        )
    return found


@pytest.fixture(autouse=True)
def _without_gradients() -> Iterator[None]:
    with torch.inference_mode():
        yield


def assert_close(ours: Tensor, theirs: Tensor) -> None:
    torch.testing.assert_close(ours, theirs, rtol=0, atol=TOLERANCE)


@pytest.mark.parametrize("setting", settings(salt=1), ids=str)
def test_attention_and_the_weights_of_every_head(setting: Setting) -> None:
    ours = randomise(parts.attention(setting.config()), setting.seed)
    name_hook_points(ours)
    x_q, x_kv = setting.vectors(setting.target, 1), setting.vectors(setting.source, 2)
    real = setting.is_real(setting.source, 3)
    in_order = setting.in_order(setting.target, setting.source)

    with capture() as trace:
        output = ours(x_q, x_kv, in_order[None, None] & real[:, None, None, :])
    expected_output, expected_weights = attention_twin(ours)(
        x_q, x_kv, x_kv, key_padding_mask=~real, attn_mask=~in_order, average_attn_weights=False
    )

    assert_close(output, expected_output)
    assert_close(trace["weights"], expected_weights)


@pytest.mark.parametrize("setting", settings(salt=2), ids=str)
def test_encoder_layer(setting: Setting) -> None:
    config = setting.config()
    ours = randomise(parts.encoder_layer(config), setting.seed)
    x = setting.vectors(setting.source, 1)
    real = setting.is_real(setting.source, 2)
    in_order = setting.in_order(setting.source, setting.source)

    output = ours(x, in_order[None, None] & real[:, None, None, :])
    twin = encoder_layer_twin(ours, config)

    assert_close(output, twin(x, src_mask=~in_order, src_key_padding_mask=~real))


@pytest.mark.parametrize("setting", settings(salt=3), ids=str)
def test_decoder_layer(setting: Setting) -> None:
    config = setting.config()
    ours = randomise(parts.decoder_layer(config), setting.seed)
    x, memory = setting.vectors(setting.target, 1), setting.vectors(setting.source, 2)
    real, real_memory = setting.is_real(setting.target, 3), setting.is_real(setting.source, 4)
    in_order = setting.in_order(setting.target, setting.target)

    may_attend = in_order[None, None] & real[:, None, None, :]
    output = ours(x, memory, may_attend, real_memory[:, None, None, :])
    expected = decoder_layer_twin(ours, config)(
        x,
        memory,
        tgt_mask=~in_order,
        tgt_key_padding_mask=~real,
        memory_key_padding_mask=~real_memory,
    )

    assert_close(output, expected)


@pytest.mark.parametrize("setting", settings(salt=4), ids=str)
def test_whole_transformer(setting: Setting) -> None:
    """The decoder is always causal; the embeddings and the way back to words are written out."""
    ours = small_model(
        setting.seed,
        d_model=setting.d_model,
        n_heads=setting.n_heads,
        d_ff=2 * setting.d_model + 3,
        norm=setting.norm,
        activation=setting.activation,
        n_encoder_layers=1 + setting.seed % 3,
        n_decoder_layers=1 + setting.seed % 2,
        source_pad_id=0,
        target_pad_id=3,
    )
    real, real_source = setting.is_real(setting.target, 1), setting.is_real(setting.source, 2)
    draw = torch.Generator().manual_seed(setting.seed)
    source_ids = torch.randint(4, 11, real_source.shape, generator=draw).where(real_source, 0)
    target_ids = torch.randint(4, 13, real.shape, generator=draw).where(real, 3)

    x = towers_twin(ours)(
        embed(source_ids, ours.encoder.embeddings.table.weight),
        embed(target_ids, ours.decoder.embeddings.table.weight),
        tgt_mask=~torch.ones(setting.target, setting.target, dtype=torch.bool).tril(),
        src_key_padding_mask=~real_source,
        tgt_key_padding_mask=~real,
        memory_key_padding_mask=~real_source,
    )

    assert_close(ours(source_ids, target_ids), F.linear(x, ours.w_vocab.weight))


def one_tower_sizes(setting: Setting) -> dict[str, object]:
    return {
        "d_model": setting.d_model,
        "n_heads": setting.n_heads,
        "d_ff": 2 * setting.d_model + 3,
        "norm": setting.norm,
        "activation": setting.activation,
    }


def ids_with_padding(setting: Setting, real: Tensor, vocab_size: int, pad_id: int) -> Tensor:
    draw = torch.Generator().manual_seed(setting.seed)
    return torch.randint(4, vocab_size, real.shape, generator=draw).where(real, pad_id)


@pytest.mark.parametrize("setting", settings(salt=5), ids=str)
def test_encoder_only(setting: Setting) -> None:
    layers = 1 + setting.seed % 3
    ours = small_encoder_only(setting.seed, n_encoder_layers=layers, **one_tower_sizes(setting))
    real = setting.is_real(setting.source, 1)
    token_ids = ids_with_padding(setting, real, vocab_size=11, pad_id=0)

    x = embed(token_ids, ours.encoder.embeddings.table.weight)
    x = tower_twin(ours.encoder, ours.config)(x, src_key_padding_mask=~real)

    assert_close(ours(token_ids), F.linear(x, ours.w_vocab.weight))


@pytest.mark.parametrize("setting", settings(salt=6), ids=str)
def test_decoder_only(setting: Setting) -> None:
    ours = small_decoder_only(
        setting.seed,
        n_decoder_layers=1 + setting.seed % 3,
        target_pad_id=3,
        tied="target" if setting.seed % 2 else "none",
        **one_tower_sizes(setting),
    )
    real = setting.is_real(setting.target, 1)
    token_ids = ids_with_padding(setting, real, vocab_size=13, pad_id=3)
    future = ~torch.ones(setting.target, setting.target, dtype=torch.bool).tril()

    x = embed(token_ids, ours.decoder.embeddings.table.weight)
    x = tower_twin(ours.decoder, ours.config)(x, mask=future, src_key_padding_mask=~real)

    assert_close(ours(token_ids), F.linear(x, ours.w_vocab.weight))


def embed(token_ids: Tensor, table: Tensor) -> Tensor:
    d_model = table.shape[1]
    positions = torch.tensor(naive_positions(token_ids.shape[1], d_model))
    return F.embedding(token_ids, table) * d_model**0.5 + positions
