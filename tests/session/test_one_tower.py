"""Runs of models that have one tower, with random weights: what they read, write and record."""

from __future__ import annotations

import pytest
import torch

import transformer_viz as tv
from tests.helpers import (
    KNOWN_CHARACTERS,
    SENTENCES,
    small_decoder_only,
    small_encoder_only,
    tiny_tokenizer,
)
from transformer_viz.model.hooks import hook_paths
from transformer_viz.session.comparing import compare
from transformer_viz.text.tokenizer import END, START, train_tokenizer


@pytest.fixture(scope="module")
def reader() -> tv.LoadedModel:
    tokenizer = train_tokenizer(SENTENCES, 120, KNOWN_CHARACTERS, blanks=True)
    transformer = small_encoder_only(source_vocab_size=tokenizer.vocab_size, n_encoder_layers=2)
    words = ("the", "cat", "likes", "house")
    return tv.LoadedModel("reader", transformer, tokenizer, words, {"source_language": "en"})


@pytest.fixture(scope="module")
def writer() -> tv.LoadedModel:
    tokenizer = tiny_tokenizer()
    transformer = small_decoder_only(target_vocab_size=tokenizer.vocab_size, n_decoder_layers=2)
    words = ("the", "cat", "likes", "house")
    return tv.LoadedModel("writer", transformer, tokenizer, words, {"source_language": "en"})


def ids(pieces) -> list[int]:
    return [piece.id for piece in pieces]


# An encoder alone


def test_a_reader_has_source_positions_only(reader: tv.LoadedModel) -> None:
    run = tv.run(reader, "The cat ___ the house.")
    assert run.target_tokens == []
    assert run.given == 0
    assert run.source_tokens[-1] == "</s>"
    assert run.source_tokens.count("[MASK]") == 1
    n = len(run.source_tokens)
    assert run.trace["encoder.layers.1.self_attention.weights"].shape == (1, 2, n, n)
    assert run.trace["probabilities"].shape == (1, n, reader.tokenizer.vocab_size)
    assert set(run.trace) == set(hook_paths(reader.transformer))


def test_its_best_guesses_stand_at_their_positions_and_fill_the_blanks(
    reader: tv.LoadedModel,
) -> None:
    run = tv.run(reader, "The ___ likes the ___.")
    best = [row.index(max(row)) for row in run.trace["logits"][0].tolist()]
    assert ids(run.next_pieces) == best
    blanks = [i for i, piece in enumerate(run.source_pieces) if piece.text == "[MASK]"]
    assert len(blanks) == 2
    filled = [best[i] if i in blanks else piece.id for i, piece in enumerate(run.source_pieces)]
    assert run.output == reader.tokenizer.decode(filled)
    assert "[MASK]" not in run.output


def test_a_blank_is_no_strange_word(reader: tv.LoadedModel) -> None:
    keys = [note.key for note in tv.run(reader, "The [MASK] likes ___ cat.").source.notes]
    assert keys == ["notes.blank"]


def test_shouting_leaves_the_blank_a_blank(reader: tv.LoadedModel) -> None:
    run = tv.run(reader, "THE [MASK] LIKES THE CAT.")
    assert run.source.text == "The [MASK] likes the cat."


def test_without_a_blank_a_reader_says_how_to_type_one(reader: tv.LoadedModel) -> None:
    run = tv.run(reader, "The cat likes the house.")
    assert "notes.no_blank" in [note.key for note in run.source.notes]
    assert run.output == "The cat likes the house."


def test_a_reader_has_no_target_to_follow(reader: tv.LoadedModel) -> None:
    with pytest.raises(tv.InputError, match="no decoder"):
        tv.run(reader, "The cat ___.", target="chat")


# A decoder alone


