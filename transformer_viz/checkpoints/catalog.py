"""The models of this page, and the three things that Python does with them."""

from __future__ import annotations

from pathlib import Path

from transformer_viz.checkpoints.library import Library
from transformer_viz.checkpoints.sources.hub import Hub
from transformer_viz.checkpoints.sources.own import Own
from transformer_viz.checkpoints.sources.presets import Presets
from transformer_viz.checkpoints.sources.shipped import Shipped
from transformer_viz.checkpoints.sources.source import Progress
from transformer_viz.checkpoints.sources.upload import Uploads
from transformer_viz.checkpoints.store import Card, LoadedModel, exact, load_folder
from transformer_viz.checkpoints.store import save as save_folder

FOLDER = Path(__file__).parent.parent.parent / "assets" / "models"

UPLOADS = Uploads()
LIBRARY = Library(
    Shipped(FOLDER),
    Presets(),
    Own(),
    Hub(),
    UPLOADS,
)


def catalogue() -> dict[str, Card]:
    """Every model of the page by name, with its card: data, steps, seed, measured quality.

    The trained ones come first, then the presets with random weights.
    """
    return LIBRARY.cards()


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
    # A folder is for Python alone: no name that the page is given leads to the disk.
    if LIBRARY.source_of(name) is None and Path(name, "card.json").is_file():
        return load_folder(Path(name))
    return LIBRARY.load(name, progress)


def save(model: LoadedModel, folder: str | Path) -> None:
    """Write ``model`` into ``folder``, in the format that ``store`` describes.

    ``load(folder)`` reads it back equal; weights that float16 holds exactly take half the bytes.

    Raises:
        InputError: the folder cannot be written; no half file is left in it.
    """
    save_folder(model, Path(folder), exact)
