"""Experiments in one click: every model has some, and what is chosen for examples breaks them."""

import dataclasses

import pytest

import transformer_viz as tv
from transformer_viz.session.experiments import (
    KINDS,
    Experiment,
    choose,
    experiments_of,
    words_of,
)
from transformer_viz.session.run import Run

EXAMPLES = ("The black cat sleeps on the red chair.", "Zorblax likes tea.")
NO_POSITIONS = "own:encoder-only~positions=none"


def applied(experiment: Experiment, model: tv.LoadedModel, text: str) -> Run:
    edits = experiment.edits
    if experiment.kind == "word":
        edits = tuple(dataclasses.replace(e, key=experiment.words[text]) for e in edits)  # type: ignore[type-var]
    return tv.run(model, text, edits=edits)


def test_what_is_chosen_changes_the_examples_as_often_as_it_says() -> None:
    model = tv.load("en-fr")
    chosen = choose(model, EXAMPLES)
    assert [one.kind for one in chosen] == list(KINDS)
    for one in chosen:
        after = [applied(one, model, text).output for text in EXAMPLES]
        before = [tv.run(model, text).output for text in EXAMPLES]
        changed = sum(a != b for a, b in zip(after, before, strict=True))
        assert one.changed == changed / len(EXAMPLES)


def test_no_other_candidate_of_its_kind_breaks_more() -> None:
    model = tv.load("digits-reverse")
    text = "40718"
    by_kind = {one.kind: one for one in choose(model, [text])}
    best = by_kind["positions"]
    for tower in model.config.towers:
        broken = tv.run(model, text, edits=[tv.PositionsOff(tower)]).output != "81704"
        assert best.changed is not None
        assert best.changed >= broken


@pytest.mark.parametrize(
    "name", ["en-causal", "en-masked", "digits-sort", "worked-example", NO_POSITIONS]
)
def test_every_model_is_offered_what_it_has_a_place_for(name: str) -> None:
    model = tv.load(name)
    offered = experiments_of(model)
    kinds = {one.kind for one in offered}
    assert kinds == set(KINDS) - ({"positions"} if name == NO_POSITIONS else set())
    for one in offered:
        assert one.edits[0].changes(model.transformer, lambda _: pytest.fail("no donor"))


def test_words_are_whole_and_have_no_full_stop() -> None:
    run = tv.run(tv.load("en-fr"), "Zorblax likes tea.")
    pieces = run.source_pieces
    found = ["".join(p.text for p in pieces[a : b + 1]) for a, b in words_of(pieces)]
    assert found == ["Zorblax", "likes", "tea"]
