"""What edits do to a run, held against plain arithmetic."""

import math
from dataclasses import replace
from typing import Any

import pytest
import torch

import transformer_viz as tv
from transformer_viz.checkpoints.catalog import LIBRARY
from transformer_viz.model.stacks import Decoder
from transformer_viz.session.comparing import baseline, compare, divergence, sweep
from transformer_viz.session.running import Runs, Settings, run_settings

CROSS = "decoder.layers.1.cross_attention"
PLAIN = Settings("en-fr", "The black cat sleeps on the red chair.")
OTHER = replace(PLAIN, edits=tuple(tv.HeadOff(CROSS, head) for head in range(4)))


def test_divergence_is_the_sum_of_p_log_p_over_q() -> None:
    before, after = torch.rand(3, 5).softmax(-1), torch.rand(3, 5).softmax(-1)
    for row, (p, q) in enumerate(zip(before.tolist(), after.tolist(), strict=True)):
        expected = sum(a * math.log(a / b) for a, b in zip(p, q, strict=True))
        assert divergence(before, after)[row].item() == pytest.approx(expected, abs=1e-6)


def test_divergence_has_a_direction_and_survives_zeros() -> None:
    sure, unsure = torch.tensor([[1.0, 0.0]]), torch.tensor([[0.5, 0.5]])
    assert divergence(sure, unsure).item() == pytest.approx(math.log(2))
    assert divergence(unsure, sure).item() > 10
    assert divergence(sure, sure).item() == 0


def test_without_an_edit_nothing_differs() -> None:
    run = run_settings(PLAIN)
    comparison = compare(run, run)
    assert comparison.first_difference is None
    assert comparison.common == len(run.target_pieces)
    assert all(step.divergence == 0 for step in comparison.steps)


def test_writing_is_compared_word_by_word() -> None:
    before, after = baseline(OTHER), run_settings(OTHER)
    assert before.output != after.output
    comparison = compare(before, after)
    first = comparison.first_difference
    assert first is not None
    written = [[piece.id for piece in run.next_pieces] for run in (before, after)]
    assert written[0][:first] == written[1][:first]
    assert written[0][first] != written[1][first]
    assert comparison.common == first + 1  # the step that differs still read the same words
    assert len(comparison.steps) == max(map(len, written))


def test_every_step_of_the_original_is_measured_with_both_reading_the_original_words() -> None:
    before, after = baseline(OTHER), run_settings(OTHER)
    assert before.output != after.output
    forced = run_settings(replace(OTHER, target=before.output))  # the words as a given target
    read = [[piece.id for piece in run.target_pieces] for run in (before, forced)]
    assert read[0] == read[1]
    probabilities = [run.trace["probabilities"][0] for run in (before, forced)]
    expected = divergence(*probabilities).tolist()
    steps = compare(before, after).steps
    assert [step.divergence for step in steps[: len(expected)]] == pytest.approx(expected, abs=1e-5)
    best = [step.instead.id for step in steps[: len(expected)] if step.instead]
    assert best == probabilities[1].argmax(-1).tolist()
    assert all(step.divergence is step.instead is None for step in steps[len(expected) :])


def test_the_probabilities_are_those_of_the_tokens_that_were_written() -> None:
    before, after = baseline(OTHER), run_settings(OTHER)
    step = compare(before, after).steps[0]
    for run, token, p in ((before, step.before, step.p_before), (after, step.after, step.p_after)):
        assert token == run.next_pieces[0]
        assert p == run.trace["probabilities"][0, 0, token.id].item()


def test_the_sweep_is_what_switching_each_head_off_does() -> None:
    settings = replace(PLAIN, target="Le chat noir dort sur la chaise rouge.")
    effects = sweep(settings)
    before = run_settings(settings).trace["probabilities"][0]
    for site in ("encoder.layers.0.self_attention", CROSS):
        for head in (0, 3):
            off = replace(settings, edits=(tv.HeadOff(site, head),))
            after = run_settings(off).trace["probabilities"][0]
            expected = divergence(before, after).mean().item()
            assert effects[site][head] == pytest.approx(expected, rel=1e-4)
    assert len(effects) == 6
    assert all(len(of_heads) == 4 for of_heads in effects.values())


