"""Figures of beam search, of the logit lens, and of what an edit changes."""

import itertools
import math

import numpy as np
import plotly.graph_objects as go
import pytest
import torch

import transformer_viz.figures as figures
from tests.helpers import random_ids, small_model
from transformer_viz.figures.beam import lanes_of, path_to, strongest
from transformer_viz.model.beam import BeamNode, BeamResult, beam_search
from transformer_viz.model.decoding import Cached


@torch.inference_mode()
def searched(width: int, seed: int = 1) -> BeamResult:
    model = small_model(seed)
    return beam_search(
        Cached(model, random_ids(11, 1, 5, seed)),
        torch.tensor([[1]]),
        width=width,
        end_id=2,
        max_new_tokens=9,
        length_penalty=1.0,
    )


def drawn(found: BeamResult, **choices: int) -> go.Figure:
    labels = [f"word {node.token_id}" for node in found.nodes]
    return figures.beam_tree(found.nodes, labels, found.winner, **choices)


# By hand: two kept beginnings, one pruned; the second one is continued and wins.
SMALL = [
    BeamNode(None, 0, 3, -0.5, -0.5, "kept"),
    BeamNode(None, 0, 4, -1.0, -1.0, "kept"),
    BeamNode(None, 0, 5, -3.0, -3.0, "pruned"),
    BeamNode(1, 1, 2, -0.1, -1.1, "finished"),
    BeamNode(0, 1, 6, -2.0, -2.5, "pruned"),
]
LABELS = ["Le", "La", "<b>", "</s>", "Un"]


def test_a_small_tree_is_drawn_as_by_hand() -> None:
    figure = figures.beam_tree(SMALL, LABELS, winner=3)
    assert [trace.name for trace in figure.data] == ["pruned", "kept", "best"] * 2
    pruned, kept, best = figure.data[3:]
    # lanes: "Un" 0 (its parent "Le" too), "</s>" 1 (and "La"), "<b>" 2
    assert (kept.x, kept.y, kept.text) == ((1,), (0,), ("Le  -0.50",))
    assert (best.x, best.y) == ((1, 2), (1, 1))
    assert best.text == ("La  -1.00", "&lt;/s&gt;  -1.10")
    assert (pruned.x, pruned.y) == ((1, 2), (2, 0))
    assert pruned.text == ("&lt;b&gt;  -3.00", "Un  -2.50")
    assert figure.data[2].x == (0, 1, None, 1, 2, None)
    assert figure.data[2].y == (0, 1, None, 1, 1, None)  # "Le" is straight ahead of the start
    assert not figure.layout.annotations


def test_strong_is_best_and_dotted_is_pruned() -> None:
    pruned, kept, best = figures.beam_tree(SMALL, LABELS, winner=3).data[:3]
    assert best.line.width > kept.line.width > pruned.line.width
    assert (pruned.line.dash, kept.line.dash, best.line.dash) == ("dot", None, None)


@pytest.mark.parametrize("width", [1, 3, 8])
@pytest.mark.parametrize("seed", range(4))
def test_no_two_branches_cross_and_no_two_words_share_a_place(width: int, seed: int) -> None:
    figure = drawn(searched(width, seed))
    branches = []
    for trace in figure.data[:3]:
        for i in range(0, len(trace.x), 3):
            branches.append((trace.x[i], trace.y[i], trace.y[i + 1]))
    for (x, start, end), (other_x, other_start, other_end) in itertools.combinations(branches, 2):
        if x == other_x:
            assert (start - other_start) * (end - other_end) >= 0
    places = [(x, y) for trace in figure.data[3:] for x, y in zip(trace.x, trace.y, strict=True)]
    assert len(set(places)) == len(places) == len(branches)


def test_too_many_branches_leave_the_weakest_out_and_say_so() -> None:
    found = searched(8)
    figure = drawn(found, max_lanes=10)
    path = path_to(found.nodes, found.winner)
    shown = strongest(found.nodes, path, 10)
    assert sum(len(trace.x) for trace in figure.data[3:]) == len(shown) < len(found.nodes)
    assert str(len(found.nodes) - len(shown)) in figure.layout.annotations[0].text
    assert len(figure.data[5].x) == len(path) == found.target_ids.shape[1] - 1
    for place in shown:
        parent = found.nodes[place].parent
        assert parent is None or parent in shown
    parents = {found.nodes[place].parent for place in shown}
    assert len(set(shown) - parents) == 10  # ends of branches


