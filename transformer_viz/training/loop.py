"""The training loop of the encoder-decoder."""

from __future__ import annotations

import json
import math
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import safetensors.torch
import torch
from torch import Tensor
from torch.nn import functional as F

from transformer_viz.model.transformer import Transformer
from transformer_viz.text.tokenizer import PAD
from transformer_viz.training.data import Batch, Example, batches


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


def train(model: Transformer, examples: Sequence[Example], recipe: Recipe, folder: Path) -> None:
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
    for step, batch in enumerate(_endless(examples, recipe)):
        if step >= recipe.steps:
            break
        if step < done:
            continue
        loss = _step(model, batch, optimiser, recipe, step)
        mean_loss += (loss - mean_loss) / (step % 100 + 1)
        if (step + 1) % 100 == 0:
            _log(folder / "log.jsonl", step + 1, mean_loss, recipe.learning_rate(step), started)
            mean_loss = 0.0
        if (step + 1) % recipe.keep_every == 0:
            _keep(model, optimiser, folder / "state.safetensors", step + 1)
    model.eval()


def loss_of(model: Transformer, batch: Batch, label_smoothing: float = 0.0) -> Tensor:
    """Mean cross-entropy per target piece, in nats: each position predicts the next piece."""
    logits = model(batch.source, batch.target[:, :-1])  # batch target vocab
    return F.cross_entropy(
        logits.flatten(0, 1),
        batch.target[:, 1:].flatten(),
        ignore_index=PAD,
        label_smoothing=label_smoothing,
    )


def _step(
    model: Transformer,
    batch: Batch,
    optimiser: torch.optim.Adam,
    recipe: Recipe,
    step: int,
) -> float:
    for group in optimiser.param_groups:
        group["lr"] = recipe.learning_rate(step)
    loss = loss_of(model, batch, recipe.label_smoothing)
    if not loss.isfinite():
        raise FloatingPointError(f"the loss became {loss.item()} at step {step}")
    optimiser.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), recipe.clip)
    optimiser.step()
    return loss.item()


def _endless(examples: Sequence[Example], recipe: Recipe) -> Iterator[Batch]:
    epoch = 0
    while True:
        yield from batches(examples, recipe.batch_pieces, random.Random(recipe.seed + epoch))
        epoch += 1


def _log(path: Path, step: int, loss: float, rate: float, started: float) -> None:
    seconds = round(time.monotonic() - started)
    line = {"step": step, "loss": round(loss, 4), "rate": round(rate, 6), "seconds": seconds}
    with path.open("a", encoding="utf-8") as log:
        log.write(json.dumps(line) + "\n")
    print(line, flush=True)


def _keep(model: Transformer, optimiser: torch.optim.Adam, path: Path, step: int) -> None:
    """Everything that a resumed run needs, without a pickle: weights and Adam's two moments."""
    state = {"step": torch.tensor(step)}
    for name, parameter in model.named_parameters():
        moments = optimiser.state[parameter]
        state |= {f"weight/{name}": parameter.detach().contiguous()}
        state |= {f"{key}/{name}": moments[key] for key in ("exp_avg", "exp_avg_sq", "step")}
    unfinished = path.with_suffix(".part")
    unfinished.write_bytes(safetensors.torch.save(state))
    unfinished.replace(path)


def _resume(model: Transformer, optimiser: torch.optim.Adam, path: Path) -> int:
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
