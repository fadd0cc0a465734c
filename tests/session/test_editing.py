"""Another word at one step, among the edits that are there."""

from __future__ import annotations

import transformer_viz as tv
from transformer_viz.session.editing import edits_with_word
from transformer_viz.session.running import Settings, run_settings

OFF = tv.HeadOff("decoder.layers.1.cross_attention", 2)
SOURCE = "She does not eat the apples."


def test_what_was_forced_later_goes_and_all_else_stays_in_its_order() -> None:
    edits = (tv.ForceWord(0, 10), tv.ForceWord(2, 12), OFF, tv.ForceWord(3, 13))
    settings = Settings("en-fr", SOURCE, edits=edits)
    expected = (tv.ForceWord(0, 10), OFF, tv.ForceWord(2, 99))
    assert edits_with_word(settings, 2, 99) == expected


def test_a_word_before_leaves_nothing_that_was_forced_after() -> None:
    settings = Settings("en-fr", SOURCE, edits=(tv.ForceWord(1, 11), tv.PadSource(1)))
    assert edits_with_word(settings, 0, 99) == (tv.PadSource(1), tv.ForceWord(0, 99))


def test_the_first_edit_of_all() -> None:
    assert edits_with_word(Settings("en-fr", SOURCE), 3, 99) == (tv.ForceWord(3, 99),)


def test_in_a_beam_the_words_before_are_held() -> None:
    settings = Settings("en-fr", SOURCE, edits=(OFF,), method=tv.Beam(width=3))
    before = [piece.id for piece in run_settings(settings).target_pieces[1:3]]
    edits = edits_with_word(settings, 2, 99)
    held = [tv.ForceWord(0, before[0]), tv.ForceWord(1, before[1])]
    assert edits == (OFF, *held, tv.ForceWord(2, 99))
    again = run_settings(Settings("en-fr", SOURCE, edits=edits, method=tv.Beam(width=3)))
    assert [piece.id for piece in again.target_pieces[1:4]] == [*before, 99]


def test_in_a_beam_a_word_that_was_held_gives_way() -> None:
    first = Settings("en-fr", SOURCE, method=tv.Beam(width=3))
    second = Settings("en-fr", SOURCE, edits=edits_with_word(first, 2, 99), method=first.method)
    ids = [piece.id for piece in run_settings(second).target_pieces[1:2]]
    expected = (tv.ForceWord(0, ids[0]), tv.ForceWord(1, 98))
    assert edits_with_word(second, 1, 98) == expected


def test_a_decoder_alone_counts_steps_from_its_prompt() -> None:
    settings = Settings("en-causal", "My sister wants to")
    edits = edits_with_word(settings, 0, 99)
    run = run_settings(Settings("en-causal", "My sister wants to", edits=edits))
    assert run.target_pieces[run.given].id == 99


def test_in_a_beam_a_decoder_alone_holds_what_it_wrote_and_not_its_prompt() -> None:
    beam = tv.Beam(width=2)
    settings = Settings("en-causal", "My sister wants to", method=beam)
    plain = run_settings(settings)
    written = [piece.id for piece in plain.target_pieces[plain.given :]]
    edits = edits_with_word(settings, 2, 99)
    run = run_settings(Settings("en-causal", "My sister wants to", edits=edits, method=beam))
    assert [piece.id for piece in run.target_pieces[run.given :][:3]] == [*written[:2], 99]