def test_one_lane_is_the_winner_alone_and_the_next_is_the_best_of_the_others() -> None:
    assert strongest(SMALL, {1, 3}, 1) == [1, 3]
    assert strongest(SMALL, {1, 3}, 2) == [0, 1, 3, 4]  # "Un" goes on where "Le" ended
    assert strongest(SMALL, {1, 3}, 3) == [0, 1, 2, 3, 4]


def test_a_search_without_words_is_an_empty_tree() -> None:
    figure = figures.beam_tree([], [], None)
    assert sum(len(trace.x) for trace in figure.data) == 0
    assert lanes_of([], []) == {-1: 0}


def test_the_lens_has_words_in_cells_and_the_last_layer_on_top() -> None:
    probabilities = torch.tensor([[0.1, 0.2, 0.3], [0.7, 0.8, 0.9]])
    words = [["a", "b", "<s>"], ["d", "e", "f"]]
    figure = figures.lens_grid(words, probabilities, ["x", "x", "&"], ["layer 1", "layer 2"])
    (cells,) = figure.data
    np.testing.assert_array_equal(cells.z, probabilities)
    assert cells.text == (["a", "b", "&lt;s&gt;"], ["d", "e", "f"])
    assert (cells.texttemplate, cells.coloraxis) == ("%{text}", "coloraxis")
    low, high = figure.layout.yaxis.range
    assert low < high  # upwards: row 1, the last layer, is the upper one
    assert figure.layout.yaxis.ticktext == ("layer 1", "layer 2")
    assert figure.layout.xaxis.ticktext == ("x", "x", "&amp;")


def test_many_steps_leave_the_words_to_the_pointer() -> None:
    figure = figures.lens_grid([["a"] * 60], torch.zeros(1, 60), ["x"] * 60, ["layer 1"])
    assert figure.data[0].texttemplate is None
    assert len(figure.data[0].text[0]) == 60


def test_a_difference_is_centred_on_zero() -> None:
    difference = torch.tensor([[0.0, -0.6], [0.3, 0.05], [math.nan, -math.inf]])
    figure = figures.difference_heatmap(difference, ["a", "<s>", "c"], ["d", "e"])
    (cells,) = figure.data
    np.testing.assert_array_equal(cells.z[:2], difference[:2])
    assert np.isnan(cells.z[2]).all()
    assert cells.text == (["", "-0.60"], ["+0.30", ""], ["", ""])
    axis = figure.layout.coloraxis3
    assert (axis.cmin, axis.cmax) == (-axis.cmax, pytest.approx(0.6))
    assert (cells.coloraxis, figure.layout.yaxis.ticktext[1]) == ("coloraxis3", "&lt;s&gt;")
    low, high = figure.layout.yaxis.range
    assert low > high  # downwards: the first query on top


def test_differences_can_share_a_scale_and_none_is_no_division_by_zero() -> None:
    shared = figures.difference_heatmap(torch.tensor([[0.1]]), ["a"], ["b"], limit=1.0)
    assert (shared.layout.coloraxis3.cmin, shared.layout.coloraxis3.cmax) == (-1, 1)
    assert shared.data[0].text == ([""],)
    nothing = figures.difference_heatmap(torch.zeros(2, 2), ["a", "b"], ["c", "d"])
    assert (nothing.layout.coloraxis3.cmin, nothing.layout.coloraxis3.cmax) == (-1, 1)


def test_the_sweep_starts_at_zero_and_writes_every_value() -> None:
    effects = torch.tensor([[0.0, 0.125, 2.0], [0.5, math.nan, 0.001]])
    figure = figures.sweep_heatmap(effects, ["self", "cross"], ["1", "2", "3"])
    (cells,) = figure.data
    np.testing.assert_array_equal(cells.z, effects)
    assert cells.text == (["0.00", "0.12", "2.00"], ["0.50", "", "&lt; 0.01"])
    assert (figure.layout.coloraxis.cmin, figure.layout.coloraxis.cmax) == (0, 2)
    assert figure.layout.yaxis.ticktext == ("self", "cross")
    assert figure.layout.xaxis.ticktext == ("1", "2", "3")


def test_a_sweep_without_effect_has_a_scale() -> None:
    figure = figures.sweep_heatmap(torch.zeros(1, 2), ["self"], ["1", "2"])
    assert (figure.layout.coloraxis.cmin, figure.layout.coloraxis.cmax) == (0, 1)
