"""Models in memory, as many as there is room for."""

from __future__ import annotations

import math
import sys
import threading
from collections.abc import Callable
from operator import attrgetter

from cachetools import Cache, TTLCache

from transformer_viz.checkpoints.store import LoadedModel


class Shelf:
    """Models by name, shared by everybody who asks.

    The least recently used ones go when there is no more room, and all of them in time.

    Args:
        max_bytes: room for weights.
        seconds: how long a model may stay.
    """

    def __init__(self, max_bytes: int = sys.maxsize, seconds: float = math.inf) -> None:
        self._models: TTLCache[str, LoadedModel] = TTLCache(
            max_bytes, seconds, getsizeof=attrgetter("n_bytes")
        )
        self._lock = threading.Lock()
        self._making = threading.Lock()

    def put(self, model: LoadedModel) -> LoadedModel:
        """Keep ``model`` under its name."""
        with self._lock:
            self._models[model.name] = model
        return model

    def find(self, name: str) -> LoadedModel | None:
        """The model that is kept under ``name``, if it is still here; it counts as used."""
        with self._lock:
            return self._models.get(name)

    def holds(self, model: LoadedModel) -> bool:
        """Whether this very object is here; the order in which models go stays as it is."""
        with self._lock:
            kept = model.name in self._models
            return kept and Cache.__getitem__(self._models, model.name) is model

    def find_or_make(self, name: str, make: Callable[[], LoadedModel]) -> LoadedModel:
        """The model ``name``, made if it is not here; who asks meanwhile waits for that one."""
        found = self.find(name)
        if found is not None:
            return found
        with self._making:
            return self.find(name) or self.put(make())
