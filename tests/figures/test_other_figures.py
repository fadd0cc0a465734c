"""Figures of vectors, positions, norms, probabilities, and views of several heads."""

import itertools
import math

import numpy as np
import pytest
import torch

import transformer_viz.figures as figures
from transformer_viz.figures.diagram import (
    Sizes,
    decoder_only_diagram,
    encoder_decoder_diagram,
    encoder_only_diagram,
)
from transformer_viz.figures.tensors import largest
from transformer_viz.model.positions import sinusoidal_positions


def test_vectors_have_one_row_per_position_and_a_range_around_zero() -> None:
    x = torch.tensor([[1.0, -3.0, 0.5], [0.0, 2.0, 0.0]])
    figure = figures.vectors_heatmap(x, ["the", "<s>"], family="q")
    np.testing.assert_array_equal(figure.data[0].z, x.numpy())
    assert (figure.layout.coloraxis4.cmin, figure.layout.coloraxis4.cmax) == (-3, 3)
    assert figure.layout.yaxis.ticktext == ("the", "&lt;s&gt;")


def test_masked_scores_leave_a_gap_and_a_hatch() -> None:
    scores = torch.tensor([[1.0, -torch.inf], [2.0, 3.0]])
    figure = figures.scores_heatmap(scores, ["a", "b"], ["c", "d"], scores.isinf())
    assert np.isnan(figure.data[0].z[0][1])
    assert (list(figure.data[2].x), list(figure.data[2].y)) == ([1], [0])
    assert figure.layout.coloraxis3.cmax == 3


