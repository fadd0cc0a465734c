"""``python -m transformer_viz.training train en-fr`` and ``… evaluate en-fr``."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import torch

from transformer_viz.training import translator


def main() -> None:
    """Read the command line and do what it says."""
    parser = argparse.ArgumentParser(prog="python -m transformer_viz.training", description=__doc__)
    parser.add_argument("command", choices=["train", "evaluate"])
    parser.add_argument("model", choices=["en-fr"])
    parser.add_argument("--steps", type=int, default=translator.RECIPE.steps)
    parser.add_argument("--work", type=Path, default=Path("runs/en-fr"), help="log and state")
    parser.add_argument("--out", type=Path, default=translator.FOLDER, help="checkpoint folder")
    chosen = parser.parse_args()

    torch.set_num_threads(1)  # the result depends on it, and two were slower for this size
    if chosen.command == "train":
        translator.train_and_save(chosen.steps, chosen.work, chosen.out)
    quality = translator.evaluate(chosen.out)
    print(json.dumps(quality, indent=2))
    translator.write_quality(chosen.out, quality)


if __name__ == "__main__":
    main()
