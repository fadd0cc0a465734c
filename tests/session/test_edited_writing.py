"""Writing under an edit: with the cache wherever nothing that is written later reaches back."""

from __future__ import annotations

from functools import cache

import pytest
import torch
from torch import Tensor

import transformer_viz as tv
from transformer_viz.capture.edit_text import KINDS
from transformer_viz.capture.edits import Edit, changes_of
from transformer_viz.capture.trace import edited
from transformer_viz.model.decoder_only import DecoderOnly
from transformer_viz.model.decoding import (
    Afresh,
    Cached,
    ContinuedAfresh,
    ContinuedCached,
)
from transformer_viz.session import running

READING = "encoder.layers.*.self_attention"
SELF = "decoder.layers.*.self_attention"
CROSS = "decoder.layers.*.cross_attention"
OTHER = "The black cat sleeps on the red chair."
FORWARD = [  # what is written later changes nothing that was computed before
    tv.BlockAttention(READING, 1, (0, 2)),
    tv.BlockAttention(SELF, (2, 4), 0),
    tv.BlockAttention(SELF, 3, None, head=1),
    tv.BlockAttention(CROSS, 2, None),
    tv.BlockAttention(CROSS, None, 1),
    tv.AllowAttention(READING, 0, None),
    tv.AllowAttention(SELF, 3, (0, 2)),
    tv.AllowAttention(CROSS, 1, 2),
    *(tv.MaskPattern(READING, pattern, 2) for pattern in ("everything", "causal", "future")),
    *(tv.MaskPattern(SELF, pattern, 1) for pattern in ("causal", "window", "prefix", "itself")),
    *(tv.MaskPattern(CROSS, pattern, 1) for pattern in ("everything", "window", "itself")),
    tv.MaskPattern(SELF, "window", 2, head=1),
    tv.MaskFill(READING, -5.0),
    tv.MaskFill(CROSS, -5.0),
    tv.HeadOff(READING, 0, "mean"),
    tv.HeadOff(SELF, 1),
    tv.HeadOff(CROSS, 0),
    tv.OnlyHead(CROSS, 2),
    tv.ScalingOff(SELF),
    tv.Temperature(CROSS, 3.0),
    tv.SubLayerOff("decoder.layers.0.self_attention"),
    tv.ResidualOff("decoder.layers.1.feed_forward"),
    tv.NormOff("decoder.layers.0.cross_attention"),
    tv.PositionsOff("encoder"),
    tv.PositionsOff("decoder"),
    tv.PositionsShuffled("encoder", 3),
    tv.PadSource(3),
    tv.ForceWord(1, 99),
    tv.Patch("encoder.layers.1.feed_forward_norm.output", OTHER, position=2),
    tv.Patch("decoder.embeddings.sum", OTHER, position=1),
    tv.Patch("decoder.layers.0.self_attention.k", OTHER),
    tv.Patch("decoder.layers.1.self_attention.weights", OTHER, head=1),
    tv.Patch("decoder.layers.0.cross_attention.v", OTHER),
    tv.Patch("decoder.layers.1.cross_attention.context", OTHER, position=3, head=2),
    tv.Patch("logits", OTHER, position=2),
]
BACK = [  # and here it does
    tv.AllowAttention(SELF, 0, None),
    tv.AllowAttention(SELF, (1, 3), 3),
    *(tv.MaskPattern(SELF, pattern, 3) for pattern in ("everything", "future", "prefix")),
    tv.MaskFill(SELF, -1.0),
    tv.HeadOff(SELF, 1, "mean"),
    tv.HeadOff(CROSS, 1, "mean"),
    tv.PositionsShuffled("decoder", 3),
]
CONTINUED = [  # the same for a decoder that stands alone, after a prompt
    tv.BlockAttention(SELF, (2, 5), 0),
    tv.BlockAttention(SELF, 6, None, head=1),
    tv.MaskPattern(SELF, "window", 2),
    tv.MaskPattern(SELF, "causal"),
    tv.HeadOff(SELF, 1),
    tv.NormOff("decoder.layers.0.self_attention"),
    tv.PositionsOff("decoder"),
    tv.Patch("decoder.layers.0.self_attention.k", OTHER, position=6),
    tv.Patch("logits", OTHER),
]
SENTENCES = ("I like cats.", "My sister wants to read a book in the garden.")
PROMPT = "My sister wants to"
STEPS = 7


