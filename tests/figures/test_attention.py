"""The figures' data and layout; never their pixels."""

import numpy as np
import pytest
import torch

from transformer_viz.figures.attention import attention_heatmap, cell_labels
from transformer_viz.figures.axes import MAX_TICK_LABELS
from transformer_viz.wire.figures import ATTENTION_FILLS, figure_for_page


def test_rows_are_queries_and_columns_are_keys() -> None:
    weights = torch.tensor([[0.1, 0.2, 0.7], [0.3, 0.3, 0.4]])
    figure = attention_heatmap(weights, ["le", "chat"], ["the", "black", "cat"])
    np.testing.assert_array_equal(figure.data[0].z, weights.numpy())
    assert figure.layout.yaxis.ticktext == ("le", "chat")
    assert figure.layout.xaxis.ticktext == ("the", "black", "cat")
    assert figure.layout.yaxis.range[0] > figure.layout.yaxis.range[1]  # the first row is on top


def test_repeated_words_stay_apart() -> None:
    words = ["the", "cat", "the", "cat"]
    figure = attention_heatmap(torch.eye(4), words, words)
    assert figure.layout.xaxis.tickvals == (0, 1, 2, 3)
    assert figure.layout.xaxis.ticktext == tuple(words)


@pytest.mark.parametrize("text", ["<s>", "<b>x</b>", "&amp;", "<a href='x'>", "%{z}", "$x^2$"])
def test_labels_are_escaped_for_plotly(text: str) -> None:
    (label,) = attention_heatmap(torch.ones(1, 1), [text], [text]).layout.xaxis.ticktext
    assert "<" not in label
    assert label == text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def test_blocked_cells_are_a_layer_of_their_own() -> None:
    blocked = torch.tensor([[False, True], [False, False]])
    figure = attention_heatmap(torch.eye(2), ["a", "b"], ["c", "d"], blocked)
    np.testing.assert_array_equal(np.nan_to_num(figure.data[1].z), [[0, 1], [0, 0]])
    assert (list(figure.data[2].x), list(figure.data[2].y)) == ([1], [0])


def test_long_axes_have_few_labels() -> None:
    words = [f"w{i}" for i in range(128)]
    figure = attention_heatmap(torch.ones(128, 128) / 128, words, words)
    assert len(figure.layout.xaxis.ticktext) <= MAX_TICK_LABELS
    for at, text in zip(figure.layout.xaxis.tickvals, figure.layout.xaxis.ticktext, strict=True):
        assert text == f"w{at}"


def test_cells_are_labelled_where_there_is_something_to_read() -> None:
    assert cell_labels(np.array([[0.199, 0.2, 1.0]])) == [["", "0.20", "1.00"]]
    assert cell_labels(np.ones((31, 30))) is None


def test_all_heads_share_one_colour_range() -> None:
    figure = attention_heatmap(torch.full((2, 2), 0.5), ["a", "b"], ["c", "d"])
    assert figure.data[0].coloraxis == "coloraxis"


def test_the_wire_leaves_out_what_the_browser_fills_in() -> None:
    figure = attention_heatmap(torch.eye(2), ["a", "b"], ["c", "d"])
    sent = figure_for_page(figure, ATTENTION_FILLS)
    for fill in ATTENTION_FILLS:
        _, trace, key = fill.path.split(".")
        assert sent["data"][int(trace)].get(key) is None
    assert "template" not in sent["layout"]
    np.testing.assert_array_equal(figure.data[0].z, np.eye(2))  # the original keeps its arrays
