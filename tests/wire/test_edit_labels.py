"""Edits in the words of the page."""

import pytest

import transformer_viz as tv
from tests.capture.test_edit_text import EVERY_KIND
from tests.helpers import said
from transformer_viz.capture.edits import Edit
from transformer_viz.session.running import Run
from transformer_viz.wire.edit_labels import edit_label

CROSS = "decoder.layers.0.cross_attention"


@pytest.fixture(scope="module")
def run() -> Run:
    return tv.run(tv.load("en-fr"), "The cat sleeps.")


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        (tv.BlockAttention(CROSS, 1, 0, head=2), ["layer 1", "head 3", "“Le → chat”", "“The”"]),
        (tv.BlockAttention(CROSS, None, (0, 1)), ["all heads", "every word", "“The” to “cat”"]),
        (tv.AllowAttention(CROSS, 0, 2), ["“<s> → Le” may look at “sleeps”"]),
        (tv.HeadOff("encoder.layers.*.self_attention", 0), ["Encoder", "every layer", "head 1"]),
        (tv.MaskPattern(CROSS, "window", 2), ["2 to each side"]),
        (tv.SubLayerOff("decoder.layers.1.feed_forward"), ["Decoder layer 2 feed forward"]),
        (tv.NormOff("encoder.layers.0.feed_forward"), ["Encoder layer 1 feed forward"]),
        (
            tv.Patch("encoder.layers.0.feed_forward_norm.output", "A dog.", position=1),
            ["Encoder layer 1 feed forward · norm, output", "“cat”"],
        ),
        (tv.Patch("encoder.layers.1.self_attention_add.sum", "A dog."), ["self-attention · add"]),
        (tv.MaskFill("decoder.layers.*.self_attention"), ["Decoder self-attention, every layer"]),
        (tv.Patch(f"{CROSS}.q", "A <b>dog</b>.", position=0), ["A <b>dog</b>.", "“<s>”"]),
    ],
)
def test_labels_count_from_one_and_name_words(run: Run, edit: Edit, says: list[str]) -> None:
    for words in says:
        assert words in said(edit_label(edit, run))


def test_a_forced_word_is_named_by_its_characters(run: Run) -> None:
    chat = run.next_pieces[1]
    label = said(edit_label(tv.ForceWord(1, chat.id), run))
    assert "Step 2" in label
    assert chat.text in label


@pytest.mark.parametrize("edit", EVERY_KIND, ids=lambda edit: type(edit).__name__)
def test_every_edit_has_a_label_even_where_it_does_not_fit(run: Run, edit: Edit) -> None:
    assert "{" not in said(edit_label(edit, run))
    assert said(edit_label(tv.HeadOff("a.layers.x.y", 3), run))
