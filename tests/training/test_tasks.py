"""What the models learn from: hidden pieces, continuations, and their losses."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from tests.helpers import random_ids, small_decoder_only, small_encoder_only, small_model
from transformer_viz.model.architectures import Model, build_model
from transformer_viz.text.tokenizer import END, PAD, START
from transformer_viz.training import translator
from transformer_viz.training.data import Batch, text_batches
from transformer_viz.training.loop import Recipe, train
from transformer_viz.training.tasks import Blanked, continuation, filling_in, hide, translation

BLANK = 10
TEXTS = [[4, 5, 6, END], [7, 8, END], [9, 4, 9, 4, 9, END], [5, END]]
RECIPE = Recipe(
    seed=1, steps=60, restart=60, warm_up=5, peak=1e-2, batch_pieces=12, label_smoothing=0.0
)


def hidden_batch(seed: int) -> tuple[torch.Tensor, Blanked]:
    token_ids = torch.cat([random_ids(10, 40, 12, seed), torch.full((40, 1), END)], dim=1)
    token_ids[::2, 9:] = PAD
    token_ids[::2, 8] = END
    return token_ids, hide(token_ids, BLANK, 11, torch.Generator().manual_seed(seed))


@pytest.mark.parametrize("seed", range(5))
def test_every_text_hides_something_but_never_its_end_or_its_padding(seed: int) -> None:
    token_ids, blanked = hidden_batch(seed)
    hidden = blanked.hidden != PAD
    assert hidden.any(dim=1).all()
    assert not hidden[(token_ids == END) | (token_ids == PAD)].any()
    assert torch.equal(blanked.hidden[hidden], token_ids[hidden])
    assert torch.equal(blanked.token_ids[~hidden], token_ids[~hidden])


def test_most_hidden_pieces_are_blanks_some_are_wrong_and_some_are_right() -> None:
    batches = [hidden_batch(seed) for seed in range(60)]
    shown = torch.cat([b.token_ids[b.hidden != PAD] for _, b in batches])
    right = torch.cat([b.hidden[b.hidden != PAD] for _, b in batches])
    real = sum(((ids != PAD) & (ids != END)).sum() for ids, _ in batches)
    assert len(right) / real == pytest.approx(0.15, abs=0.04)  # a little more: at least one each
    blank, same = shown == BLANK, shown == right
    assert blank.float().mean() == pytest.approx(0.8 + 0.1 / 7, abs=0.03)
    assert same.float().mean() == pytest.approx(0.1 + 0.1 / 7, abs=0.03)
    assert (~blank & ~same).any()


def test_a_text_of_one_word_hides_that_word() -> None:
    blanked = hide(torch.tensor([[5, END]]), BLANK, 11, torch.Generator().manual_seed(0))
    assert blanked.hidden.tolist() == [[5, PAD]]


def test_the_loss_of_filling_in_is_minus_ln_p_of_what_was_hidden() -> None:
    model = small_encoder_only()
    batch = Blanked(
        torch.tensor([[4, BLANK, 6, END], [BLANK, END, PAD, PAD]]),
        torch.tensor([[PAD, 5, PAD, PAD], [7, PAD, PAD, PAD]]),
    )
    p = model.predict(batch.token_ids)
    expected = -(math.log(p[0, 1, 5]) + math.log(p[1, 0, 7])) / 2
    task = filling_in(model, TEXTS, BLANK, RECIPE)
    assert task.loss(batch).item() == pytest.approx(expected, abs=1e-5)


def test_the_loss_of_a_continuation_is_minus_ln_p_of_every_next_piece() -> None:
    model = small_decoder_only()
    token_ids = torch.tensor([[START, 5, 6, END], [START, 7, END, PAD]])
    p = model.predict(token_ids)
    nats = [p[0, 0, 5], p[0, 1, 6], p[0, 2, END], p[1, 0, 7], p[1, 1, END]]
    expected = -sum(math.log(x) for x in nats) / 5
    task = continuation(model, TEXTS, RECIPE)
    assert task.loss(token_ids).item() == pytest.approx(expected, abs=1e-5)


SMOOTH = replace(RECIPE, label_smoothing=0.1)


def smoothed(p: torch.Tensor, right: int) -> float:
    """The loss of one piece: nine tenths for the right one, one tenth shared out among all."""
    everybody = sum(-math.log(x) for x in p.tolist()) / len(p)
    return 0.9 * -math.log(p[right]) + 0.1 * everybody


def test_a_tenth_of_what_filling_in_expects_is_shared_out_among_all_pieces() -> None:
    model = small_encoder_only()
    batch = Blanked(torch.tensor([[4, BLANK, END]]), torch.tensor([[PAD, 5, PAD]]))
    expected = smoothed(model.predict(batch.token_ids)[0, 1], 5)
    task = filling_in(model, TEXTS, BLANK, SMOOTH)
    assert task.loss(batch).item() == pytest.approx(expected, abs=1e-5)


def test_a_tenth_of_what_a_continuation_expects_is_shared_out_among_all_pieces() -> None:
    model = small_decoder_only()
    token_ids = torch.tensor([[START, 5, END]])
    p = model.predict(token_ids)[0]
    expected = (smoothed(p[0], 5) + smoothed(p[1], END)) / 2
    task = continuation(model, TEXTS, SMOOTH)
    assert task.loss(token_ids).item() == pytest.approx(expected, abs=1e-5)


def test_a_tenth_of_what_a_translation_expects_is_shared_out_among_all_pieces() -> None:
    model = small_model()
    batch = Batch(torch.tensor([[4, 5, END]]), torch.tensor([[START, 7, END]]))
    p = model.predict(batch.source, batch.target)[0]
    expected = (smoothed(p[0], 7) + smoothed(p[1], END)) / 2
    task = translation(model, [], SMOOTH)
    assert task.loss(batch).item() == pytest.approx(expected, abs=1e-5)


def test_the_translator_is_trained_with_a_tenth() -> None:
    assert translator.RECIPE.label_smoothing == 0.1


def test_every_text_is_in_exactly_one_batch_of_an_epoch() -> None:
    batches = list(text_batches(TEXTS, 12, random.Random(3)))
    rows = [[i for i in row if i != PAD] for batch in batches for row in batch.tolist()]
    assert sorted(rows) == sorted(TEXTS)
    assert all(batch.numel() <= 12 for batch in batches)


def fresh(small) -> Model:
    torch.manual_seed(0)
    return build_model(small().config)


def task_of(model: Model):
    if model.config.architecture == "encoder-only":
        return filling_in(model, TEXTS, BLANK, RECIPE)
    return continuation(model, [[START, *text] for text in TEXTS], RECIPE)


@pytest.mark.parametrize("small", [small_encoder_only, small_decoder_only])
def test_one_tower_learns_and_the_same_seed_gives_the_same_weights(small, tmp_path: Path) -> None:
    first, second = fresh(small), fresh(small)
    batch = next(task_of(first).epoch(random.Random(5)))
    before = task_of(first).loss(batch).item()
    train(first, task_of(first), RECIPE, tmp_path / "first")
    train(second, task_of(second), RECIPE, tmp_path / "second")
    assert task_of(first).loss(batch).item() < 0.7 * before
    pairs = zip(first.parameters(), second.parameters(), strict=True)
    assert all(torch.equal(x, y) for x, y in pairs)
