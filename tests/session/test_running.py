"""From settings to a run."""

import threading

import pytest
import torch

import transformer_viz as tv
from transformer_viz.checkpoints.catalog import LIBRARY
from transformer_viz.session.running import Runs
from transformer_viz.text.tokenizer import END, START

CROSS = "decoder.layers.0.cross_attention"


@pytest.fixture(scope="module")
def model() -> tv.LoadedModel:
    return tv.load("en-fr")


def test_a_newcomers_first_sentence(model: tv.LoadedModel) -> None:
    run = tv.run(model, "The black cat sleeps on the red chair.")
    assert run.output == "Le chat noir dort sur la chaise rouge."
    assert run.source_tokens[-1] == "</s>"
    assert run.target_tokens[0] == "<s>"


def test_one_token_per_position(model: tv.LoadedModel) -> None:
    run = tv.run(model, "I like cats.")
    assert run.trace[f"{CROSS}.weights"].shape == (
        1,
        model.config.n_heads,
        len(run.target_tokens),
        len(run.source_tokens),
    )
    assert run.trace["logits"].shape[1] == len(run.target_tokens) == len(run.next_pieces)


def test_what_each_position_writes_is_what_the_next_one_reads(model: tv.LoadedModel) -> None:
    run = tv.run(model, "I like cats.")
    assert [p.id for p in run.next_pieces[:-1]] == [p.id for p in run.target_pieces[1:]]
    best = run.trace["probabilities"][0].argmax(-1).tolist()
    assert best == [p.id for p in run.next_pieces]
    assert run.next_pieces[-1].id == END


def test_a_given_target_is_followed(model: tv.LoadedModel) -> None:
    run = tv.run(model, "I like cats.", target="J'aime les chiens.")
    assert run.output == "J'aime les chiens."
    assert not run.written
    assert run.target_pieces[0].id == START


def test_the_trace_is_the_plain_pass(model: tv.LoadedModel) -> None:
    run = tv.run(model, "I like cats.")
    ids = [
        torch.tensor([[p.id for p in pieces]]) for pieces in (run.source_pieces, run.target_pieces)
    ]
    torch.testing.assert_close(run.trace["logits"], model.transformer(*ids))


def test_an_edit_reaches_the_output_and_leaves_the_model_alone(model: tv.LoadedModel) -> None:
    sentence = "The black cat sleeps on the red chair."
    sites = ["decoder.layers.0.cross_attention", "decoder.layers.1.cross_attention"]
    edits = [tv.HeadOff(site, head) for site in sites for head in range(4)]
    before = tv.run(model, sentence).output
    assert tv.run(model, sentence, edits=edits).output != before
    assert tv.run(model, sentence).output == before


def test_a_blocked_row_is_zero_and_nothing_is_nan(model: tv.LoadedModel) -> None:
    n = len(tv.run(model, "I like cats.").source_tokens)
    edits = [tv.BlockAttention(CROSS, query=1, key=key) for key in range(n)]
    run = tv.run(model, "I like cats.", target="J'aime les chats.", edits=edits)
    assert (run.trace[f"{CROSS}.weights"][0, :, 1] == 0).all()
    assert all(not x.isnan().any() for x in run.trace.values())


def test_an_edit_outside_of_the_run_is_refused(model: tv.LoadedModel) -> None:
    with pytest.raises(tv.InputError, match="query 99"):
        tv.run(model, "I like cats.", edits=[tv.BlockAttention(CROSS, query=99, key=0)])


def test_two_visitors_do_not_see_each_others_edits(model: tv.LoadedModel) -> None:
    def expected(head: int) -> torch.Tensor:
        return tv.run(model, "I like cats.", edits=[tv.HeadOff(CROSS, head)]).trace["logits"]

    alone = [expected(head) for head in range(4)]
    together: dict[int, list[torch.Tensor]] = {head: [] for head in range(4)}
    start = threading.Barrier(4)

    def visit(head: int) -> None:
        start.wait()
        together[head] = [expected(head) for _ in range(5)]

    threads = [threading.Thread(target=visit, args=(head,)) for head in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for head, answers in together.items():
        assert len(answers) == 5
        for answer in answers:
            assert torch.equal(answer, alone[head])


def test_equal_settings_are_run_once() -> None:
    runs, settings = Runs(LIBRARY), tv.Settings("en-fr", "I like cats.")
    first = runs.run(settings)
    assert runs.run(tv.Settings("en-fr", "I like cats.")) is first
    assert Runs(LIBRARY).run(settings) is not first


def test_runs_go_when_their_bytes_run_out() -> None:
    plain, other = (tv.Settings("en-fr", text) for text in ("I like cats.", "I like dogs."))
    room = Runs(LIBRARY).run(plain).trace.n_bytes
    runs = Runs(LIBRARY, max_bytes=room * 3 // 2)
    first = runs.run(plain)
    runs.run(other)
    assert runs.run(plain) is not first
    nothing = Runs(LIBRARY, max_bytes=room - 1)  # what is larger than all room is run all the same
    assert nothing.run(plain) is not nothing.run(plain)


@pytest.mark.parametrize(
    ("typed", "read", "key"),
    [
        ("THE CAT SLEEPS.", "The cat sleeps.", "notes.upper_case"),
        ("I don't like cats.", "I do not like cats.", "notes.contractions"),
        ("the  cat", "the cat", "notes.whitespace"),
        ("The keybord is red.", "The keybord is red.", "notes.misspelt"),
        ("The cat is krzkrz.", "The cat is krzkrz.", "notes.unknown_word"),
    ],
)
def test_the_reader_is_told_what_was_changed(
    model: tv.LoadedModel, typed: str, read: str, key: str
) -> None:
    run = tv.run(model, typed)
    assert run.source.text == read
    assert key in [note.key for note in run.source.notes]


@pytest.mark.parametrize("text", ["", "  ", "\n", "\u200b", "\ufeff"])
def test_nothing_to_read(model: tv.LoadedModel, text: str) -> None:
    with pytest.raises(tv.InputError, match="nothing to read"):
        tv.run(model, text)


def test_too_long_names_both_numbers(model: tv.LoadedModel) -> None:
    with pytest.raises(tv.InputError, match=r"2001 characters; the limit is 2000"):
        tv.run(model, "x" * 2001)
    with pytest.raises(tv.InputError, match=r"cut into \d+ tokens; the limit is 128"):
        tv.run(model, "the cat " * 100)


@pytest.mark.parametrize(
    "text", ["x", ".", "?!", "12", "2026-11-29", "cat " * 50, "😀", "שלום", "日本"]
)
def test_odd_texts_are_read_all_the_same(model: tv.LoadedModel, text: str) -> None:
    run = tv.run(model, text)
    assert len(run.source_tokens) == run.trace["encoder.embeddings.tokens"].shape[1]
    assert all(x.isfinite().all() for name, x in run.trace.items() if "masked_scores" not in name)


@pytest.mark.parametrize(
    ("name", "source", "key", "written"),
    [
        ("own:decoder-only~max_len=8", "12 7 45 99 8", "notes.full", 2),  # after the start and five
        ("own:decoder-only", "12 7 45 99 8", "notes.cut", 12),
    ],
)
def test_why_writing_stopped(name: str, source: str, key: str, written: int) -> None:
    run = tv.run(tv.load(name), source)
    (note,) = run.target.notes
    assert note.key == key
    assert dict(note.values)["limit"] == str(written) == str(len(run.target_pieces) - run.given)