def test_every_kind_of_edit_is_tried_here() -> None:
    assert {type(edit).__name__ for edit in (*FORWARD, *BACK)} == set(KINDS)
    assert not [edit for edit in (*FORWARD, *CONTINUED) if edit.reaches_back()]
    assert not [edit for edit in BACK if not edit.reaches_back()]


@pytest.mark.parametrize("sentence", SENTENCES)
@pytest.mark.parametrize("edit", FORWARD, ids=str)
def test_with_the_cache_the_same_words_with_the_same_logits(edit: Edit, sentence: str) -> None:
    cached, afresh = both_ways("en-fr", sentence, edit)
    assert torch.equal(cached.argmax(-1), afresh.argmax(-1))
    torch.testing.assert_close(cached, afresh, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("edit", CONTINUED, ids=str)
def test_a_continuation_has_the_same_logits_with_the_cache(edit: Edit) -> None:
    cached, afresh = both_ways("en-causal", PROMPT, edit)
    torch.testing.assert_close(cached, afresh, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("edit", BACK, ids=str)
def test_where_it_reaches_back_a_cache_would_be_wrong(edit: Edit) -> None:
    cached, afresh = both_ways("en-fr", SENTENCES[1], edit)
    assert (cached - afresh).abs().max() > 1e-3


@torch.inference_mode()
def both_ways(name: str, sentence: str, edit: Edit) -> tuple[Tensor, Tensor]:
    """The logits of every step, with the cache and afresh: (step, vocab), in nats."""
    model, plain = tv.load(name), unedited(name, sentence)
    transformer, text = model.transformer, plain.inputs[-1][:, : plain.given]
    changes = changes_of([edit], transformer, lambda other: unedited(name, other).trace)
    found = []
    with edited(changes):
        if isinstance(transformer, DecoderOnly):
            cached, afresh = ContinuedCached(transformer), ContinuedAfresh(transformer)
        else:
            cached, afresh = (way(transformer, plain.inputs[0]) for way in (Cached, Afresh))
        for _ in range(STEPS):
            found.append((cached(text)[0], afresh(text)[0]))
            text = torch.cat([text, found[-1][1].argmax()[None, None]], dim=1)
    with_cache, without = zip(*found, strict=True)
    return torch.stack(with_cache), torch.stack(without)


@cache
def unedited(name: str, sentence: str) -> tv.Run:
    return tv.run(tv.load(name), sentence)


@pytest.mark.parametrize(
    ("edit", "with_cache"),
    [
        (tv.HeadOff(CROSS, 0), True),
        (tv.BlockAttention(SELF, 3, (0, 2)), True),
        (tv.PositionsOff("encoder"), True),
        (tv.ForceWord(1, 99), True),
        (BACK[0], False),
        (tv.HeadOff(SELF, 1, "mean"), False),
    ],
    ids=str,
)
def test_a_run_computes_only_the_newest_position_where_it_can(
    edit: Edit, with_cache: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    model, lengths = tv.load("en-fr"), []
    handle = model.transformer.decoder.embeddings.register_forward_hook(
        lambda _, __, x: lengths.append(x.shape[1])
    )
    run = tv.run(model, SENTENCES[0], edits=[edit])
    handle.remove()
    steps = lengths[:-1]  # the last is the recorded pass
    assert lengths[-1] == len(run.target_pieces) > 2
    assert steps == ([1] * len(steps) if with_cache else list(range(1, len(steps) + 1)))

    monkeypatch.setattr(running, "Cached", Afresh)
    assert tv.run(model, SENTENCES[0], edits=[edit]).target_pieces == run.target_pieces
