"""Models of the Hugging Face Hub: ``hub:owner/name``."""

from __future__ import annotations

import threading
from collections import defaultdict

from transformer_viz.checkpoints.hub import PREFIX, load_hub, repository_name
from transformer_viz.checkpoints.sources.shelf import Shelf
from transformer_viz.checkpoints.sources.source import Progress
from transformer_viz.checkpoints.store import Card, LoadedModel

MAX_BYTES = 1_500_000_000


class Hub:
    """Other people's models, in memory until others need their room."""

    needs_fetching = True

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        self.shelf = Shelf(max_bytes)
        self._fetching: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)

    def owns(self, name: str) -> bool:
        """By how it begins."""
        return name.startswith(PREFIX)

    def cards(self) -> dict[str, Card]:
        """None: nobody is asked what there is."""
        return {}

    def canonical(self, name: str) -> str:
        """The name as it is.

        Raises:
            InputError: it cannot be one of the Hub.
        """
        repository_name(name)
        return name

    def card(self, name: str) -> Card:
        """The model's card if it is in memory; nobody is asked for it."""
        model = self.shelf.find(name)
        return model.card if model else {"title": name.removeprefix(PREFIX)}

    def load(self, name: str, progress: Progress | None = None) -> LoadedModel:
        """The model, fetched if it is not in memory.

        Raises:
            InputError: as ``load_hub``.
        """
        with self._fetching[self.canonical(name)]:  # who wants another one does not wait
            return self.shelf.find(name) or self.shelf.put(load_hub(name, progress))
