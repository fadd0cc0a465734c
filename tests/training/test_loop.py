"""The training loop: it learns, it repeats itself exactly, and it can be interrupted."""

import random
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from transformer_viz.model.config import TransformerConfig
from transformer_viz.model.transformer import Transformer
from transformer_viz.text.tokenizer import END, START
from transformer_viz.training.data import Batch, Example, batches, padded
from transformer_viz.training.loop import Recipe, Task, train
from transformer_viz.training.tasks import translation

RECIPE = Recipe(seed=1, steps=40, restart=30, warm_up=5, peak=5e-3, batch_pieces=60, keep_every=20)
EXAMPLES = [Example([i, j, END], [START, j, i, END]) for i in range(4, 10) for j in range(4, 10)]


def fresh_model() -> Transformer:
    torch.manual_seed(0)
    return Transformer(
        TransformerConfig(
            source_vocab_size=10,
            target_vocab_size=10,
            d_model=16,
            n_heads=2,
            n_encoder_layers=1,
            n_decoder_layers=1,
            d_ff=32,
            tied="all",
        )
    )


def trained(folder: Path, recipe: Recipe = RECIPE) -> Transformer:
    model = fresh_model()
    train(model, translation(model, EXAMPLES, recipe), recipe, folder)
    return model


def whole_loss(model: Transformer) -> float:
    batch = Batch(padded([e.source for e in EXAMPLES]), padded([e.target for e in EXAMPLES]))
    with torch.no_grad():
        return translation(model, EXAMPLES, RECIPE).loss(batch).item()


def same(a: Transformer, b: Transformer) -> bool:
    pairs = zip(a.parameters(), b.parameters(), strict=True)
    return all(torch.equal(x, y) for x, y in pairs)


def test_it_learns(tmp_path: Path) -> None:
    assert whole_loss(trained(tmp_path)) < 0.7 * whole_loss(fresh_model())


def test_the_same_seed_gives_the_same_weights(tmp_path: Path) -> None:
    assert same(trained(tmp_path / "a"), trained(tmp_path / "b"))
    other = trained(tmp_path / "c", replace(RECIPE, seed=2))
    assert not same(trained(tmp_path / "d"), other)


def test_an_interrupted_run_ends_like_an_uninterrupted_one(tmp_path: Path) -> None:
    straight = trained(tmp_path / "straight")
    model = fresh_model()
    task = translation(model, EXAMPLES, RECIPE)
    steps_made = 0

    def power_cut(batch: Batch) -> torch.Tensor:
        nonlocal steps_made
        steps_made += 1
        if steps_made > 25:  # after the state of step 20, before that of step 40
            raise KeyboardInterrupt
        return task.loss(batch)

    with pytest.raises(KeyboardInterrupt):
        train(model, Task(task.epoch, power_cut), RECIPE, tmp_path / "cut")
    assert same(trained(tmp_path / "cut"), straight)


def test_the_learning_rate_falls_to_nothing_twice() -> None:
    rates = [RECIPE.learning_rate(step) for step in range(RECIPE.steps)]
    assert max(rates) == rates[RECIPE.warm_up - 1] == RECIPE.peak
    assert rates[RECIPE.restart - 1] < 0.01 * RECIPE.peak
    assert rates[RECIPE.restart] == RECIPE.second_peak
    assert rates[-1] < 0.05 * RECIPE.second_peak


def test_a_loss_that_is_no_number_stops_the_training(tmp_path: Path) -> None:
    model = fresh_model()
    task = translation(model, EXAMPLES, RECIPE)
    broken = Task(task.epoch, lambda _: torch.tensor(float("nan")))
    with pytest.raises(FloatingPointError, match="at step 0"):
        train(model, broken, RECIPE, tmp_path)


def test_every_example_is_in_exactly_one_batch_of_an_epoch() -> None:
    seen = [
        tuple(row)
        for batch in batches(EXAMPLES, 60, random.Random(3))
        for row in batch.target.tolist()
    ]
    assert sorted(seen) == sorted(tuple(example.target) for example in EXAMPLES)
    assert all(b.target.numel() <= 60 for b in batches(EXAMPLES, 60, random.Random(3)))
