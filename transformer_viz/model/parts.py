"""From a configuration to parts: what is chosen in the one is made here, and handed to the other.

Another kind of part is a class in a file of its own and a line here. What makes random weights is
made in the order in which it stands in the model, so that a seed means the same weights for ever.
"""

from __future__ import annotations

import math

from torch import nn

from transformer_viz.model.attention import MultiHeadAttention, Place, unplaced
from transformer_viz.model.config import ACTIVATIONS, TransformerConfig
from transformer_viz.model.embeddings import Embeddings, SegmentedEmbeddings
from transformer_viz.model.feed_forward import FeedForward
from transformer_viz.model.layer_norm import Add, LayerNorm
from transformer_viz.model.layers import AROUND, DecoderLayer, EncoderLayer, SubLayer
from transformer_viz.model.positions import POSITIONS
from transformer_viz.model.rms_norm import RMSNorm
from transformer_viz.model.stacks import CausalDecoder, Decoder, Encoder

NORMS = {"layer": LayerNorm, "rms": RMSNorm}
PLACES: dict[str, Place] = {}  # positions that queries and keys are told, not the embeddings


def norm(config: TransformerConfig) -> nn.Module:
    """One more norm."""
    return NORMS[config.norm_kind](config.d_model, config.layer_norm_eps)


def final_norm(config: TransformerConfig) -> nn.Module:
    """Post-norm layers end normalised; a pre-norm stack needs one more norm at its top."""
    return norm(config) if config.norm == "pre" else nn.Identity()


def feed_forward(config: TransformerConfig) -> nn.Module:
    """One more feed-forward network."""
    return FeedForward(config.d_model, config.d_ff, ACTIVATIONS[config.activation])


def attention(config: TransformerConfig, place: Place = unplaced) -> MultiHeadAttention:
    """One more attention block with projections of its own."""
    keys, values = config.n_heads * config.key_width, config.n_heads * config.value_width
    return MultiHeadAttention(
        w_q=nn.Linear(config.d_model, keys),
        w_k=nn.Linear(config.d_model, keys),
        w_v=nn.Linear(config.d_model, values),
        w_o=nn.Linear(values, config.d_model),
        n_heads=config.n_heads,
        place=place,
    )


def self_attention(config: TransformerConfig) -> MultiHeadAttention:
    """Attention within one text, whose queries and keys may be told where they stand."""
    return attention(config, PLACES.get(config.positions, unplaced))


def embeddings(config: TransformerConfig, vocab_size: int) -> Embeddings:
    """Tokens and positions."""
    return Embeddings(
        nn.Embedding(vocab_size, config.d_model),
        POSITIONS[config.positions](config.max_len, config.d_model),
        scale=math.sqrt(config.d_model) if config.scale_embeddings else 1.0,
        dropout=config.dropout,
    )


def segmented_embeddings(config: TransformerConfig, vocab_size: int) -> SegmentedEmbeddings:
    """Tokens, segments and positions."""
    return SegmentedEmbeddings(
        nn.Embedding(vocab_size, config.d_model),
        nn.Embedding(config.n_segments, config.d_model),
        POSITIONS[config.positions](config.max_len, config.d_model),
        norm(config),
        scale=math.sqrt(config.d_model) if config.scale_embeddings else 1.0,
        dropout=config.dropout,
    )


def encoder_layer(config: TransformerConfig) -> EncoderLayer:
    """One floor of a tower that looks at nothing but its own text."""
    return EncoderLayer(
        AROUND[config.norm],
        self_attention=_with_add_and_norm(self_attention(config), config),
        feed_forward=_with_add_and_norm(feed_forward(config), config),
    )


def decoder_layer(config: TransformerConfig) -> DecoderLayer:
    """One floor of a tower that looks across at another one."""
    return DecoderLayer(
        AROUND[config.norm],
        self_attention=_with_add_and_norm(self_attention(config), config),
        cross_attention=_with_add_and_norm(attention(config), config),
        feed_forward=_with_add_and_norm(feed_forward(config), config),
    )


def encoder(config: TransformerConfig) -> Encoder:
    """The left tower."""
    embedded = segmented_embeddings if config.n_segments else embeddings
    return Encoder(
        embedded(config, config.source_vocab_size),
        [encoder_layer(config) for _ in range(config.n_encoder_layers)],
        final_norm(config),
    )


def decoder(config: TransformerConfig) -> Decoder:
    """The right tower."""
    return Decoder(
        embeddings(config, config.target_vocab_size),
        [decoder_layer(config) for _ in range(config.n_decoder_layers)],
        final_norm(config),
    )


def causal_decoder(config: TransformerConfig) -> CausalDecoder:
    """The right tower where it stands alone: there is nobody to look across at."""
    return CausalDecoder(
        embeddings(config, config.target_vocab_size),
        [encoder_layer(config) for _ in range(config.n_decoder_layers)],
        final_norm(config),
    )


def _with_add_and_norm(block: nn.Module, config: TransformerConfig) -> SubLayer:
    return SubLayer(block, Add(config.dropout), norm(config))
