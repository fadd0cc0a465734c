"""Making the modules of a model, one model at a time: torch has one source of chance for all."""

from __future__ import annotations

import threading

import torch

from transformer_viz.model.architectures import Model, build_model
from transformer_viz.model.config import TransformerConfig

_chance = threading.Lock()


def make_model(config: TransformerConfig, seed: int = 0) -> Model:
    """A model whose random weights depend on ``config`` and ``seed`` alone.

    Whoever reads a checkpoint makes random weights, too, before they are overwritten; drawn at the
    same time, they would take numbers away from a model that is meant to be random.
    """
    with _chance, torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return build_model(config)
