"""GPT-2 decoders (Radford et al. 2019): a causal language model with its norms in front.

Its linear maps are stored the other way round, and one fused map gives queries, keys and values.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from transformer_viz.checkpoints.family import Family, Settings, activation, only, setting, whole
from transformer_viz.checkpoints.key_table import (
    Known,
    LeftOut,
    Rule,
    Take,
    is_causal_mask,
    transposed,
    transposed_thirds,
)
from transformer_viz.model.config import TransformerConfig
from transformer_viz.text.byte_level import ByteLevelTokenizer
from transformer_viz.text.tokenizer import TextTokenizer
from transformer_viz.text.vocabulary import parsed

ACTIVATIONS = {
    "gelu_new": "gelu_tanh",
    "gelu_pytorch_tanh": "gelu_tanh",
    "gelu": "gelu",
    "relu": "relu",
    "silu": "swish",
}
FILL = "The number that masked scores were filled with; here they are minus infinity."


def configuration(settings: Settings, stored: Collection[str]) -> TransformerConfig:
    """Our configuration for their config.json.

    Raises:
        InputError: it lacks a setting, or has one that our modules cannot do.
    """
    only(settings, "scale_attn_weights", True, True)
    only(settings, "scale_attn_by_inverse_layer_idx", False, False)
    only(settings, "add_cross_attention", False, False)
    d_model = whole(settings, "n_embd")
    return TransformerConfig(
        architecture="decoder-only",
        source_vocab_size=0,
        target_vocab_size=setting(settings, "vocab_size"),
        d_model=d_model,
        n_heads=setting(settings, "n_head"),
        n_encoder_layers=0,
        n_decoder_layers=setting(settings, "n_layer"),
        d_ff=settings.get("n_inner") or 4 * d_model,
        norm="pre",
        positions="learned",
        activation=activation(settings, "activation_function", ACTIVATIONS),
        tied="all" if settings.get("tie_word_embeddings", True) else "none",
        scale_embeddings=False,
        target_pad_id=-1,  # it was trained without padding
        max_len=setting(settings, "n_positions"),
        layer_norm_eps=settings.get("layer_norm_epsilon", 1e-5),
    )


NORMS = {
    "h.{i}.ln_1": "decoder.layers.{i}.self_attention_norm",
    "h.{i}.ln_2": "decoder.layers.{i}.feed_forward_norm",
    "ln_f": "decoder.final_norm",
}
MAPS = {
    "h.{i}.attn.c_proj": "decoder.layers.{i}.self_attention.w_o",
    "h.{i}.mlp.c_fc": "decoder.layers.{i}.feed_forward.w_1",
    "h.{i}.mlp.c_proj": "decoder.layers.{i}.feed_forward.w_2",
}
THIRDS = tuple(f"decoder.layers.{{i}}.self_attention.w_{letter}.{{part}}" for letter in "qkv")


def key_table(config: TransformerConfig) -> list[Rule]:
    """Their keys, ours, and how to reshape; the tower alone has them without ``transformer.``."""
    table_of_words = "decoder.embeddings.table.weight"
    words = table_of_words if config.tied == "all" else "w_vocab.weight"
    table: list[Rule] = [Take("lm_head.weight", (words,))]
    for prefix in ("transformer.", ""):
        table += [
            Take(prefix + "wte.weight", (table_of_words,)),
            Take(prefix + "wpe.weight", ("decoder.embeddings.encoding.table",)),
            Take(prefix + "h.{i}.attn.c_attn.{part}", THIRDS, transposed_thirds),
            Known(prefix + "h.{i}.attn.bias", is_causal_mask),
            LeftOut(prefix + "h.{i}.attn.masked_bias", FILL),
        ]
        for theirs, ours in NORMS.items():
            table.append(Take(f"{prefix}{theirs}.{{part}}", (f"{ours}.{{part}}",)))
        for theirs, ours in MAPS.items():
            table.append(Take(f"{prefix}{theirs}.{{part}}", (f"{ours}.{{part}}",), transposed))
    return table


def tokenizer(files: Mapping[str, bytes]) -> TextTokenizer:
    """Byte-level BPE, from the file of the ``tokenizers`` library or from the two of old."""
    if "tokenizer.json" in files:
        return ByteLevelTokenizer(files["tokenizer.json"])
    lines = files["merges.txt"].decode("utf-8").split("\n")
    pairs = [line.split(" ") for line in lines if line and not line.startswith("#version")]
    merges = [(first, second) for first, second in pairs]
    return ByteLevelTokenizer.of(parsed(files["vocab.json"]), merges)


FILES = (("tokenizer.json",), ("vocab.json", "merges.txt"))
GPT2 = Family("gpt2", configuration, key_table, FILES, tokenizer)
