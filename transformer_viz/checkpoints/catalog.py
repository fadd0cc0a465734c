"""The models that the page offers."""

from __future__ import annotations

import json
import threading
from collections import defaultdict
from functools import cache
from operator import attrgetter
from pathlib import Path

from cachetools import Cache, LRUCache

from transformer_viz.checkpoints.hub import PREFIX, Progress, load_hub, repository_name
from transformer_viz.checkpoints.own import PREFIX as OWN
from transformer_viz.checkpoints.own import load_own, own_card, read_own
from transformer_viz.checkpoints.presets import PRESETS, load_preset, preset_card
from transformer_viz.checkpoints.store import Card, LoadedModel, exact, load_folder
from transformer_viz.checkpoints.store import save as save_folder
from transformer_viz.checkpoints.upload import PREFIX as UPLOAD
from transformer_viz.checkpoints.upload import Shelf
from transformer_viz.errors import InputError

FOLDER = Path(__file__).parent.parent.parent / "assets" / "models"

HUB_BYTES = 1_500_000_000
OWN_BYTES = 500_000_000

_loaded: dict[str, LoadedModel] = {}
_loading = threading.Lock()
_from_hub: LRUCache[str, LoadedModel] = LRUCache(HUB_BYTES, getsizeof=attrgetter("n_bytes"))
_own: LRUCache[str, LoadedModel] = LRUCache(OWN_BYTES, getsizeof=attrgetter("n_bytes"))
_uploads = Shelf()
_fetching: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)


def catalogue() -> dict[str, Card]:
    """Every model of the page by name, with its card: data, steps, seed, measured quality.

    The trained ones come first, then the presets with random weights.
    """
    return {name: dict(card) for name, card in _cards().items()}


@cache
def _cards() -> dict[str, Card]:
    # Every run asks for them, several times; the shipped files do not change meanwhile.
    trained = {
        path.parent.name: json.loads(path.read_text(encoding="utf-8"))
        for path in sorted(FOLDER.glob("*/card.json"))
    }
    return trained | {name: preset_card(name) for name in PRESETS}


def card_of(name: str) -> Card:
    """The card of a model that ``load`` knows; nothing is loaded for it."""
    if name in _cards():
        return dict(_cards()[name])
    if name.startswith(OWN):
        return own_card(read_own(name))
    loaded = _uploads.find(name) if name.startswith(UPLOAD) else _fetched(name)
    return loaded.card if loaded else {"title": name.removeprefix(PREFIX)}


def load(name: str, progress: Progress | None = None) -> LoadedModel:
    """A model by its name in the catalogue, by ``hub:owner/name``, or from a checkpoint folder.

    ``own:encoder-decoder~d_model=32`` makes one with random weights, as ``own`` describes. A
    catalogue model is read once per process and shared; so is one from the Hub or of one's own,
    until others need its memory.

    Args:
        progress: told, while a model comes from the Hub, how many bytes have arrived, and of how
            many.

    Raises:
        InputError: there is no such model, its files are damaged, or it is too large.
    """
    if name in _cards():
        with _loading:
            if name not in _loaded:
                preset = name in PRESETS
                _loaded[name] = load_preset(name) if preset else load_folder(FOLDER / name)
            return _loaded[name]
    if name.startswith(PREFIX):
        return _load_hub(name, progress)
    if name.startswith(OWN):
        return _load_own(name)
    if name.startswith(UPLOAD):
        return _uploads.get(name)
    if Path(name, "card.json").is_file():
        return load_folder(Path(name))
    raise InputError("errors.unknown_model", name=name, options=", ".join(_cards()))


def at_hand(name: str) -> LoadedModel:
    """A model as ``load`` gives it, but nobody is asked for it over the network.

    Raises:
        InputError: as ``load``; and a model from the Hub must be fetched first, by ``load``.
    """
    if not name.startswith(PREFIX):
        return load(name)
    repository = repository_name(name)
    model = _fetched(name)
    if model is None:
        raise InputError("errors.not_at_hand", name=repository)
    return model


def is_at_hand(model: LoadedModel) -> bool:
    """Whether this very object is what its name stands for; one that had to go is not."""
    if model.name.startswith(UPLOAD):
        return _uploads.find(model.name) is model
    if not model.name.startswith((OWN, PREFIX)):
        return True
    kept = _own if model.name.startswith(OWN) else _from_hub
    with _loading:  # looking is no use: the order in which models go stays as it is
        return model.name in kept and Cache.__getitem__(kept, model.name) is model


def keep_upload(model: LoadedModel) -> LoadedModel:
    """Keep a visitor's model for a while, under a name that nobody else can guess."""
    return _uploads.put(model)


def _fetched(name: str) -> LoadedModel | None:
    with _loading:
        return _from_hub.get(name)


def _load_hub(name: str, progress: Progress | None) -> LoadedModel:
    repository_name(name)  # so that only names of models get a lock
    with _fetching[name]:  # who wants the same one waits for it, others do not
        found = _fetched(name)
        if found is not None:
            return found
        model = load_hub(name, progress)
        with _loading:
            _from_hub[name] = model
        return model


def _load_own(name: str) -> LoadedModel:
    own = read_own(name)
    with _loading:
        if own.name not in _own:
            _own[own.name] = load_own(own)
        return _own[own.name]


def save(model: LoadedModel, folder: str | Path) -> None:
    """Write ``model`` into ``folder``, in the format that ``store`` describes.

    ``load(folder)`` reads it back equal; weights that float16 holds exactly take half the bytes.

    Raises:
        InputError: the folder cannot be written; no half file is left in it.
    """
    save_folder(model, Path(folder), exact)
