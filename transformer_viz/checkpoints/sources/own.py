"""Configurations of one's own, with random weights: ``own:…``."""

from __future__ import annotations

from transformer_viz.checkpoints.own import PREFIX, check_own, load_own, own_card, read_own
from transformer_viz.checkpoints.sources.shelf import Shelf
from transformer_viz.checkpoints.sources.source import Progress
from transformer_viz.checkpoints.store import Card, LoadedModel

MAX_BYTES = 500_000_000


class Own:
    """Every model that a name can describe: ``own:encoder-decoder~d_model=32~seed=3``."""

    needs_fetching = False

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        self.shelf = Shelf(max_bytes)

    def owns(self, name: str) -> bool:
        """By how it begins."""
        return name.startswith(PREFIX)

    def cards(self) -> dict[str, Card]:
        """None: they are made up as one goes."""
        return {}

    def canonical(self, name: str) -> str:
        """The fields that differ from the small model, in order.

        Raises:
            InputError: it cannot work, or is too large; the message says what can be done.
        """
        own = read_own(name)
        check_own(own)
        return own.name

    def card(self, name: str) -> Card:
        """What its card says; its weights are not made.

        Raises:
            InputError: it cannot work.
        """
        return own_card(read_own(name))

    def load(self, name: str, progress: Progress | None = None) -> LoadedModel:
        """The model, made once however it is spelled, until others need its room.

        Raises:
            InputError: as ``canonical``.
        """
        own = read_own(name)
        return self.shelf.find_or_make(own.name, lambda: load_own(own))
