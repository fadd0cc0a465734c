"""The training loop: the same for every model; what is learned is a task."""

from __future__ import annotations

import json
import math
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

import safetensors.torch
import torch
from torch import Tensor

from transformer_viz.model.architectures import Model

Item = TypeVar("Item")


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """How to train: two runs with equal recipes on one machine give equal weights.

    Args:
        steps: optimiser steps; the learning rate has fallen to 0 after exactly these.
        warm_up: steps over which the learning rate rises to ``peak``.
        restart: step at which it has fallen to 0 for the first time and starts again, lower, from
            ``second_peak`` (a warm restart, Loshchilov and Hutter 2017).
        batch_pieces: most target pieces per batch.
        clip: largest norm of all gradients together.
        keep_every: steps between two states to go on from.
        label_smoothing: share of the target probability spread over the whole vocabulary.
    """

    seed: int
    steps: int
    warm_up: int = 400
    peak: float = 2.5e-3
    restart: int
    second_peak: float = 1e-3
    batch_pieces: int = 2_500
    label_smoothing: float = 0.1
    clip: float = 1.0
    keep_every: int = 500

    def learning_rate(self, step: int) -> float:
        """Linear warm-up, half a cosine down to 0, and another one; steps count from 0."""
        if step < self.warm_up:
            return self.peak * (step + 1) / self.warm_up
        if step < self.restart:
            return self.peak * _fall((step - self.warm_up) / (self.restart - self.warm_up))
        return self.second_peak * _fall((step - self.restart) / (self.steps - self.restart))


def _fall(progress: float) -> float:
    """Half a cosine, from 1 to 0 while ``progress`` goes from 0 to 1."""
    return 0.5 * (1 + math.cos(math.pi * progress))


@dataclass(frozen=True)
class Task(Generic[Item]):
    """What a model learns.

    Attributes:
        epoch: all training data once, in batches; the same dice give the same order.
        loss: of one batch, in nats per predicted piece.
    """

    epoch: Callable[[random.Random], Iterator[Item]]
    loss: Callable[[Item], Tensor]


def train(model: Model, task: Task[Item], recipe: Recipe, folder: Path) -> None:
    """Train ``model`` in place; ``folder`` gets a log, and now and then a state to go on from.

    Raises:
        FloatingPointError: the loss is no longer a number.
    """
    folder.mkdir(parents=True, exist_ok=True)
    optimiser = torch.optim.Adam(model.parameters(), lr=recipe.peak, betas=(0.9, 0.98), eps=1e-9)
    done = _resume(model, optimiser, folder / "state.safetensors")
    model.train()
    started = time.monotonic()
    mean_loss = 0.0
    for step, batch in enumerate(_endless(task, recipe.seed)):
        if step >= recipe.steps:
            break
        if step < done:
            continue
        loss = _step(task.loss(batch), optimiser, recipe, step)
        mean_loss += (loss - mean_loss) / (step % 100 + 1)
        if (step + 1) % 100 == 0:
            _log(folder / "log.jsonl", step + 1, mean_loss, recipe.learning_rate(step), started)
            mean_loss = 0.0
        if (step + 1) % recipe.keep_every == 0:
            _keep(model, optimiser, folder / "state.safetensors", step + 1)
    model.eval()


def _step(loss: Tensor, optimiser: torch.optim.Adam, recipe: Recipe, step: int) -> float:
    if not loss.isfinite():
        raise FloatingPointError(f"the loss became {loss.item()} at step {step}")
    for group in optimiser.param_groups:
        group["lr"] = recipe.learning_rate(step)
    optimiser.zero_grad()
    loss.backward()
    for group in optimiser.param_groups:
        torch.nn.utils.clip_grad_norm_(group["params"], recipe.clip)
    optimiser.step()
    return loss.item()


def _endless(task: Task[Item], seed: int) -> Iterator[Item]:
    epoch = 0
    while True:
        yield from task.epoch(random.Random(seed + epoch))
        epoch += 1


def _log(path: Path, step: int, loss: float, rate: float, started: float) -> None:
    seconds = round(time.monotonic() - started)
    line = {"step": step, "loss": round(loss, 4), "rate": round(rate, 6), "seconds": seconds}
    with path.open("a", encoding="utf-8") as log:
        log.write(json.dumps(line) + "\n")
    print(line, flush=True)


def _keep(model: Model, optimiser: torch.optim.Adam, path: Path, step: int) -> None:
    """Everything that a resumed run needs, without a pickle: weights and Adam's two moments."""
    state = {"step": torch.tensor(step)}
    for name, parameter in model.named_parameters():
        moments = optimiser.state[parameter]
        state |= {f"weight/{name}": parameter.detach().contiguous()}
        state |= {f"{key}/{name}": moments[key] for key in ("exp_avg", "exp_avg_sq", "step")}
    unfinished = path.with_suffix(".part")
    unfinished.write_bytes(safetensors.torch.save(state))
    unfinished.replace(path)


def _resume(model: Model, optimiser: torch.optim.Adam, path: Path) -> int:
    if not path.exists():
        return 0
    state = safetensors.torch.load(path.read_bytes())
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            parameter.copy_(state[f"weight/{name}"])
            optimiser.state[parameter] = {
                key: state[f"{key}/{name}"] for key in ("exp_avg", "exp_avg_sq", "step")
            }
    return int(state["step"])