def test_lines_run_from_the_query_to_the_key() -> None:
    figure = figures.attention_lines(
        torch.tensor([[0.05, 0.95], [0.5, 0.5]]), ["a", "b"], ["c", "d"]
    )
    strongest = figure.data[5]
    assert (strongest.x, strongest.y) == ((0, 1, None), (0, 1, None))
    drawn = sum(len(trace.x) // 3 for trace in figure.data[:6])
    assert drawn == 3  # 0.05 is left out


def test_a_threshold_decides_which_lines_are_drawn() -> None:
    weights = torch.tensor([[0.0, 0.05, 0.95], [0.3, 0.3, 0.4]])
    counts = {}
    for threshold in (0.0, 0.1, 0.35):
        figure = figures.attention_lines(weights, ["a", "b"], ["c", "d", "e"], threshold=threshold)
        counts[threshold] = sum(len(trace.x) // 3 for trace in figure.data[:6])
    assert counts == {0.0: 5, 0.1: 4, 0.35: 2}  # a weight of 0 never gets one


def test_the_mean_is_that_of_the_chosen_heads() -> None:
    weights = torch.softmax(torch.randn(4, 2, 3), dim=-1)
    by_hand = [[sum(weights[h, i, j].item() for h in (0, 3)) / 2 for j in range(3)] for i in (0, 1)]
    np.testing.assert_allclose(figures.average_heads(weights, [0, 3]), by_hand, atol=1e-6)
    assert not np.allclose(figures.average_heads(weights), by_hand)


def test_words_left_out_take_nothing_from_the_others() -> None:
    weights = torch.tensor([[0.2, 0.8], [0.5, 0.5]])
    left = figures.without(weights, [False, True], [True, False])
    np.testing.assert_array_equal(left, torch.tensor([[0.0, 0.8], [0.0, 0.0]]))


def test_curves_of_a_long_text_have_few_labels() -> None:
    figure = figures.position_curves(torch.zeros(128, 8))
    assert 128 / figure.layout.xaxis.dtick <= 24
    assert figures.position_curves(torch.zeros(9, 8)).layout.xaxis.dtick == 1


def test_rollout_keeps_rows_that_sum_to_one_and_is_hand_computable() -> None:
    first = torch.tensor([[[1.0, 0.0], [1.0, 0.0]]])  # both look at the first word
    second = torch.tensor([[[0.0, 1.0], [0.0, 1.0]]])  # both look at the second
    mixed = figures.rollout([first, second])
    # layer 1: [[1, 0], [.5, .5]]; layer 2: [[.5, .5], [0, 1]] times that
    np.testing.assert_allclose(mixed, [[0.75, 0.25], [0.5, 0.5]])
    np.testing.assert_allclose(mixed.sum(-1), [1, 1])


def test_value_weighting_knows_short_values() -> None:
    weighted = figures.value_weighted(
        torch.tensor([[0.5, 0.5]]), torch.tensor([[3.0, 4.0], [1.0, 0.0]])
    )
    np.testing.assert_allclose(weighted, [[1.0, 0.2]])


def test_positions_next_to_each_other_are_more_alike() -> None:
    encoding = sinusoidal_positions(8, 64)
    z = figures.position_similarity(encoding, [str(i) for i in range(8)]).data[0].z
    np.testing.assert_allclose(np.diag(z), 1, rtol=1e-5)
    assert z[0][1] > z[0][3] > z[0][6]


def test_curves_are_sines_and_cosines() -> None:
    curves = figures.position_curves(sinusoidal_positions(20, 64)).data
    np.testing.assert_allclose(curves[0].y, np.sin(np.arange(20)), atol=1e-6)
    np.testing.assert_allclose(curves[1].y, np.cos(np.arange(20)), atol=1e-6)
    assert (curves[0].line.dash, curves[1].line.dash) == ("solid", "dash")


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_the_diagram_has_every_box_once_and_none_overlap(norm: str) -> None:
    sizes = Sizes(
        source=10, target=9, d_model=128, vocab=2000,
        encoder_layers=2, decoder_layers=3, norm=norm,
    )  # fmt: skip
    diagram = encoder_decoder_diagram(sizes)
    parts = [box.part for box in diagram.boxes]
    assert len(set(parts)) == len(parts)
    assert {frame.stack: frame.layers for frame in diagram.frames} == {"encoder": 2, "decoder": 3}
    for column in (0, 1):
        boxes = [box for box in diagram.boxes if box.column == column]
        for below, above in itertools.pairwise(boxes):
            assert above.y + above.height < below.y
    norms = [part for part in parts if ".layers." in part and part.endswith("_norm")]
    final = ["encoder.final_norm", "decoder.final_norm"] if norm == "pre" else []
    assert [part for part in parts if part.endswith("final_norm")] == final
    blocks = [part for part in parts if part.endswith(("attention", "feed_forward"))]
    for block in blocks:
        order = parts.index(f"{block}_norm") - parts.index(block)
        assert order == (1 if norm == "post" else -1)
    assert len(norms) == 5


@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize(
    ("draw", "stack", "sizes"),
    [
        (encoder_only_diagram, "encoder", {"source": 7, "encoder_layers": 3}),
        (decoder_only_diagram, "decoder", {"target": 7, "decoder_layers": 3}),
    ],
)
def test_one_tower_is_one_column_of_what_the_whole_figure_has(
    draw, stack: str, sizes: dict[str, int], norm: str
) -> None:
    diagram = draw(Sizes(d_model=128, vocab=2000, norm=norm, **sizes))
    whole = encoder_decoder_diagram(
        Sizes(
            source=7, target=7, d_model=128, vocab=2000,
            encoder_layers=3, decoder_layers=3, norm=norm,
        )
    )  # fmt: skip
    expected = {
        box.part for box in whole.boxes if box.part.startswith(stack) and "cross" not in box.part
    }
    assert {box.part for box in diagram.boxes} == expected | {"logits", "probabilities"}
    assert [(frame.stack, frame.layers) for frame in diagram.frames] == [(stack, 3)]
    assert diagram.width < whole.width
    for below, above in itertools.pairwise(diagram.boxes):
        assert above.y + above.height < below.y
    for box in diagram.boxes:
        assert box.x >= 0
        assert box.x + box.width <= diagram.width
        assert box.y >= 0
        assert box.y + box.height <= diagram.height


def test_every_arrow_of_a_lone_tower_carries_this_runs_shape() -> None:
    shapes = {
        box.part: box.shape.numbers
        for box in encoder_only_diagram(
            Sizes(source=7, d_model=128, vocab=2000, encoder_layers=2)
        ).boxes
    }
    assert shapes.pop("encoder.tokens") == (1, 7)
    assert shapes.pop("logits") == shapes.pop("probabilities") == (1, 7, 2000)
    assert set(shapes.values()) == {(1, 7, 128)}


def test_residual_paths_of_a_lone_tower_start_at_boxes_that_are_there() -> None:
    for draw in (encoder_only_diagram, decoder_only_diagram):
        boxes = draw(Sizes(source=5, target=5, d_model=8, vocab=9)).boxes
        parts = {box.part for box in boxes}
        sources = {box.adds_from for box in boxes if box.adds_from}
        assert len(sources) == 2
        assert sources <= parts


@pytest.mark.parametrize(("draw", "label"), [
    (encoder_only_diagram, "diagram.self_attention"),
    (decoder_only_diagram, "diagram.masked_self_attention"),
])  # fmt: skip
def test_only_the_decoders_attention_is_called_masked(draw, label: str) -> None:
    boxes = draw(Sizes(source=5, target=5, d_model=8, vocab=9)).boxes
    assert [box.label for box in boxes if box.part.endswith("self_attention")] == [label]


@pytest.mark.parametrize("fill", [-math.inf, -1e9])
def test_what_a_mask_filled_leaves_the_colours_to_the_scores(fill: float) -> None:
    scores = torch.tensor([[1.5, fill], [-3.0, 2.0]])
    assert largest(scores) == 3.0
    assert largest(torch.full((2, 2), fill)) == 1.0
