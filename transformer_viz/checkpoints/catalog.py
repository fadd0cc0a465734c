"""The models that the page offers."""

from __future__ import annotations

import json
import threading
from pathlib import Path

from transformer_viz.checkpoints.presets import PRESETS, load_preset, preset_card
from transformer_viz.checkpoints.store import Card, LoadedModel, exact, load_folder
from transformer_viz.checkpoints.store import save as save_folder
from transformer_viz.errors import InputError

FOLDER = Path(__file__).parent.parent.parent / "assets" / "models"

_loaded: dict[str, LoadedModel] = {}
_loading = threading.Lock()


def catalogue() -> dict[str, Card]:
    """Every model of the page by name, with its card: data, steps, seed, measured quality.

    The trained ones come first, then the presets with random weights.
    """
    trained = {
        path.parent.name: json.loads(path.read_text(encoding="utf-8"))
        for path in sorted(FOLDER.glob("*/card.json"))
    }
    return trained | {name: preset_card(name) for name in PRESETS}


def load(name: str) -> LoadedModel:
    """A model by its name in the catalogue, or from a checkpoint folder.

    A catalogue model is read once per process and shared.

    Raises:
        InputError: there is no such model, or its files are damaged.
    """
    if name in catalogue():
        with _loading:
            if name not in _loaded:
                preset = name in PRESETS
                _loaded[name] = load_preset(name) if preset else load_folder(FOLDER / name)
            return _loaded[name]
    if Path(name, "card.json").is_file():
        return load_folder(Path(name))
    raise InputError("errors.unknown_model", name=name, options=", ".join(catalogue()))


def save(model: LoadedModel, folder: str | Path) -> None:
    """Write ``model`` into ``folder``, in the format that ``store`` describes.

    ``load(folder)`` reads it back equal; weights that float16 holds exactly take half the bytes.

    Raises:
        InputError: the folder cannot be written; no half file is left in it.
    """
    save_folder(model, Path(folder), exact)
