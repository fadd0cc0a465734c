"""Marian translators, such as the OPUS-MT models (Tiedemann and Thottingal 2020).

The paper's Transformer with three twists: all sines come before all cosines, the activation is
swish, and every vocabulary entry has a bias of its own. The decoder starts from the padding token.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import torch
from torch import Tensor

from transformer_viz.checkpoints.family import Family, Settings, activation, only, setting
from transformer_viz.checkpoints.key_table import Known, Rule, Take, flat
from transformer_viz.errors import InputError
from transformer_viz.model.config import TransformerConfig
from transformer_viz.model.positions import sinusoidal_halves
from transformer_viz.text.marian import MarianTokenizer
from transformer_viz.text.tokenizer import TextTokenizer
from transformer_viz.text.vocabulary import parsed

ACTIVATIONS = {"relu": "relu", "gelu": "gelu", "swish": "swish", "silu": "swish"}


def configuration(settings: Settings, stored: Collection[str]) -> TransformerConfig:
    """Our configuration for their config.json.

    Raises:
        InputError: it lacks a setting, or has one that our modules cannot do.
    """
    only(settings, "normalize_before", False, False)
    only(settings, "normalize_embedding", False, False)
    only(settings, "static_position_embeddings", True, True)
    only(settings, "tie_word_embeddings", True, True)
    source_size = setting(settings, "vocab_size")
    shared = settings.get("share_encoder_decoder_embeddings", True)
    return TransformerConfig(
        source_vocab_size=source_size,
        target_vocab_size=settings.get("decoder_vocab_size") or source_size,
        d_model=setting(settings, "d_model"),
        n_heads=_same_in_both_towers(settings, "attention_heads"),
        n_encoder_layers=setting(settings, "encoder_layers"),
        n_decoder_layers=setting(settings, "decoder_layers"),
        d_ff=_same_in_both_towers(settings, "ffn_dim"),
        positions="sinusoidal_halves",
        activation=activation(settings, "activation_function", ACTIVATIONS),
        tied="all" if shared else "target",
        scale_embeddings=settings.get("scale_embedding", False),
        output_bias=True,
        source_pad_id=setting(settings, "pad_token_id"),
        target_pad_id=-1,  # its padding token starts every target, where it must be seen
        max_len=setting(settings, "max_position_embeddings"),
    )


def key_table(config: TransformerConfig) -> list[Rule]:
    """Their keys, ours, and how to reshape."""
    source = "encoder.embeddings.table.weight"
    target = source if config.tied == "all" else "decoder.embeddings.table.weight"
    table: list[Rule] = [
        Take("model.shared.weight", (source,)),
        Take("model.encoder.embed_tokens.weight", (source,)),
        Take("model.decoder.embed_tokens.weight", (target,)),
        Take("lm_head.weight", (target,)),
        Take("final_logits_bias", ("w_vocab.bias",), flat),
        Known("model.encoder.embed_positions.weight", _is_sinusoidal),
        Known("model.decoder.embed_positions.weight", _is_sinusoidal),
    ]
    blocks = {"self_attn": "self_attention", "encoder_attn": "cross_attention"}
    for tower in ("encoder", "decoder"):
        theirs, ours = f"model.{tower}.layers.{{i}}", f"{tower}.layers.{{i}}"
        names = {"fc1": "feed_forward.w_1", "fc2": "feed_forward.w_2"}
        names["final_layer_norm"] = "feed_forward_norm"
        for their_block, block in blocks.items():
            for letter in "qkv":
                names[f"{their_block}.{letter}_proj"] = f"{block}.w_{letter}"
            names[f"{their_block}.out_proj"] = f"{block}.w_o"
            names[f"{their_block}_layer_norm"] = f"{block}_norm"
        table += [
            Take(f"{theirs}.{their_name}.{{part}}", (f"{ours}.{name}.{{part}}",))
            for their_name, name in names.items()
        ]
    return table


def _same_in_both_towers(settings: Settings, name: str) -> int:
    encoder, decoder = (setting(settings, f"{tower}_{name}") for tower in ("encoder", "decoder"))
    if encoder != decoder:
        raise InputError("errors.setting_towers", name=name, encoder=encoder, decoder=decoder)
    return encoder


def _is_sinusoidal(x: Tensor) -> bool:
    # Stored ones were computed in float32 or less, by other code.
    return x.dim() == 2 and torch.allclose(x, sinusoidal_halves(*x.shape), rtol=0, atol=1e-3)


def tokenizer(files: Mapping[str, bytes]) -> TextTokenizer:
    """Two SentencePiece models and the ids of their pieces."""
    other = files.get("target_vocab.json")
    return MarianTokenizer.of(
        files["source.spm"],
        files["target.spm"],
        parsed(files["vocab.json"]),
        parsed(other) if other else None,
    )


PAIR = ("source.spm", "target.spm", "vocab.json")
MARIAN = Family("marian", configuration, key_table, ((*PAIR, "target_vocab.json"), PAIR), tokenizer)
