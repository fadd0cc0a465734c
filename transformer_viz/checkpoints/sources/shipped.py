"""The trained models that lie in folders of this repository."""

from __future__ import annotations

import json
from functools import cached_property
from pathlib import Path

from transformer_viz.checkpoints.sources.shelf import Shelf
from transformer_viz.checkpoints.sources.source import Progress
from transformer_viz.checkpoints.store import Card, LoadedModel, load_folder


class Shipped:
    """Every folder with a card; the folder's name is the model's.

    Args:
        folder: what lies there does not change while we run.
    """

    needs_fetching = False

    def __init__(self, folder: Path) -> None:
        self.shelf = Shelf()
        self._folder = folder

    def owns(self, name: str) -> bool:
        """Whether there is a folder of that name."""
        return name in self._cards

    def cards(self) -> dict[str, Card]:
        """Data, steps, seed and measured quality, in alphabetical order of the names."""
        return {name: dict(card) for name, card in self._cards.items()}

    def canonical(self, name: str) -> str:
        """The name as it is."""
        return name

    def card(self, name: str) -> Card:
        """The card that lies in the folder."""
        return dict(self._cards[name])

    def load(self, name: str, progress: Progress | None = None) -> LoadedModel:
        """The model, read from its folder once."""
        return self.shelf.find_or_make(name, lambda: load_folder(self._folder / name))

    @cached_property
    def _cards(self) -> dict[str, Card]:
        return {
            path.parent.name: json.loads(path.read_text(encoding="utf-8"))
            for path in sorted(self._folder.glob("*/card.json"))
        }
