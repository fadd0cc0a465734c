"""Figures of vectors, positions, norms, probabilities, and views of several heads."""

import itertools
import math

import numpy as np
import pytest
import torch

import transformer_viz.figures as figures
from tests.helpers import small_decoder_only, small_encoder_only, small_model
from transformer_viz.anatomy.boxes import Box, boxes_of
from transformer_viz.figures.diagram import Diagram, Placed, place_boxes
from transformer_viz.figures.tensors import largest
from transformer_viz.model.positions import sinusoidal_positions

BLOCKS = {small_encoder_only: 2, small_decoder_only: 2, small_model: 5}  # of one layer


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


def drawn(model) -> dict[str, tuple[Box, Placed]]:
    """Every box with its place, from bottom to top within a tower."""
    boxes = boxes_of(model)
    plan = plan_of(model)
    return {box.part: (box, placed) for box, placed in zip(boxes, plan.boxes, strict=True)}


def plan_of(model) -> Diagram:
    sizes = {"encoder": model.config.n_encoder_layers, "decoder": model.config.n_decoder_layers}
    return place_boxes(boxes_of(model), {tower: sizes[tower] for tower in model.config.towers})


def assert_none_overlap(placed: list[Placed]) -> None:
    for below, above in itertools.pairwise(placed):
        assert above.y + above.height < below.y


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_the_diagram_has_every_box_once_and_none_overlap(norm: str) -> None:
    model = small_model(norm=norm, n_encoder_layers=2, n_decoder_layers=3)
    boxes, diagram = drawn(model), plan_of(model)
    parts = [box.part for box in boxes_of(model)]
    assert len(set(parts)) == len(parts)
    assert {frame.tower: frame.layers for frame in diagram.frames} == {"encoder": 2, "decoder": 3}
    for column, tower in enumerate(("encoder", "decoder")):
        placed = [place for box, place in boxes.values() if box.tower == tower]
        assert {place.column for place in placed} == {column}
        assert_none_overlap(placed)
    assert boxes["encoder.tokens"][1].x < boxes["decoder.tokens"][1].x  # as in the paper
    norms = [part for part in parts if ".layers." in part and part.endswith("_norm")]
    final = ["encoder.final_norm", "decoder.final_norm"] if norm == "pre" else []
    assert [part for part in parts if part.endswith("final_norm")] == final
    blocks = [part for part in parts if part.endswith(("attention", "feed_forward"))]
    for block in blocks:
        order = parts.index(f"{block}_norm") - parts.index(block)
        assert order == (1 if norm == "post" else -1)
        assert (boxes[f"{block}_norm"][1].y < boxes[block][1].y) is (norm == "post")
    assert len(norms) == len(blocks) == 5


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_a_frame_holds_the_boxes_of_its_layer_and_no_others(norm: str) -> None:
    model = small_model(norm=norm, n_encoder_layers=2, n_decoder_layers=3)
    for frame in plan_of(model).frames:
        for box, place in drawn(model).values():
            is_beside = frame.x <= place.x and place.x + place.width <= frame.x + frame.width
            is_between = frame.y <= place.y and place.y + place.height <= frame.y + frame.height
            is_inside = is_beside and is_between
            assert is_inside is (box.part.startswith(f"{frame.tower}.layers.")), box.part


@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize(
    ("build", "tower"), [(small_encoder_only, "encoder"), (small_decoder_only, "decoder")]
)
def test_one_tower_is_one_column_of_what_the_whole_figure_has(build, tower: str, norm: str) -> None:
    model = build(norm=norm, **{f"n_{tower}_layers": 3})
    diagram, boxes = plan_of(model), drawn(model)
    whole_model = small_model(norm=norm, n_encoder_layers=3, n_decoder_layers=3)
    whole, whole_boxes = plan_of(whole_model), drawn(whole_model)
    expected = {part for part in whole_boxes if part.startswith(tower) and "cross" not in part}
    assert set(boxes) == expected | {"logits", "probabilities"}
    assert [(frame.tower, frame.layers) for frame in diagram.frames] == [(tower, 3)]
    assert diagram.width < whole.width
    assert_none_overlap([place for _, place in boxes.values()])
    for _, place in (*boxes.values(), *whole_boxes.values()):
        assert place.x >= 0
        assert place.y >= 0
    for plan in (diagram, whole):
        for place in plan.boxes:
            assert place.x + place.width <= plan.width
            assert place.y + place.height <= plan.height


@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize("build", [small_encoder_only, small_decoder_only, small_model])
def test_residual_paths_start_at_boxes_that_are_there(build, norm: str) -> None:
    """What is added to a block's result is what entered the block, or its norm."""
    boxes = {part: box for part, (box, _) in drawn(build(norm=norm)).items()}
    sums = {part: box for part, box in boxes.items() if box.kind in ("add", "add_norm")}
    for part, box in sums.items():
        block = part.removesuffix("_norm").removesuffix("_add")
        source, added = box.inputs
        assert added == block
        enters = f"{block}_norm" if norm == "pre" else block
        assert source == boxes[enters].inputs[0]
        assert source in boxes
    assert len(sums) == BLOCKS[build]


@pytest.mark.parametrize("fill", [-math.inf, -1e9])
def test_what_a_mask_filled_leaves_the_colours_to_the_scores(fill: float) -> None:
    scores = torch.tensor([[1.5, fill], [-3.0, 2.0]])
    assert largest(scores) == 3.0
    assert largest(torch.full((2, 2), fill)) == 1.0