def test_the_sweep_stands_on_the_present_edits() -> None:
    off = replace(PLAIN, edits=(tv.HeadOff(CROSS, 1),))
    assert sweep(off)[CROSS][1] == 0  # it is off already
    assert sweep(PLAIN)[CROSS][1] > 0


def test_an_edit_costs_one_decoding_and_one_captured_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """The baseline comes from the cache; with one's own target there is nothing to decode."""
    passes = []
    forward = Decoder.forward

    def counted(self: Decoder, token_ids: torch.Tensor, *others: Any) -> torch.Tensor:
        passes.append(token_ids.shape[1])
        return forward(self, token_ids, *others)

    monkeypatch.setattr(Decoder, "forward", counted)
    runs = Runs(LIBRARY)  # of its own: other tests ran sentences, too
    settings = replace(PLAIN, source="She does not eat the apples.")
    own = replace(settings, target="Elle ne mange pas les pommes.")
    for wanted in (settings, own):
        runs.run(wanted)
    edit = tv.HeadOff(CROSS, 2)
    passes.clear()
    edited = runs.run(replace(settings, edits=(edit,)))
    baseline(replace(settings, edits=(edit,)), runs)
    steps = len(edited.next_pieces)
    assert passes == [1] * steps + [steps]
    passes.clear()
    runs.run(replace(own, edits=(edit,)))
    baseline(replace(own, edits=(edit,)), runs)
    assert len(passes) == 1


def test_edits_that_do_not_fit_are_listed_and_the_others_made() -> None:
    no_place, no_position = tv.HeadOff("decoder.layers.7.x", 0), tv.BlockAttention(CROSS, 99, 0)
    good = tv.HeadOff(CROSS, 1)
    run = run_settings(replace(PLAIN, edits=(no_place, good, no_position)))
    assert [edit for edit, _ in run.unfit] == [no_place, no_position]
    assert "99" in str(run.unfit[1][1])
    alone = run_settings(replace(PLAIN, edits=(good,)))
    assert torch.equal(run.trace["logits"], alone.trace["logits"])


def test_padding_changes_nothing_until_its_mask_is_off() -> None:
    padded = run_settings(replace(PLAIN, edits=(tv.PadSource(3),)))
    plain = run_settings(PLAIN)
    assert padded.source_tokens == [*plain.source_tokens, "<pad>", "<pad>", "<pad>"]
    assert padded.output == plain.output
    torch.testing.assert_close(padded.trace["logits"], plain.trace["logits"], rtol=1e-4, atol=1e-4)
    sites = ("encoder.layers.*.self_attention", "decoder.layers.*.cross_attention")
    unmasked = [tv.MaskPattern(site, "everything") for site in sites]
    seen = run_settings(replace(PLAIN, edits=(tv.PadSource(3), *unmasked)))
    assert seen.trace["encoder.layers.0.self_attention.weights"][0, :, :, -3:].gt(0).all()


def test_a_patch_from_the_same_sentence_changes_nothing() -> None:
    path = "encoder.layers.1.feed_forward_norm.output"
    same = run_settings(replace(PLAIN, edits=(tv.Patch(path, PLAIN.source),)))
    assert torch.equal(same.trace["logits"], run_settings(PLAIN).trace["logits"])


def test_a_patched_encoder_translates_the_other_sentence() -> None:
    path = "encoder.layers.1.feed_forward_norm.output"
    other = "The white cat sleeps on the red chair."
    patched = run_settings(replace(PLAIN, edits=(tv.Patch(path, other),)))
    assert patched.output == run_settings(replace(PLAIN, source=other)).output
