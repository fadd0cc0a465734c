"""``python -m transformer_viz.training train NAME`` and ``… evaluate NAME``; no name means all."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import torch

from transformer_viz.checkpoints.catalog import FOLDER
from transformer_viz.training.models import MODELS, evaluate_model, train_model


def main() -> None:
    """Read the command line and do what it says."""
    parser = argparse.ArgumentParser(prog="python -m transformer_viz.training", description=__doc__)
    parser.add_argument("command", choices=["train", "evaluate"])
    parser.add_argument("models", nargs="*", metavar="NAME", help=", ".join(MODELS))
    parser.add_argument("--steps", type=int, help="instead of the recipe's")
    parser.add_argument("--work", type=Path, default=Path("runs"), help="logs and states, by name")
    parser.add_argument("--out", type=Path, default=FOLDER, help="checkpoint folders, by name")
    chosen = parser.parse_args()
    unknown = set(chosen.models) - MODELS.keys()
    if unknown:
        parser.error(f"no model is called {', '.join(sorted(unknown))}; there are {[*MODELS]}")

    torch.set_num_threads(1)  # the result depends on it, and two were slower for this size
    for name in chosen.models or MODELS:
        if chosen.command == "train":
            train_model(name, chosen.steps, chosen.work / name, chosen.out / name)
        print(name, json.dumps(evaluate_model(name, chosen.out / name), indent=2))


if __name__ == "__main__":
    main()
