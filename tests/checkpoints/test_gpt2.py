"""GPT-2 in our modules against ``transformers``."""

from __future__ import annotations

import pytest
import torch

from tests.checkpoints.theirs import (
    assert_equal_attention,
    close,
    randomised,
    weights_of,
)
from tests.helpers import random_ids, without_type_checks
from transformer_viz.capture.trace import capture
from transformer_viz.checkpoints.gpt2 import GPT2
from transformer_viz.errors import InputError

transformers = pytest.importorskip("transformers")

NO_SPECIALS = {"bos_token_id": None, "eos_token_id": None}  # theirs are beyond a small vocabulary
SHAPES = [
    {"n_embd": 8, "n_head": 2, "n_layer": 1, "n_positions": 16},
    {"n_embd": 24, "n_head": 3, "n_layer": 3, "n_positions": 40, "n_inner": 20},
    {"n_embd": 15, "n_head": 1, "n_layer": 2, "activation_function": "gelu"},
    {"n_embd": 32, "n_head": 8, "n_layer": 2, "layer_norm_epsilon": 1e-3},
    {"n_embd": 16, "n_head": 4, "n_layer": 2, "tie_word_embeddings": False},
]


def theirs(**sizes: object):
    config = transformers.GPT2Config(
        vocab_size=37, attn_implementation="eager", **NO_SPECIALS, **sizes
    )
    return randomised(transformers.GPT2LMHeadModel(config))


@pytest.mark.parametrize("sizes", SHAPES, ids=str)
@pytest.mark.parametrize(("batch", "length"), [(1, 1), (2, 9)])
def test_logits_and_every_attention_map_equal_theirs(
    sizes: dict[str, object], batch: int, length: int
) -> None:
    reference = theirs(**sizes)
    ours = GPT2.build(reference.config.to_dict(), weights_of(reference))
    token_ids = random_ids(37, batch, length)

    expected = reference(token_ids, output_attentions=True)
    with capture() as trace:
        logits = ours(token_ids)

    close(logits, expected.logits)
    assert_equal_attention(trace, "decoder", "self_attention", expected.attentions)


def test_padding_at_the_end_changes_nothing_before_it() -> None:
    reference = theirs(**SHAPES[1])
    settings = {**reference.config.to_dict()}
    ours = GPT2.build(settings, weights_of(reference))
    token_ids, real = random_ids(37, 2, 9), torch.ones(2, 9, dtype=torch.bool)
    real[1, 6:] = False
    expected = reference(token_ids, attention_mask=real.long(), output_attentions=True)
    with capture() as trace:
        logits = ours(token_ids)
    close(logits[real], expected.logits[real])
    for layer, theirs_ in enumerate(expected.attentions):
        weights = trace[f"decoder.layers.{layer}.self_attention.weights"]
        close(weights.transpose(1, 2)[real], theirs_.transpose(1, 2)[real])


def test_the_tower_alone_has_the_same_keys_without_their_prefix() -> None:
    reference = theirs(**SHAPES[0])
    weights = weights_of(reference.transformer)
    ours = GPT2.build(reference.config.to_dict(), weights)
    token_ids = random_ids(37, 1, 5)
    close(ours(token_ids), reference(token_ids).logits)


def old_buffers(layer: int) -> dict[str, torch.Tensor]:
    """What checkpoints of GPT-2's first years carry along."""
    return {
        f"transformer.h.{layer}.attn.bias": torch.ones(1, 1, 16, 16).tril(),
        f"transformer.h.{layer}.attn.masked_bias": torch.tensor(-1e4),
    }


def test_the_mask_that_old_checkpoints_store_must_be_the_causal_one() -> None:
    reference = theirs(**SHAPES[0])
    settings, weights = reference.config.to_dict(), weights_of(reference) | old_buffers(0)
    token_ids = random_ids(37, 1, 5)
    close(GPT2.build(settings, weights)(token_ids), reference(token_ids).logits)
    weights["transformer.h.0.attn.bias"] = torch.ones(1, 1, 16, 16)
    with pytest.raises(InputError, match=r"transformer\.h\.0\.attn\.bias, but not with the values"):
        GPT2.build(settings, weights)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"scale_attn_by_inverse_layer_idx": True}, "sets scale_attn_by_inverse_layer_idx to true"),
        ({"add_cross_attention": True}, "sets add_cross_attention to true; only false"),
        ({"activation_function": ["gelu"]}, "activation_function = "),
        ({"n_embd": None}, "n_embd = None"),
        ({"n_embd": "8"}, "n_embd = 8 does not work"),
        ({"n_inner": 2.5}, "d_ff = 2.5"),
    ],
)
def test_a_setting_that_cannot_be_shown_is_named(changes: dict[str, object], message: str) -> None:
    reference = theirs(**SHAPES[0])
    settings = reference.config.to_dict() | changes
    with without_type_checks(), pytest.raises(InputError, match=message):
        GPT2.build(settings, weights_of(reference))
