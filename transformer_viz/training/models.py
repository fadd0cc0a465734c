"""Every model that this repository trains itself, by its name in the catalogue."""

from __future__ import annotations

import dataclasses
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from transformer_viz.checkpoints.store import load_folder, save
from transformer_viz.training import digits, language, translator


@dataclass(frozen=True)
class Trainable:
    """How one model is made and measured.

    Attributes:
        steps: optimiser steps of its recipe.
        train: from steps, a folder for log and state, and the checkpoint folder to write.
        evaluate: the figures of a checkpoint folder's card.
    """

    steps: int
    train: Callable[[int, Path, Path], None]
    evaluate: Callable[[Path], dict[str, object]]


MODELS = {
    "en-fr": Trainable(translator.RECIPE.steps, translator.train_and_save, translator.evaluate),
    "en-masked": Trainable(
        language.MASKED_RECIPE.steps, language.train_masked, language.evaluate_masked
    ),
    "en-causal": Trainable(
        language.CAUSAL_RECIPE.steps, language.train_causal, language.evaluate_causal
    ),
    **{
        task.name: Trainable(
            task.recipe.steps,
            partial(digits.train_and_save, task),
            partial(digits.evaluate, task),
        )
        for task in digits.TASKS
    },
}


def train_model(name: str, steps: int | None, work: Path, out: Path) -> None:
    """Train one model into the checkpoint folder ``out``; the log goes with it.

    Args:
        name: a key of ``MODELS``.
        steps: optimiser steps; None for those of its recipe.
        work: log and state; an interrupted training goes on from there.
    """
    model = MODELS[name]
    model.train(steps or model.steps, work, out)
    shutil.copyfile(work / "log.jsonl", out / "training.jsonl")


def evaluate_model(name: str, folder: Path) -> dict[str, object]:
    """Measure a checkpoint and write what was found into its card."""
    quality = MODELS[name].evaluate(folder)
    model = load_folder(folder)
    save(dataclasses.replace(model, card={**model.card, "quality": quality}), folder)
    return quality
