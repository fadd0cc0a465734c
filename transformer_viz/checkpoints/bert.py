"""BERT encoders (Devlin et al. 2019): masked language models, and encoders of whole sentences.

The latter come without a way back to words. Ours then reads them off the embedding table, for which
it was not trained; ``predicts_words`` tells the two apart.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from transformer_viz.checkpoints.family import Family, Settings, activation, only, setting
from transformer_viz.checkpoints.key_table import Known, LeftOut, Rule, Take, counts_up
from transformer_viz.model.config import TransformerConfig
from transformer_viz.text.tokenizer import TextTokenizer
from transformer_viz.text.vocabulary import parsed
from transformer_viz.text.wordpiece import WordPieceTokenizer

ACTIVATIONS = {"gelu": "gelu", "relu": "relu", "gelu_new": "gelu_tanh", "silu": "swish"}
POOLER = "The pooler sums a text up for classifiers; words are not read off it."
NEXT_SENTENCE = "This part guesses whether one sentence follows another; here there is one text."


def predicts_words(stored: Collection[str]) -> bool:
    """Whether a checkpoint with these weights has a masked language model's head."""
    return any(path.startswith("cls.predictions.") for path in stored)


def configuration(settings: Settings, stored: Collection[str]) -> TransformerConfig:
    """Our configuration for their config.json and the names of their weights.

    Raises:
        InputError: it lacks a setting, or has one that our modules cannot do.
    """
    only(settings, "position_embedding_type", "absolute", "absolute")
    only(settings, "is_decoder", False, False)
    only(settings, "tie_word_embeddings", True, True)
    return TransformerConfig(
        architecture="encoder-only",
        source_vocab_size=setting(settings, "vocab_size"),
        target_vocab_size=0,
        d_model=setting(settings, "hidden_size"),
        n_heads=setting(settings, "num_attention_heads"),
        n_encoder_layers=setting(settings, "num_hidden_layers"),
        n_decoder_layers=0,
        d_ff=setting(settings, "intermediate_size"),
        positions="learned",
        activation=activation(settings, "hidden_act", ACTIVATIONS),
        tied="all",
        scale_embeddings=False,
        n_segments=setting(settings, "type_vocab_size"),
        output_bias=predicts_words(stored),
        output_transform=predicts_words(stored),
        source_pad_id=settings.get("pad_token_id", 0),
        max_len=setting(settings, "max_position_embeddings"),
        layer_norm_eps=settings.get("layer_norm_eps", 1e-12),
    )


LINEAR = {
    "encoder.layer.{i}.attention.self.query": "encoder.layers.{i}.self_attention.w_q",
    "encoder.layer.{i}.attention.self.key": "encoder.layers.{i}.self_attention.w_k",
    "encoder.layer.{i}.attention.self.value": "encoder.layers.{i}.self_attention.w_v",
    "encoder.layer.{i}.attention.output.dense": "encoder.layers.{i}.self_attention.w_o",
    "encoder.layer.{i}.intermediate.dense": "encoder.layers.{i}.feed_forward.w_1",
    "encoder.layer.{i}.output.dense": "encoder.layers.{i}.feed_forward.w_2",
}
NORMS = {
    "embeddings.LayerNorm": "encoder.embeddings.norm",
    "encoder.layer.{i}.attention.output.LayerNorm": "encoder.layers.{i}.self_attention_norm",
    "encoder.layer.{i}.output.LayerNorm": "encoder.layers.{i}.feed_forward_norm",
}
TABLES = {
    "embeddings.word_embeddings.weight": "encoder.embeddings.table.weight",
    "embeddings.position_embeddings.weight": "encoder.embeddings.encoding.table",
    "embeddings.token_type_embeddings.weight": "encoder.embeddings.segment_table.weight",
}


def key_table(config: TransformerConfig) -> list[Rule]:
    """Their keys, ours, and how to reshape; an encoder of sentences has them without ``bert.``."""
    table: list[Rule] = [
        *_norm("cls.predictions.transform.LayerNorm", "transform.norm"),
        Take("cls.predictions.transform.dense.{part}", ("transform.w.{part}",)),
        Take("cls.predictions.decoder.weight", (TABLES["embeddings.word_embeddings.weight"],)),
        Take("cls.predictions.decoder.bias", ("w_vocab.bias",)),
        Take("cls.predictions.bias", ("w_vocab.bias",)),  # the same one, stored twice
        LeftOut("cls.seq_relationship.{part}", NEXT_SENTENCE),
    ]
    for prefix in ("bert.", ""):
        table += [Take(prefix + theirs, (ours,)) for theirs, ours in TABLES.items()]
        for theirs, ours in LINEAR.items():
            table.append(Take(f"{prefix}{theirs}.{{part}}", (f"{ours}.{{part}}",)))
        for theirs, ours in NORMS.items():
            table += _norm(prefix + theirs, ours)
        table.append(Known(prefix + "embeddings.position_ids", counts_up))
        table.append(LeftOut(prefix + "pooler.dense.{part}", POOLER))
    return table


def _norm(theirs: str, ours: str) -> list[Rule]:
    # Checkpoints that came from TensorFlow say gamma and beta.
    return [
        Take(f"{theirs}.{{part}}", (f"{ours}.{{part}}",)),
        Take(f"{theirs}.gamma", (f"{ours}.weight",)),
        Take(f"{theirs}.beta", (f"{ours}.bias",)),
    ]


def tokenizer(files: Mapping[str, bytes]) -> TextTokenizer:
    """WordPiece, from the file of the ``tokenizers`` library or from a list of pieces."""
    if "tokenizer.json" in files:
        return WordPieceTokenizer(files["tokenizer.json"])
    options = parsed(files.get("tokenizer_config.json", b"{}"))
    pieces = files["vocab.txt"].decode("utf-8").splitlines()
    return WordPieceTokenizer.of(pieces, lowercase=bool(options.get("do_lower_case", True)))


LISTS = (("vocab.txt", "tokenizer_config.json"), ("vocab.txt",))
BERT = Family("bert", configuration, key_table, (("tokenizer.json",), *LISTS), tokenizer)
