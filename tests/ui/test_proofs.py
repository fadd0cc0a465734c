"""The badges of the page: green on a plain run, red with the reason where an edit breaks one."""

import pytest

import transformer_viz as tv
from transformer_viz.capture.edits import Edit
from transformer_viz.ui.proofs import proofs_for_page

SELF = "decoder.layers.*.self_attention"


def held(*edits: Edit) -> dict[str, object]:
    settings = tv.Settings("en-fr", "I like cats.", edits=edits)
    return {str(proof["name"]): proof["holds"] for proof in proofs_for_page(settings)}


def test_a_plain_run_keeps_every_promise() -> None:
    assert held() == {"rows": True, "leak": True, "cached": True, "torch": True}


@pytest.mark.parametrize(
    ("edit", "broken"),
    [
        (tv.MaskPattern(SELF, "future"), ["leak", "cached", "torch"]),
        (tv.HeadOff("decoder.layers.1.cross_attention", 1), ["torch"]),
        (tv.ForceWord(1, 300), []),
        (tv.PadSource(2), []),
    ],
    ids=["future", "head off", "another word", "padding"],
)
def test_an_edit_turns_those_red_that_it_breaks(edit: Edit, broken: list[str]) -> None:
    assert [name for name, holds in held(edit).items() if not holds] == broken


def test_with_the_causal_mask_off_the_badge_shows_the_leak() -> None:
    settings = tv.Settings("en-fr", "I like cats.", edits=(tv.MaskPattern(SELF, "future"),))
    (leak,) = [proof for proof in proofs_for_page(settings) if proof["name"] == "leak"]
    assert "The future leaks: changing the word at position" in str(leak["text"])


def test_an_edit_that_does_not_fit_breaks_nothing() -> None:
    assert all(held(tv.HeadOff("decoder.layers.9.cross_attention", 0)).values())
