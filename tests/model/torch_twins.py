"""torch's own layers carrying our weights: the independent source of expected values."""

from __future__ import annotations

import torch
from torch import nn

from transformer_viz.model.attention import MultiHeadAttention
from transformer_viz.model.config import TransformerConfig
from transformer_viz.model.stacks import CausalDecoder, Encoder
from transformer_viz.model.transformer import Transformer


def attention_twin(ours: MultiHeadAttention) -> nn.MultiheadAttention:
    twin = nn.MultiheadAttention(ours.w_q.in_features, ours.n_heads, batch_first=True)
    _copy_attention(ours, twin)
    return twin.eval()


def encoder_layer_twin(ours: nn.Module, config: TransformerConfig) -> nn.TransformerEncoderLayer:
    twin = nn.TransformerEncoderLayer(
        config.d_model,
        config.n_heads,
        config.d_ff,
        dropout=0.0,
        activation=config.activation,
        layer_norm_eps=config.layer_norm_eps,
        batch_first=True,
        norm_first=config.norm == "pre",
    )
    _copy_encoder_layer(ours, twin)
    return twin.eval()


def decoder_layer_twin(ours: nn.Module, config: TransformerConfig) -> nn.TransformerDecoderLayer:
    twin = nn.TransformerDecoderLayer(
        config.d_model,
        config.n_heads,
        config.d_ff,
        dropout=0.0,
        activation=config.activation,
        layer_norm_eps=config.layer_norm_eps,
        batch_first=True,
        norm_first=config.norm == "pre",
    )
    _copy_decoder_layer(ours, twin)
    return twin.eval()


def towers_twin(ours: Transformer) -> nn.Transformer:
    """Both towers; torch's has no embeddings and no way back to words."""
    config = ours.config
    twin = nn.Transformer(
        config.d_model,
        config.n_heads,
        config.n_encoder_layers,
        config.n_decoder_layers,
        config.d_ff,
        dropout=0.0,
        activation=config.activation,
        layer_norm_eps=config.layer_norm_eps,
        batch_first=True,
        norm_first=config.norm == "pre",
    )
    for layer, theirs in zip(ours.encoder.layers, twin.encoder.layers, strict=True):
        _copy_encoder_layer(layer, theirs)
    for layer, theirs in zip(ours.decoder.layers, twin.decoder.layers, strict=True):
        _copy_decoder_layer(layer, theirs)
    if config.norm == "pre":
        _copy(ours.encoder.final_norm, twin.encoder.norm)
        _copy(ours.decoder.final_norm, twin.decoder.norm)
    else:  # the paper has no norm after the last Add & Norm; torch's default adds one
        twin.encoder.norm = twin.decoder.norm = None
    return twin.eval()


def tower_twin(ours: Encoder | CausalDecoder, config: TransformerConfig) -> nn.TransformerEncoder:
    """One tower without cross-attention; torch calls it an encoder, with a causal mask or not."""
    twin = nn.TransformerEncoder(
        encoder_layer_twin(ours.layers[0], config),
        len(ours.layers),
        norm=nn.LayerNorm(config.d_model, config.layer_norm_eps) if config.norm == "pre" else None,
        enable_nested_tensor=False,
    )
    for layer, theirs in zip(ours.layers, twin.layers, strict=True):
        _copy_encoder_layer(layer, theirs)
    if config.norm == "pre":
        _copy(ours.final_norm, twin.norm)
    return twin.eval()


def _copy_encoder_layer(ours: nn.Module, theirs: nn.Module) -> None:
    _copy_attention(ours.self_attention, theirs.self_attn)
    _copy(ours.self_attention_norm, theirs.norm1)
    _copy(ours.feed_forward.w_1, theirs.linear1)
    _copy(ours.feed_forward.w_2, theirs.linear2)
    _copy(ours.feed_forward_norm, theirs.norm2)


def _copy_decoder_layer(ours: nn.Module, theirs: nn.Module) -> None:
    _copy_attention(ours.self_attention, theirs.self_attn)
    _copy(ours.self_attention_norm, theirs.norm1)
    _copy_attention(ours.cross_attention, theirs.multihead_attn)
    _copy(ours.cross_attention_norm, theirs.norm2)
    _copy(ours.feed_forward.w_1, theirs.linear1)
    _copy(ours.feed_forward.w_2, theirs.linear2)
    _copy(ours.feed_forward_norm, theirs.norm3)


@torch.no_grad()
def _copy_attention(ours: MultiHeadAttention, theirs: nn.MultiheadAttention) -> None:
    projections = (ours.w_q, ours.w_k, ours.w_v)
    theirs.in_proj_weight.copy_(torch.cat([w.weight for w in projections]))
    theirs.in_proj_bias.copy_(torch.cat([w.bias for w in projections]))
    _copy(ours.w_o, theirs.out_proj)


def _copy(ours: nn.Module, theirs: nn.Module) -> None:
    theirs.load_state_dict(ours.state_dict())  # both say "weight" and "bias"
