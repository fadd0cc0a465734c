"""Configurations that well-known tutorials teach, with random weights."""

from __future__ import annotations

from functools import cached_property

from transformer_viz.checkpoints.presets import PRESETS, load_preset, preset_card
from transformer_viz.checkpoints.sources.shelf import Shelf
from transformer_viz.checkpoints.sources.source import Progress
from transformer_viz.checkpoints.store import Card, LoadedModel


class Presets:
    """All of ``PRESETS``, by their names there."""

    needs_fetching = False

    def __init__(self) -> None:
        self.shelf = Shelf()

    def owns(self, name: str) -> bool:
        """Whether a preset is called so."""
        return name in PRESETS

    def cards(self) -> dict[str, Card]:
        """All of them, in the order of ``PRESETS``."""
        return {name: dict(card) for name, card in self._cards.items()}

    def canonical(self, name: str) -> str:
        """The name as it is."""
        return name

    def card(self, name: str) -> Card:
        """What its card says; its weights are not made."""
        return dict(self._cards[name])

    def load(self, name: str, progress: Progress | None = None) -> LoadedModel:
        """The model, made once."""
        return self.shelf.find_or_make(name, lambda: load_preset(name))

    @cached_property
    def _cards(self) -> dict[str, Card]:  # every run asks for them, several times
        return {name: preset_card(name) for name in PRESETS}
