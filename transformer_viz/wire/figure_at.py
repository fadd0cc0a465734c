"""The figure that the page shows at a place, from Python: ``figure_at(run, "….weights:lines")``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, cast

import plotly.graph_objects as go
import torch
from torch import Tensor

from transformer_viz import figures
from transformer_viz.anatomy.boxes import folded, layer_of
from transformer_viz.errors import InputError
from transformer_viz.figures.norms import norm_bars
from transformer_viz.figures.tensors import Family, largest
from transformer_viz.session.run import Run
from transformer_viz.wire.contract import BoxSent, Look, TensorSent
from transformer_viz.wire.description import Description, describe
from transformer_viz.wire.pictures import (
    blocked_cells,
    labels_of,
    stage_names,
    statistics_of,
    vocabulary,
)


@dataclass(frozen=True)
class Place:
    """What is looked at.

    Attributes:
        path: of a tensor in the trace.
        head: counted from 0; of a tensor without heads it is left out of account.
        position: the row of probabilities that is shown.
        heads: those that are averaged; None for all.
    """

    run: Run
    described: Description
    box: BoxSent
    look: Look
    path: str
    head: int
    position: int
    heads: Sequence[int] | None

    @property
    def rows(self) -> list[str]:
        return labels_of(self.run)[self.look["rows"]]

    @property
    def columns(self) -> list[str]:
        return labels_of(self.run)[self.look["columns"]]

    @property
    def matrix(self) -> Tensor:
        """The tensor; of one with heads, that of the chosen head."""
        x = self.run.trace[self.path][0]
        return x[self.head] if self.look["heads"] else x

    @property
    def blocked(self) -> Tensor:
        cells = blocked_cells(self.run, self.path.rpartition(".")[0])
        return cells[self.head % len(cells)]


def figure_at(
    run: Run,
    at: str,
    *,
    head: int = 0,
    position: int = 0,
    heads: Sequence[int] | None = None,
) -> go.Figure:
    """The figure of a tensor, or of a view of it, as the page draws it.

    Args:
        at: path of a tensor of the trace, and after a colon the name of a view, as in a link:
            ``decoder.layers.1.cross_attention.weights:lines``.
        head: counted from 0.
        position: of probabilities, after which position.
        heads: of the mean of heads, which; None for all.

    Raises:
        InputError: this run has no such tensor, view, head or position.

    >>> import transformer_viz as tv
    >>> run = tv.run(tv.load("en-fr"), "I like cats.")
    >>> figure_at(run, "decoder.layers.1.cross_attention.weights", head=0).layout.xaxis.ticktext[:2]
    ('I', 'like')
    """
    path, _, view = at.partition(":")
    place = _place(run, path, view, head, position, heads)
    makes = VIEWS.get(view) or PICTURES[place.look["picture"]]
    return makes(place)


def _place(
    run: Run, path: str, view: str, head: int, position: int, heads: Sequence[int] | None
) -> Place:
    described = describe(run.model)
    found = [
        (box, tensor)
        for box in described.boxes
        for tensor in box["tensors"]
        if tensor["path"] == folded(path)
        and view in (tensor["view"], tensor["name"], "")
        and bool(tensor["view"]) == bool(view)
    ]
    if path not in run.trace or not found:
        raise InputError("errors.no_figure", at=f"{path}:{view}" if view else path)
    box, tensor = found[0]
    look = described.looks[tensor["look"]]
    if look["heads"] and not 0 <= head < run.trace[path].shape[1]:
        raise InputError("errors.head", head=head, n_heads=run.trace[path].shape[1])
    if look["picture"] == "probabilities" and not 0 <= position < run.trace[path].shape[1]:
        raise InputError(
            "errors.whole_number_between",
            name="position",
            value=position,
            least=0,
            most=run.trace[path].shape[1] - 1,
        )
    return Place(run, described, box, look, path, head, position, heads)


def _weights(place: Place, matrix: Tensor | None = None) -> go.Figure:
    shown = place.matrix if matrix is None else matrix
    return figures.attention_heatmap(shown, place.rows, place.columns, place.blocked)


def _mean(place: Place) -> go.Figure:
    return _weights(place, figures.average_heads(place.run.trace[place.path][0], place.heads))


def _value_weighted(place: Place) -> go.Figure:
    """The values are the last tensor of the box with one row per key."""
    looks = place.described.looks
    of_keys: list[TensorSent] = [
        tensor
        for tensor in place.box["tensors"]
        if "key" in looks[tensor["look"]]["axes"] and not looks[tensor["look"]]["grid"]
    ]
    v = of_keys[-1]["path"].replace("*", str(layer_of(place.path)))
    return _weights(place, figures.value_weighted(place.matrix, place.run.trace[v][0, place.head]))


def _rollout(place: Place) -> go.Figure:
    last = layer_of(place.path)
    assert last is not None
    paths = [folded(place.path).replace("*", str(layer)) for layer in range(last + 1)]
    return _weights(place, figures.rollout([place.run.trace[path][0] for path in paths]))


def _lines(place: Place) -> go.Figure:
    return figures.attention_lines(place.matrix, place.rows, place.columns)


def _scores(place: Place) -> go.Figure:
    return figures.scores_heatmap(place.matrix, place.rows, place.columns, place.blocked)


def _mask(place: Place) -> go.Figure:
    return _weights(place, place.matrix.float())


def _vectors(place: Place) -> go.Figure:
    scale = place.look["scale"]
    family = cast(Family, scale if scale != "weights" else "plain")
    limit = largest(place.run.trace[place.path])
    return figures.vectors_heatmap(place.matrix, place.rows, family=family, limit=limit)


def _norms(place: Place) -> go.Figure:
    owner = place.path.rpartition(".")[0]
    measured = {name: place.run.trace[f"{owner}.{name}"][0] for name in statistics_of(place.run)}
    return norm_bars(measured, place.rows)


def _lengths(place: Place) -> go.Figure:
    stages = place.described.streams[place.box["tower"]]
    lengths = torch.stack([place.run.trace[path][0].norm(dim=-1) for path in stages])
    return figures.residual_norms(lengths, stage_names(place.described, stages), place.rows)


def _probabilities(place: Place) -> go.Figure:
    return figures.probability_bars(place.matrix[place.position], vocabulary(place.run))


def _curves(place: Place) -> go.Figure:
    return figures.position_curves(place.matrix, place.run.model.config.positions)


def _similarity(place: Place) -> go.Figure:
    return figures.position_similarity(place.matrix, place.rows)


PICTURES: dict[str, Callable[[Any], go.Figure]] = {
    "weights": _weights,
    "lines": _lines,
    "mask": _mask,
    "scores": _scores,
    "vectors": _vectors,
    "norms": _norms,
    "lengths": _lengths,
    "probabilities": _probabilities,
    "curves": _curves,
    "similarity": _similarity,
}
VIEWS: dict[str, Callable[[Any], go.Figure]] = {
    "average": _mean,
    "value_weighted": _value_weighted,
    "rollout": _rollout,
}
