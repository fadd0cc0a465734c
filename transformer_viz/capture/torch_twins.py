"""torch's own layers carrying our weights: the independent source of expected values.

They are made in training mode, with a dropout of 0: then torch computes what its documentation
says. In evaluation mode its layers may take a fused shortcut, and the switch for that is one for
the whole process, so that one visitor would switch it for all.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict, TypeVar

import torch
from jaxtyping import Int
from torch import Tensor, nn
from torch.nn import functional as F

from transformer_viz.model.attention import MultiHeadAttention
from transformer_viz.model.config import TransformerConfig
from transformer_viz.model.embeddings import Embeddings, SegmentedEmbeddings
from transformer_viz.model.stacks import CausalDecoder, Encoder, TokenIds
from transformer_viz.model.transformer import Transformer

ACTIVATIONS = ("relu", "gelu")  # the ones that torch's layers know by name
Twin = TypeVar("Twin", bound=nn.Module)
ENCODER_PARTS = {  # our name -> torch's
    "self_attention": "self_attn",
    "self_attention_norm": "norm1",
    "feed_forward.w_1": "linear1",
    "feed_forward.w_2": "linear2",
    "feed_forward_norm": "norm2",
}
DECODER_PARTS = {
    "self_attention": "self_attn",
    "self_attention_norm": "norm1",
    "cross_attention": "multihead_attn",
    "cross_attention_norm": "norm2",
    "feed_forward.w_1": "linear1",
    "feed_forward.w_2": "linear2",
    "feed_forward_norm": "norm3",
}
EMPTY = "meta"  # torch's device for tensors without numbers: ours are put in their place


class LayerChoices(TypedDict):
    """What both kinds of layer are told."""

    d_model: int
    nhead: int
    dim_feedforward: int
    dropout: float
    activation: str
    layer_norm_eps: float
    batch_first: bool
    norm_first: bool
    device: str


def has_twin(config: TransformerConfig) -> bool:
    """Whether torch's layers can be given this; d_k, d_v and other norms they do not know."""
    widths = {config.key_width * config.n_heads, config.value_width * config.n_heads}
    plain = widths == {config.d_model} and not config.n_segments
    return plain and config.norm_kind == "layer" and config.activation in ACTIVATIONS


def attention_twin(ours: MultiHeadAttention) -> nn.MultiheadAttention:
    twin = nn.MultiheadAttention(ours.w_q.in_features, ours.n_heads, batch_first=True, device=EMPTY)
    return _filled(twin, _attention_weights(ours.state_dict()))


def encoder_layer_twin(ours: nn.Module, config: TransformerConfig) -> nn.TransformerEncoderLayer:
    twin = nn.TransformerEncoderLayer(**_choices(config))
    return _filled(twin, _layer_weights(ours, ENCODER_PARTS))


def decoder_layer_twin(ours: nn.Module, config: TransformerConfig) -> nn.TransformerDecoderLayer:
    twin = nn.TransformerDecoderLayer(**_choices(config))
    return _filled(twin, _layer_weights(ours, DECODER_PARTS))


def towers_twin(ours: Transformer) -> nn.Transformer:
    """Both towers; torch's has no embeddings and no way back to words."""
    config = ours.config
    twin = nn.Transformer(
        config.d_model,
        config.n_heads,
        custom_encoder=nn.TransformerEncoder(
            nn.TransformerEncoderLayer(**_choices(config)),
            config.n_encoder_layers,
            _final_norm(config),
            enable_nested_tensor=False,
        ),
        custom_decoder=nn.TransformerDecoder(
            nn.TransformerDecoderLayer(**_choices(config)),
            config.n_decoder_layers,
            _final_norm(config),
        ),
        batch_first=True,
        device=EMPTY,
    )
    weights: dict[str, Tensor] = {}
    for i, layer in enumerate(ours.encoder.layers):
        weights |= _under(f"encoder.layers.{i}", _layer_weights(layer, ENCODER_PARTS))
    for i, layer in enumerate(ours.decoder.layers):
        weights |= _under(f"decoder.layers.{i}", _layer_weights(layer, DECODER_PARTS))
    if config.norm == "pre":
        weights |= _under("encoder.norm", ours.encoder.final_norm.state_dict())
        weights |= _under("decoder.norm", ours.decoder.final_norm.state_dict())
    return _filled(twin, weights)


