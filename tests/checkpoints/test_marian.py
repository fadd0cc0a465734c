"""Marian translators in our modules against ``transformers``."""

from __future__ import annotations

import pytest
import torch

from tests.checkpoints.theirs import assert_equal_attention, close, randomised, weights_of
from tests.helpers import random_ids, without_type_checks
from transformer_viz.capture.trace import capture
from transformer_viz.checkpoints.marian import MARIAN
from transformer_viz.errors import InputError
from transformer_viz.model.decoding import Afresh, Cached, greedy

transformers = pytest.importorskip("transformers")

VOCAB, PAD, END = 37, 36, 0


def sizes(d_model: int, n_heads: int, d_ff: int, encoder: int, decoder: int) -> dict[str, object]:
    return {
        "d_model": d_model,
        "encoder_attention_heads": n_heads,
        "decoder_attention_heads": n_heads,
        "encoder_ffn_dim": d_ff,
        "decoder_ffn_dim": d_ff,
        "encoder_layers": encoder,
        "decoder_layers": decoder,
        "max_position_embeddings": 40,
        "activation_function": "swish",
        "scale_embedding": True,
    }


SHAPES = [
    sizes(8, 2, 16, encoder=1, decoder=1),
    sizes(24, 3, 20, encoder=3, decoder=2),
    sizes(32, 8, 64, encoder=1, decoder=3),
    sizes(15, 1, 7, encoder=2, decoder=1),
    sizes(16, 4, 16, 2, 2) | {"scale_embedding": False, "activation_function": "gelu"},
    sizes(16, 4, 16, 1, 1) | {"share_encoder_decoder_embeddings": False, "decoder_vocab_size": 41},
]


def theirs(**settings: object):
    config = transformers.MarianConfig(
        vocab_size=VOCAB,
        pad_token_id=PAD,
        eos_token_id=END,
        decoder_start_token_id=PAD,
        forced_eos_token_id=None,
        attn_implementation="eager",
        **settings,
    )
    reference = randomised(transformers.MarianMTModel(config))
    generator = torch.Generator().manual_seed(1)
    reference.final_logits_bias.normal_(std=0.3, generator=generator)
    return reference


@pytest.mark.parametrize("settings", SHAPES, ids=str)
@pytest.mark.parametrize(("batch", "source", "target"), [(1, 1, 1), (2, 7, 4), (3, 4, 9)])
def test_logits_and_every_attention_map_equal_theirs(
    settings: dict[str, object], batch: int, source: int, target: int
) -> None:
    reference = theirs(**settings)
    ours = MARIAN.build(reference.config.to_dict(), weights_of(reference))
    source_ids = random_ids(29, batch, source)
    source_ids[-1, (source + 1) // 2 :] = PAD
    target_ids = random_ids(29, batch, target, seed=1)
    target_ids[:, 0] = PAD  # it starts every sentence, and is seen

    expected = reference(
        input_ids=source_ids,
        attention_mask=(source_ids != PAD).long(),
        decoder_input_ids=target_ids,
        output_attentions=True,
    )
    with capture() as trace:
        logits = ours(source_ids, target_ids)

    close(logits, expected.logits)
    assert_equal_attention(trace, "encoder", "self_attention", expected.encoder_attentions)
    assert_equal_attention(trace, "decoder", "self_attention", expected.decoder_attentions)
    assert_equal_attention(trace, "decoder", "cross_attention", expected.cross_attentions)


@pytest.mark.parametrize("steps", [Afresh, Cached])
def test_it_writes_what_theirs_writes(steps: type) -> None:
    reference = theirs(**SHAPES[1])
    ours = MARIAN.build(reference.config.to_dict(), weights_of(reference))
    source_ids = random_ids(VOCAB - 1, 1, 7)
    expected = reference.generate(source_ids, max_new_tokens=12, num_beams=1, do_sample=False)
    start = torch.tensor([[PAD]])
    written = greedy(steps(ours, source_ids), start, end_id=END, pad_id=PAD, max_new_tokens=12)
    assert written.tolist() == expected.tolist()


def test_stored_sinusoids_must_be_the_ones_that_are_computed() -> None:
    reference = theirs(**SHAPES[0])
    settings, weights = reference.config.to_dict(), weights_of(reference)
    path = "model.encoder.embed_positions.weight"
    assert path in weights
    sines, cosines = weights[path].chunk(2, dim=-1)
    weights[path] = torch.stack([sines, cosines], dim=-1).flatten(1)  # the paper's order
    with pytest.raises(InputError, match=r"embed_positions\.weight, but not with the values"):
        MARIAN.build(settings, weights)


def test_a_table_stored_twice_must_be_the_same_twice() -> None:
    reference = theirs(**SHAPES[0])
    weights = weights_of(reference)
    weights["lm_head.weight"][3, 1] += 1
    with pytest.raises(InputError, match=r"stores model\.\S+ twice, with different numbers"):
        MARIAN.build(reference.config.to_dict(), weights)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"normalize_before": True}, "sets normalize_before to true; only false"),
        ({"tie_word_embeddings": False}, "sets tie_word_embeddings to false; only true"),
        ({"decoder_ffn_dim": 17}, r"differ in ffn_dim \(16 and 17\)"),
        ({"decoder_attention_heads": 4}, r"differ in attention_heads \(2 and 4\)"),
        ({"activation_function": "mish"}, "activation_function = mish"),
        ({"d_model": "wide"}, "d_model = wide"),
        ({"d_model": None}, "d_model = None"),
        ({"pad_token_id": None}, "pad_token_id|source_pad_id"),
    ],
)
def test_a_setting_that_cannot_be_shown_is_named(changes: dict[str, object], message: str) -> None:
    reference = theirs(**SHAPES[0])
    settings = reference.config.to_dict() | changes
    with without_type_checks(), pytest.raises(InputError, match=message):
        MARIAN.build(settings, weights_of(reference))
