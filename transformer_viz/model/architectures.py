"""Which towers stand: the paper's two, the reader alone, or the writer alone."""

from __future__ import annotations

from transformer_viz.model.config import TransformerConfig
from transformer_viz.model.decoder_only import DecoderOnly
from transformer_viz.model.encoder_only import EncoderOnly
from transformer_viz.model.transformer import Transformer

Model = Transformer | EncoderOnly | DecoderOnly

ARCHITECTURES: dict[str, type[Transformer] | type[EncoderOnly] | type[DecoderOnly]] = {
    "encoder-decoder": Transformer,
    "encoder-only": EncoderOnly,
    "decoder-only": DecoderOnly,
}


def build_model(config: TransformerConfig) -> Model:
    """The model that ``config`` describes, with random weights; in train mode, as torch's are."""
    return ARCHITECTURES[config.architecture](config)
