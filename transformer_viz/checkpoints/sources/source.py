"""What every source of models can be asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, runtime_checkable

from transformer_viz.checkpoints.sources.shelf import Shelf
from transformer_viz.checkpoints.store import Card, LoadedModel

Progress = Callable[[int, int], None]  # bytes that have arrived, bytes in all


@runtime_checkable
class Source(Protocol):
    """A place that models come from, by names that nobody else uses.

    Attributes:
        needs_fetching: loading waits for somebody else's server, so runs never do it.
        shelf: the models that are in memory, each under its canonical name.
    """

    needs_fetching: bool
    shelf: Shelf

    def owns(self, name: str) -> bool:
        """Whether ``name`` is one of this source; it need not stand for a model."""
        ...

    def cards(self) -> dict[str, Card]:
        """The models to choose from, by name; none where names can be made up."""
        ...

    def canonical(self, name: str) -> str:
        """The one spelling of ``name`` that all others lead to.

        Raises:
            InputError: it stands for no model that can be shown; whether one is there under that
                name is not asked.
        """
        ...

    def card(self, name: str) -> Card:
        """What is known about a model without loading it: at least its ``title``.

        Raises:
            InputError: ``name`` stands for nothing.
        """
        ...

    def load(self, name: str, progress: Progress | None = None) -> LoadedModel:
        """The model, from the shelf if it is there, and on the shelf afterwards.

        Args:
            progress: told, where there is something to wait for, how many bytes have arrived, and
                of how many.

        Raises:
            InputError: there is no such model, it is damaged, or it is too large.
        """
        ...
