"""What the page is told of an edit's effect, and of words that were drawn."""

from dataclasses import replace

import pytest

import transformer_viz as tv
from tests.helpers import said
from transformer_viz.capture.edits import Edit
from transformer_viz.model.sampling import sampling_probabilities
from transformer_viz.session.running import Settings, run_settings
from transformer_viz.wire.link import read_query
from transformer_viz.wire.model_facts import model_facts
from transformer_viz.wire.payload import shown_for_page

PLAIN = Settings("en-fr", "The black cat sleeps on the red chair.")
BROKEN = replace(PLAIN, edits=(tv.PositionsOff("encoder"),))
CROSS = "decoder.layers.1.cross_attention"


def ids(settings: Settings) -> list[int]:
    return [piece.id for piece in run_settings(settings).target_pieces]


def test_the_difference_reads_the_original_words() -> None:
    assert ids(BROKEN) != ids(PLAIN)
    original = shown_for_page(run_settings(BROKEN), BROKEN)["original"]
    assert original
    forced = read_query(original.partition("?")[2]).settings
    assert forced.edits == BROKEN.edits
    assert ids(forced) == ids(PLAIN)


def test_where_the_words_are_the_same_there_is_nothing_else_to_read() -> None:
    same = replace(PLAIN, target="Le chat dort.", edits=BROKEN.edits)
    assert shown_for_page(run_settings(same), same)["original"] is None
    assert shown_for_page(run_settings(PLAIN), PLAIN)["original"] is None


@pytest.mark.parametrize(
    ("edit", "part"),
    [
        (tv.HeadOff(CROSS, 1), "decoder.layers.*.cross_attention"),
        (tv.BlockAttention(CROSS, None, 1), "decoder.layers.*.cross_attention"),
        (tv.PositionsOff("encoder"), "encoder.embeddings.sum"),
        (tv.ResidualOff(CROSS), "decoder.layers.*.cross_attention_norm"),
        (tv.Patch(f"{CROSS}.q", "I like cats."), "decoder.layers.*.cross_attention"),
    ],
)
def test_an_edit_names_the_box_that_it_changes(edit: Edit, part: str) -> None:
    settings = replace(PLAIN, edits=(edit,))
    (sent,) = shown_for_page(run_settings(settings), settings)["edits"]
    assert sent["parts"] == ([] if sent["problem"] else [part])


def test_of_a_drawn_word_its_probability_is_sent_however_small() -> None:
    method = tv.Sampling(temperature=3.0, seed=0)
    settings = replace(PLAIN, method=method)
    run = run_settings(settings)
    sent = shown_for_page(run, settings)["run"]["drawn"]
    assert sent is not None
    expected = sampling_probabilities(run.trace["logits"][0], method)
    unlikely = 0
    for step, piece in enumerate(run.next_pieces):
        p = expected[step, piece.id].item()
        assert sent[step][str(piece.id)] == pytest.approx(p, rel=1e-5)
        unlikely += piece.id not in run.trace["logits"][0, step].topk(10).indices
    assert unlikely  # else this would show nothing


@pytest.mark.parametrize("name", sorted(tv.catalogue()))
def test_every_model_of_the_list_tells_its_experiments(name: str) -> None:
    model = tv.load(name)
    for one in model_facts(model)["experiments"]:
        assert one["edits"]
        assert (one["side"] is not None) == (one["kind"] == "word")
        if one["kind"] == "word":
            expected = "source" if "encoder" in model.config.towers else "target"
            assert one["side"] == expected
            assert one["edits"][0]["key"] == "@word"


def test_an_edit_of_another_models_block_is_told_in_words() -> None:
    edit = tv.SubLayerOff("decoder.layers.*.cross_attention")
    settings = Settings("en-masked", "The black ___ sleeps.", edits=(edit,))
    (sent,) = shown_for_page(run_settings(settings), settings)["edits"]
    assert sent["problem"]
    for words in (sent["label"], sent["problem"]):
        assert "layers." not in said(words)