def tower_twin(ours: Encoder | CausalDecoder, config: TransformerConfig) -> nn.TransformerEncoder:
    """One tower without cross-attention; torch calls it an encoder, with a causal mask or not."""
    twin = nn.TransformerEncoder(
        nn.TransformerEncoderLayer(**_choices(config)),
        len(ours.layers),
        _final_norm(config),
        enable_nested_tensor=False,
    )
    weights: dict[str, Tensor] = {}
    for i, layer in enumerate(ours.layers):
        weights |= _under(f"layers.{i}", _layer_weights(layer, ENCODER_PARTS))
    if config.norm == "pre":
        weights |= _under("norm", ours.final_norm.state_dict())
    return _filled(twin, weights)


def twin_logits(
    ours: Transformer, source_ids: TokenIds, target_ids: Int[Tensor, "batch target"]
) -> Tensor:
    """The logits of the word after each target position, from torch's layers and our weights.

    No hook point is passed on the way: what a visitor changes does not reach this.

    Args:
        ours: a model for which ``has_twin``.

    Returns:
        (batch, target, vocab), as from ``ours(source_ids, target_ids)`` without any edit.
    """
    config = ours.config
    hidden_source = source_ids == config.source_pad_id  # torch's masks: True = hidden
    target = target_ids.shape[1]
    x = towers_twin(ours)(
        _embedded(ours.encoder.embeddings, source_ids),
        _embedded(ours.decoder.embeddings, target_ids),
        tgt_mask=torch.ones(target, target, dtype=torch.bool).triu(1),
        src_key_padding_mask=hidden_source,
        tgt_key_padding_mask=target_ids == config.target_pad_id,
        memory_key_padding_mask=hidden_source,
    )
    return F.linear(x, ours.w_vocab.weight, ours.w_vocab.bias)


def _embedded(ours: Embeddings | SegmentedEmbeddings, token_ids: TokenIds) -> Tensor:
    tokens = F.embedding(token_ids, ours.table.weight) * ours.scale
    return tokens + ours.encoding(0, token_ids.shape[1])


def _final_norm(config: TransformerConfig) -> nn.LayerNorm | None:
    # The paper has no norm after the last Add & Norm.
    if config.norm == "post":
        return None
    return nn.LayerNorm(config.d_model, config.layer_norm_eps, device=EMPTY)


def _choices(config: TransformerConfig) -> LayerChoices:
    return {
        "d_model": config.d_model,
        "nhead": config.n_heads,
        "dim_feedforward": config.d_ff,
        "dropout": 0.0,
        "activation": config.activation,
        "layer_norm_eps": config.layer_norm_eps,
        "batch_first": True,
        "norm_first": config.norm == "pre",
        "device": EMPTY,
    }


def _layer_weights(ours: nn.Module, theirs: Mapping[str, str]) -> dict[str, Tensor]:
    weights = ours.state_dict()
    found: dict[str, Tensor] = {}
    for our_path, their_path in theirs.items():
        part = _inside(our_path, weights)
        found |= _under(their_path, _attention_weights(part) if "w_q.weight" in part else part)
    return found


def _attention_weights(weights: Mapping[str, Tensor]) -> dict[str, Tensor]:
    return {
        **{
            f"in_proj_{kind}": torch.cat([weights[f"{w}.{kind}"] for w in ("w_q", "w_k", "w_v")])
            for kind in ("weight", "bias")
        },
        **_under("out_proj", _inside("w_o", weights)),
    }


def _inside(path: str, weights: Mapping[str, Tensor]) -> dict[str, Tensor]:
    start = f"{path}."
    return {key.removeprefix(start): x for key, x in weights.items() if key.startswith(start)}


def _under(path: str, weights: Mapping[str, Tensor]) -> dict[str, Tensor]:
    return {f"{path}.{key}": x for key, x in weights.items()}


def _filled(twin: Twin, weights: dict[str, Tensor]) -> Twin:
    """``twin`` with these very weights, not copies; none may be missing or left over."""
    twin.requires_grad_(False).load_state_dict(weights, assign=True)
    return twin
