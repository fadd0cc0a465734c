"""What the page is told about a run beside the one without its edits: does its pass look ahead?"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import transformer_viz as tv
from transformer_viz.session.running import Run, run_settings
from transformer_viz.wire.link import examples_of
from transformer_viz.wire.payload import shown_for_page

SELF = "decoder.layers.*.self_attention"
MASK_OFF = tv.MaskPattern(SELF, "everything")
HEAD_OFF = tv.HeadOff("decoder.layers.0.self_attention", 1)


def told(settings: tv.Settings) -> bool:
    sent: Any = shown_for_page(run_settings(settings), settings)
    return sent["comparison"]["ahead"]


def predicts_other_words(run: Run) -> bool:
    """Word by word: is what the recorded pass finds most probable another word than was written?"""
    logits = run.trace["logits"][0].tolist()
    best = [row.index(max(row)) for row in logits]
    ids = [piece.id for piece in run.target_pieces]
    return any(best[at - 1] != ids[at] for at in range(run.given, len(ids)))


@pytest.mark.parametrize("model", ["en-fr", "en-causal"])
def test_with_the_causal_mask_off_the_page_is_told_when_the_pass_predicts_other_words(
    model: str,
) -> None:
    seen = set()
    for text in examples_of(model):
        settings = tv.Settings(model, text, edits=(MASK_OFF,))
        expected = predicts_other_words(run_settings(settings))
        seen.add(expected)
        if expected:  # what follows the last written word may differ all the same
            assert told(settings)
    assert True in seen  # else these sentences prove nothing


@pytest.mark.parametrize(
    "changes",
    [
        {"edits": (HEAD_OFF,)},
        {"edits": (MASK_OFF,), "target": "Le chat."},
        {"edits": (MASK_OFF,), "method": tv.Sampling(seed=1)},
        {"edits": (MASK_OFF, tv.ForceWord(1, 300))},
    ],
    ids=["the mask is there", "nothing was written", "drawn at random", "a word was forced"],
)
def test_where_other_words_have_another_reason_nothing_is_said(changes: dict[str, Any]) -> None:
    settings = tv.Settings("en-fr", examples_of("en-fr")[0])
    assert told(replace(settings, edits=(MASK_OFF,)))
    assert told(replace(settings, **changes)) is False