def test_a_writer_has_one_text_of_prompt_and_continuation(writer: tv.LoadedModel) -> None:
    run = tv.run(writer, "The cat")
    prompt = [START, *writer.tokenizer.ids("The cat")]
    assert run.source_tokens == []
    assert ids(run.target_pieces)[: run.given] == prompt
    assert run.given == len(prompt) < len(run.target_tokens)
    assert run.source.text == "The cat"
    assert run.output == writer.tokenizer.decode(ids(run.target_pieces)[run.given :])
    n = len(run.target_tokens)
    assert run.trace["decoder.layers.1.self_attention.weights"].shape == (1, 2, n, n)
    assert set(run.trace) == set(hook_paths(writer.transformer))


def test_what_it_writes_is_the_best_word_of_the_recorded_pass(writer: tv.LoadedModel) -> None:
    run = tv.run(writer, "The cat")
    best = run.trace["logits"][0].argmax(-1).tolist()
    assert best[run.given - 1 :] == ids(run.next_pieces)[run.given - 1 :]
    assert ids(run.next_pieces[:-1]) == ids(run.target_pieces[1:])


def test_the_trace_is_the_plain_pass_over_the_whole_text(writer: tv.LoadedModel) -> None:
    run = tv.run(writer, "The cat")
    logits = writer.transformer(torch.tensor([ids(run.target_pieces)]))
    torch.testing.assert_close(run.trace["logits"], logits)


def test_a_given_continuation_is_followed(writer: tv.LoadedModel) -> None:
    run = tv.run(writer, "The cat", target="likes the house.")
    expected = [
        START,
        *writer.tokenizer.ids("The cat"),
        *writer.tokenizer.ids("likes the house."),
    ]
    assert ids(run.target_pieces) == expected
    assert (run.output, run.written) == ("likes the house.", False)
    assert run.next_pieces[-1].id == END


@pytest.mark.parametrize(("words", "fits"), [(2, True), (30, False)])
def test_prompt_and_continuation_share_the_positions(
    writer: tv.LoadedModel, words: int, fits: bool
) -> None:
    assert writer.config.max_len == 40
    long = "house " * words
    if fits:
        assert len(tv.run(writer, "The cat", target=long).target_tokens) <= 40
    else:
        with pytest.raises(tv.InputError, match=r"cut into \d+ tokens; the limit is 40"):
            tv.run(writer, "The cat", target=long)
    assert len(tv.run(writer, "The cat likes the house").target_tokens) <= 40


def test_an_edit_reaches_what_is_written(writer: tv.LoadedModel) -> None:
    plain = tv.run(writer, "The cat")
    site = "decoder.layers.0.self_attention"
    edited = tv.run(writer, "The cat", edits=[tv.HeadOff(site, head) for head in range(2)])
    assert edited.trace[f"{site}.context"].eq(0).all()
    assert not torch.equal(plain.trace["logits"][0, -1], edited.trace["logits"][0, -1])


def test_an_edit_of_a_tower_that_is_not_there_is_refused(writer: tv.LoadedModel) -> None:
    with pytest.raises(tv.InputError, match=r"encoder\.layers\.0"):
        tv.run(writer, "The cat", edits=[tv.HeadOff("encoder.layers.0.self_attention", 0)])


def test_comparing_runs_of_a_reader_compares_its_positions(reader: tv.LoadedModel) -> None:
    text = "The cat ___ the house."
    edits = [tv.HeadOff("encoder.layers.0.self_attention", 0)]
    before, after = tv.run(reader, text), tv.run(reader, text, edits=edits)
    comparison = compare(before, after)
    assert comparison.common == len(comparison.steps) == len(before.source_tokens)
    assert any(step.divergence for step in comparison.steps)


# Digits


def test_digits_are_read_as_digits() -> None:
    model = tv.load("digits-copy")
    run = tv.run(model, "4 0 7 1")
    assert run.source_tokens == [*"4071", "</s>"]
    with pytest.raises(tv.InputError, match="digits only"):
        tv.run(model, "The black cat")
