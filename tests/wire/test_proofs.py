"""The badges of the page: green on a plain run, red with the reason where an edit breaks one."""

import re

import pytest

import transformer_viz as tv
from tests.helpers import said
from transformer_viz.capture.edits import Edit
from transformer_viz.session.running import run_settings
from transformer_viz.wire.pictures import position_labels
from transformer_viz.wire.proofs import proofs_for_page

SELF = "decoder.layers.*.self_attention"


def badges(*edits: Edit) -> list[dict[str, object]]:
    return proofs_for_page(run_settings(tv.Settings("en-fr", "I like cats.", edits=edits)))


def held(*edits: Edit) -> dict[str, object]:
    return {str(badge["name"]): badge["holds"] for badge in badges(*edits)}


def told(name: str, *edits: Edit) -> str:
    (claim,) = [badge["words"] for badge in badges(*edits) if badge["name"] == name]
    return said(claim)


def test_a_plain_run_keeps_every_promise() -> None:
    assert held() == {"rows": True, "leak": True, "cached": True, "torch": True}


@pytest.mark.parametrize(
    ("edit", "broken"),
    [
        (tv.MaskPattern(SELF, "future"), ["leak", "cached"]),
        (tv.HeadOff("decoder.layers.1.cross_attention", 1), []),
        (tv.ForceWord(1, 300), []),
        (tv.PadSource(2), []),
    ],
    ids=["future", "head off", "another word", "padding"],
)
def test_an_edit_turns_those_red_that_it_breaks(edit: Edit, broken: list[str]) -> None:
    assert [name for name, holds in held(edit).items() if holds is False] == broken


@pytest.mark.parametrize(
    ("edit", "comparable"),
    [(tv.HeadOff("decoder.layers.1.cross_attention", 1), None), (tv.PadSource(2), True)],
    ids=["head off", "padding"],
)
def test_torch_is_no_judge_of_what_was_changed(edit: Edit, comparable: bool | None) -> None:
    assert held(edit)["torch"] is comparable
    if comparable is None:
        assert "work without your changes" in told("torch", edit)


def test_with_the_causal_mask_off_the_badge_shows_the_leak() -> None:
    """It names two words of the target, the changed one after the one that it reaches."""
    text = told("leak", tv.MaskPattern(SELF, "future"))
    found = re.match("The future leaks: changing “(.+)” changes the logits at “(.+)”,", text)
    assert found
    run = tv.run(tv.load("en-fr"), "I like cats.", edits=[tv.MaskPattern(SELF, "future")])
    words = position_labels(run, "target")
    assert words.index(found[1]) > words.index(found[2])


def test_an_edit_that_does_not_fit_breaks_nothing() -> None:
    assert all(held(tv.HeadOff("decoder.layers.9.cross_attention", 0)).values())
