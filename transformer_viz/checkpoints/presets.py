"""Configurations that well-known tutorials teach, with random weights: for reading shapes."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from transformer_viz.capture.trace import capture
from transformer_viz.checkpoints.limits import count_parameters
from transformer_viz.checkpoints.store import Card, LoadedModel
from transformer_viz.model.architectures import build_model
from transformer_viz.model.config import TransformerConfig
from transformer_viz.model.encoder_only import EncoderOnly
from transformer_viz.text.numbers import NumberTokenizer

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
    """

    title: str
    config: TransformerConfig
    example: str
    seed: int = 0


PRESETS = {
    "worked-example": Preset("Worked example, every shape by hand", WORKED_EXAMPLE, "5 7 9"),
    "per-head-projections": Preset(
        "Heads with widths of their own", PER_HEAD_PROJECTIONS, "12 7 45 99 8"
    ),
    "encoder-decoder": Preset("The paper's base model", ENCODER_DECODER, "12 7 45 99 8"),
    "encoder-only": Preset("An encoder of the same size", ENCODER_ONLY, "12 7 45 99 8"),
}


def preset_card(name: str) -> Card:
    """What a preset's card says, without making its weights."""
    preset = PRESETS[name]
    return {
        "title": preset.title,
        "task": "shapes",
        "architecture": preset.config.architecture,
        "source_language": "ids",
        "target_language": "ids",
        "examples": [preset.example],
        "trained": False,
        "license": "MIT",
        "source": f"random weights from seed {preset.seed}",
        "parameters": count_parameters(preset.config),
    }


def load_preset(name: str) -> LoadedModel:
    """The model of a preset; its weights depend on its seed alone."""
    preset = PRESETS[name]
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(preset.seed)
        transformer = build_model(preset.config)
    return LoadedModel(
        name=name,
        transformer=transformer.eval().requires_grad_(False),
        tokenizer=NumberTokenizer(str(min(preset.config.vocab_sizes)).encode()),
        known_words=(),
        card=preset_card(name),
    )


@torch.inference_mode()
def worked_shapes(model: EncoderOnly, token_ids: Tensor) -> list[tuple[str, tuple[int, ...]]]:
    """The shapes of one encoder layer, one after another, as they are worked out by hand.

    They are read off a real pass; only the queries before they are split into heads are put
    together again from the split ones.
    """
    with capture() as trace:
        model(token_ids)
    layer = "encoder.layers.0"
    attention = f"{layer}.self_attention"
    split = trace[f"{attention}.q"]  # batch head pos d_k
    merged = trace[f"{attention}.context"].transpose(1, 2).flatten(2)  # batch pos d_model
    steps = (
        ("ids", token_ids),
        ("embedding", trace["encoder.embeddings.tokens"]),
        ("with positions", trace["encoder.embeddings.sum"]),
        ("Q, K, V", split.transpose(1, 2).flatten(2)),
        ("split", split),
        ("scores", trace[f"{attention}.scores"]),
        ("weights", trace[f"{attention}.weights"]),
        ("context", trace[f"{attention}.context"]),
        ("merged", merged),
        ("Add & Norm", trace[f"{layer}.self_attention_norm.output"]),
        ("FFN", trace[f"{layer}.feed_forward.output"]),
        ("Add & Norm", trace[f"{layer}.feed_forward_norm.output"]),
    )
    return [(name, tuple(x.shape)) for name, x in steps]
