"""All sources of models, asked as one."""

from __future__ import annotations

from transformer_viz.checkpoints.sources.source import Progress, Source
from transformer_viz.checkpoints.store import Card, LoadedModel
from transformer_viz.errors import InputError


class Library:
    """A name belongs to the first of the ``sources`` that owns it."""

    def __init__(self, *sources: Source) -> None:
        self._sources = sources

    def source_of(self, name: str) -> Source | None:
        """Where a model of this name would come from; None if nowhere."""
        return next((source for source in self._sources if source.owns(name)), None)

    def cards(self) -> dict[str, Card]:
        """The models to choose from, by name, in the order of their sources."""
        return {name: card for source in self._sources for name, card in source.cards().items()}

    def card(self, name: str) -> Card:
        """What is known about a model without loading it; of a stranger, only the name.

        Raises:
            InputError: as ``Source.card``.
        """
        source = self.source_of(name)
        return source.card(name) if source else {"title": name}

    def canonical(self, name: str) -> str:
        """The one spelling of ``name`` that all others lead to.

        Raises:
            InputError: it is no name of any source, or as ``Source.canonical``.
        """
        return self._owner(name).canonical(name)

    def load(self, name: str, progress: Progress | None = None) -> LoadedModel:
        """The model of this name; it may have to be fetched.

        Raises:
            InputError: it is no name of any source, or as ``Source.load``.
        """
        return self._owner(name).load(name, progress)

    def at_hand(self, name: str) -> LoadedModel:
        """A model as ``load`` gives it, but nobody is asked for it over the network.

        Raises:
            InputError: as ``load``; or the model, which ``values["fetch"]`` names, must be fetched
                first, by ``load``.
        """
        source = self._owner(name)
        if not source.needs_fetching:
            return source.load(name)
        fetch = source.canonical(name)
        model = source.shelf.find(fetch)
        if model is None:
            title = source.card(fetch)["title"]
            raise InputError("errors.not_at_hand", name=title, fetch=fetch)
        return model

    def is_at_hand(self, model: LoadedModel) -> bool:
        """Whether this very object is what its name stands for; one that had to go is not."""
        source = self.source_of(model.name)
        return source is None or source.shelf.holds(model)

    def _owner(self, name: str) -> Source:
        source = self.source_of(name)
        if source is None:
            options = ", ".join(self.cards())
            raise InputError("errors.unknown_model", name=name, options=options)
        return source
