"""The page's figures are built once and given each run's words: they equal figures built for it."""

from copy import deepcopy

import pytest

import transformer_viz as tv
from transformer_viz import figures
from transformer_viz.session.running import Run
from transformer_viz.wire.figures import Wire, figure_for_page
from transformer_viz.wire.pictures import (
    blocked_cells,
    key_labels,
    pictures_for_page,
    position_labels,
    query_labels,
)

KINDS = ("encoder.self_attention", "decoder.self_attention", "decoder.cross_attention")


@pytest.fixture(scope="module", params=["I like cats.", "the cat <b> " * 15], ids=["short", "long"])
def run(request: pytest.FixtureRequest) -> Run:
    return tv.run(tv.load("en-fr"), request.param, target="le chat " * 3)


def without_numbers(figure: Wire, sent: Wire) -> Wire:
    """``figure`` without the arrays and settings that the browser fills into ``sent``."""
    bare = figure_for_page(figure, ())
    for fill in sent["fills"]:
        *keys, last = fill["path"].split(".")
        for whole in (bare, sent):
            place = whole
            for key in keys:
                place = place[int(key)] if isinstance(place, list) else place.setdefault(key, {})
            place.pop(last, None)
    return {"data": bare["data"], "layout": bare["layout"]}


@pytest.mark.parametrize("kind", KINDS)
def test_attention_figures(run: Run, kind: str) -> None:
    stack, block = kind.split(".")
    site = f"{stack}.layers.0.{block}"
    labels = query_labels(run, kind), key_labels(run, site)
    blocked = blocked_cells(run, site)[0]
    built = {
        "weights": figures.attention_heatmap(run.trace[f"{site}.weights"][0, 0], *labels, blocked),
        "scores": figures.scores_heatmap(run.trace[f"{site}.scores"][0, 0], *labels, blocked),
        "lines": figures.attention_lines(run.trace[f"{site}.weights"][0, 0], *labels),
    }
    pictures = deepcopy(pictures_for_page(run))
    axes = {"encoder.self_attention": "source:source", "decoder.self_attention": "steps:target"}
    for name, figure in built.items():
        sent = pictures[f"{name}:{axes.get(kind, 'steps:source')}"]
        expected = without_numbers(figure, sent)
        assert {"data": sent["data"], "layout": sent["layout"]} == expected


@pytest.mark.parametrize("side", ["source", "target"])
def test_figures_of_positions(run: Run, side: str) -> None:
    stack = {"source": "encoder", "target": "decoder"}[side]
    labels, trace = position_labels(run, side), run.trace
    encoding = trace[f"{stack}.embeddings.positions"][0]
    norm = f"{stack}.layers.0.self_attention_norm"
    built = {
        f"vectors:{side}:q": figures.vectors_heatmap(encoding, labels, family="q"),
        f"vectors:{side}:plain": figures.vectors_heatmap(encoding, labels),
        f"curves:{side}": figures.position_curves(encoding),
        f"similarity:{side}": figures.position_similarity(encoding, labels),
        f"norms:{side}": figures.layer_norm_bars(
            trace[f"{norm}.mean"][0], trace[f"{norm}.variance"][0], labels
        ),
    }
    pictures = deepcopy(pictures_for_page(run))
    for name, figure in built.items():
        sent = pictures[name]
        expected = without_numbers(figure, sent)
        assert {"data": sent["data"], "layout": sent["layout"]} == expected, name


def test_one_run_leaves_the_next_ones_figures_alone(run: Run) -> None:
    before = deepcopy(pictures_for_page(run))
    pictures_for_page(tv.run(tv.load("en-fr"), "Do you see the small house?"))
    assert pictures_for_page(run) == before
