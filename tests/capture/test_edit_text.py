"""Edits in a link."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import transformer_viz as tv
from tests.helpers import many, without_type_checks
from transformer_viz.capture.edit_text import KINDS, MAX_EDITS, edits_to_text, text_to_edits
from transformer_viz.capture.edits import Edit
from transformer_viz.errors import InputError

SITE = "decoder.layers.*.cross_attention"
EVERY_KIND = [
    tv.BlockAttention(SITE, 1, None, head=2),
    tv.AllowAttention(SITE, (0, 3), 2),
    tv.MaskPattern(SITE, "window", 2, head=0),
    tv.MaskFill(SITE, -10000.0),
    tv.HeadOff(SITE, 1, "mean"),
    tv.OnlyHead(SITE, 1),
    tv.ScalingOff(SITE),
    tv.Temperature(SITE, 0.25),
    tv.SubLayerOff("encoder.layers.0.feed_forward"),
    tv.ResidualOff("encoder.layers.0.feed_forward"),
    tv.NormOff("encoder.layers.0.feed_forward"),
    tv.PositionsOff("encoder"),
    tv.PositionsShuffled("decoder", 7),
    tv.PadSource(3),
    tv.ForceWord(2, 99),
    tv.Patch("encoder.layers.0.feed_forward_norm.output", "A~b!c & ü=%7E.", position=1),
]


def test_every_kind_of_edit_is_tried_here() -> None:
    assert [type(edit).__name__ for edit in EVERY_KIND] == list(KINDS)


@pytest.mark.parametrize("edit", EVERY_KIND, ids=lambda edit: type(edit).__name__)
def test_an_edit_survives_the_link_and_is_told_in_one_line(edit: Edit) -> None:
    assert text_to_edits(edits_to_text([edit])) == (edit,)
    assert "\n" not in str(edit)
    assert str(edit) != repr(edit)
    assert isinstance(edit, Edit)


def test_their_order_is_kept() -> None:
    assert text_to_edits(edits_to_text(EVERY_KIND)) == tuple(EVERY_KIND)
    assert text_to_edits("") == ()


@pytest.mark.parametrize(
    "text",
    [
        "HeadOff",
        "HeadOff~a",
        "HeadOff~a~x~zero",
        "HeadOff~a~-1~zero",
        "HeadOff~a~1~zero~extra",
        "__import__~os",
        "BlockAttention~a~1-~2~",
        "BlockAttention~a~²~2~",
        "Temperature~a~nan~",
        "Temperature~a~1e999~",
        "!",
        "<script>~x",
        "PadSource~99999999999999999999",
    ],
)
def test_what_is_no_edit_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="could not be read"):
        text_to_edits(text)


def test_values_that_an_edit_refuses_are_refused() -> None:
    with without_type_checks(), pytest.raises(InputError, match="zero, mean"):
        text_to_edits("HeadOff~a~1~loud")


@pytest.mark.parametrize("text", ["HeadOff~a~~zero", "OnlyHead~a~"])
def test_an_edit_of_one_head_names_it(text: str) -> None:
    with without_type_checks(), pytest.raises(InputError, match="head =  does not work"):
        text_to_edits(text)


def test_too_many_edits_are_refused_with_both_numbers() -> None:
    text = edits_to_text([tv.PadSource(1)] * (MAX_EDITS + 1))
    with pytest.raises(InputError, match=f"{MAX_EDITS + 1} edits; the limit is {MAX_EDITS}"):
        text_to_edits(text)


@many
@given(st.text(max_size=40))
def test_whatever_is_typed_is_read_or_refused(text: str) -> None:
    try:
        edits = text_to_edits(text)
    except InputError:
        return
    assert text_to_edits(edits_to_text(edits)) == edits


@many
@given(st.text(max_size=30).filter(lambda s: not any("\ud800" <= c <= "\udfff" for c in s)))
def test_any_sentence_survives_in_a_patch(source: str) -> None:
    edit = tv.Patch("logits", source)
    assert text_to_edits(edits_to_text([edit, edit])) == (edit, edit)
