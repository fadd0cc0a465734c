"""Configurations that well-known tutorials teach, with random weights: for reading shapes."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

import torch
from torch import Tensor

from transformer_viz.capture.trace import Changes, capture
from transformer_viz.checkpoints.random_weights import random_card, random_model
from transformer_viz.checkpoints.store import Card, LoadedModel
from transformer_viz.model.config import TransformerConfig
from transformer_viz.model.encoder_only import EncoderOnly

WORKED_EXAMPLE = TransformerConfig(
    architecture="encoder-only",
    source_vocab_size=10,
    target_vocab_size=0,
    d_model=8,
    n_heads=2,
    d_ff=16,
    n_encoder_layers=1,
    n_decoder_layers=0,
    max_len=16,
    layer_norm_eps=1e-12,
)
PER_HEAD_PROJECTIONS = TransformerConfig(
    source_vocab_size=100,
    target_vocab_size=100,
    d_model=64,
    n_heads=4,
    d_k=12,  # free: 4 heads of 12 and of 20 dimensions are not 64 wide
    d_v=20,
    d_ff=256,
    n_encoder_layers=2,
    n_decoder_layers=2,
)
ENCODER_DECODER = TransformerConfig(
    source_vocab_size=5_000,
    target_vocab_size=6_000,
    d_model=512,
    n_heads=8,
    d_ff=2048,
    n_encoder_layers=6,
    n_decoder_layers=6,
    source_pad_id=0,
    target_pad_id=0,
    dropout=0.1,
)
ENCODER_ONLY = TransformerConfig(
    architecture="encoder-only",
    source_vocab_size=10_000,
    target_vocab_size=0,
    d_model=512,
    n_heads=8,
    d_ff=2048,
    n_encoder_layers=6,
    n_decoder_layers=0,
    max_len=100,
)


@dataclass(frozen=True)
class Preset:
    """One configuration and the seed of its random weights.

    Attributes:
        title: for the page.
        example: token ids to begin with.
        beside: the second sentence of its batch, for the one whose shapes are shown with a batch
            of two.
    """

    title: str
    config: TransformerConfig
    example: str
    beside: str = ""
    seed: int = 0


PRESETS = {
    "worked-example": Preset(
        "Worked example, every shape by hand", WORKED_EXAMPLE, "5 7 9", beside="4 6 8"
    ),
    "per-head-projections": Preset(
        "Heads with widths of their own", PER_HEAD_PROJECTIONS, "12 7 45 99 8"
    ),
    "encoder-decoder": Preset("The paper's base model", ENCODER_DECODER, "12 7 45 99 8"),
    "encoder-only": Preset("An encoder of the same size", ENCODER_ONLY, "12 7 45 99 8"),
}


def preset_card(name: str) -> Card:
    """What a preset's card says, without making its weights."""
    preset = PRESETS[name]
    card = random_card(preset.title, preset.config, preset.seed, [preset.example])
    return card | {"license": "MIT", "beside": preset.beside}


def load_preset(name: str) -> LoadedModel:
    """The model of a preset; its weights depend on its seed alone."""
    preset = PRESETS[name]
    return random_model(name, preset.config, preset.seed, preset_card(name))


@dataclass(frozen=True)
class WorkedStep:
    """One line of the worked example.

    Attributes:
        name: what it is called there; ``walk.…`` in the language file.
        path: of the tensor in the trace; empty for the ids.
        value: the tensor itself, batch first.
        beside: others of its shape that are made at the same time: K and V beside Q.
    """

    name: str
    path: str
    value: Tensor
    beside: tuple[Tensor, ...] = ()


@torch.inference_mode()
def worked_steps(
    model: EncoderOnly, token_ids: Tensor, changes: Changes = MappingProxyType({})
) -> list[WorkedStep]:
    """The first encoder layer as it is worked out by hand, one tensor after another.

    They are read off a real pass; only what is split into heads, or lies side by side after them,
    is put together again from the heads.

    Args:
        token_ids: (batch, pos).
        changes: edits to make in the pass.
    """
    with capture(changes) as trace:
        model(token_ids)
    embeddings, layer = "encoder.embeddings", "encoder.layers.0"
    attention = f"{layer}.self_attention"

    def recorded(name: str, path: str) -> WorkedStep:
        return WorkedStep(name, path, trace[path])

    def side_by_side(name: str, *paths: str) -> WorkedStep:  # batch head pos d_k -> batch pos width
        first, *others = (trace[path].transpose(1, 2).flatten(2) for path in paths)
        return WorkedStep(name, paths[0], first, tuple(others))

    return [
        WorkedStep("ids", "", token_ids),
        recorded("embedding", f"{embeddings}.tokens"),
        recorded("with_positions", f"{embeddings}.sum"),
        side_by_side("qkv", f"{attention}.q", f"{attention}.k", f"{attention}.v"),
        recorded("split", f"{attention}.q"),
        recorded("scores", f"{attention}.scores"),
        recorded("weights", f"{attention}.weights"),
        recorded("context", f"{attention}.context"),
        side_by_side("merged", f"{attention}.context"),
        recorded("attention_norm", f"{layer}.self_attention_norm.output"),
        recorded("ffn", f"{layer}.feed_forward.output"),
        recorded("ffn_norm", f"{layer}.feed_forward_norm.output"),
    ]
