"""Models that visitors have uploaded: ``upload:`` and a key that only the owner knows."""

from __future__ import annotations

import re
import secrets
from dataclasses import replace

from transformer_viz.checkpoints.sources.shelf import Shelf
from transformer_viz.checkpoints.sources.source import Progress
from transformer_viz.checkpoints.store import Card, LoadedModel
from transformer_viz.errors import InputError

PREFIX = "upload:"
NAME = re.compile(r"upload:[\w-]{1,64}", re.ASCII)
MAX_BYTES = 500_000_000
SECONDS = 3_600.0


class Uploads:
    """Uploaded models for a while: each is found only by the name that its visitor was given."""

    needs_fetching = False

    def __init__(self, max_bytes: int = MAX_BYTES, seconds: float = SECONDS) -> None:
        self.shelf = Shelf(max_bytes, seconds)

    def put(self, model: LoadedModel) -> LoadedModel:
        """Keep ``model`` for a while, under a name that nobody else can guess."""
        return self.shelf.put(replace(model, name=PREFIX + secrets.token_urlsafe(24)))

    def owns(self, name: str) -> bool:
        """Whether it looks like the name of an upload."""
        return NAME.fullmatch(name) is not None

    def cards(self) -> dict[str, Card]:
        """None: nobody is told the others' names."""
        return {}

    def canonical(self, name: str) -> str:
        """The name as it is."""
        return name

    def card(self, name: str) -> Card:
        """The model's card, if it is still here."""
        model = self.shelf.find(name)
        return model.card if model else {"title": name}

    def load(self, name: str, progress: Progress | None = None) -> LoadedModel:
        """The model that was put under ``name``.

        Raises:
            InputError: there is none, or none any more.
        """
        model = self.shelf.find(name)
        if model is None:
            raise InputError("errors.upload_gone")
        return model
