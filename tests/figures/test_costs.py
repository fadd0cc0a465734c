"""Curves of what a Transformer costs."""

from __future__ import annotations

import math

import numpy as np
import plotly.graph_objects as go
import pytest
from torch.utils.flop_counter import FlopCounterMode

import transformer_viz.figures as figures
from tests.helpers import random_ids, small_config
from transformer_viz.figures.costs import CURVES, LONGEST, SHORTEST_PICTURE
from transformer_viz.model.architectures import build_model
from transformer_viz.model.config import TransformerConfig
from transformer_viz.model.costs import PARTS, QUADRATIC, costs, overtaking

CONFIG = small_config(d_model=12, n_heads=3, d_k=2, d_v=5, d_ff=40)


def curves(figure: go.Figure) -> list[go.Scatter]:
    return [trace for trace in figure.data if trace.showlegend is None]


@pytest.mark.parametrize("scale", ["linear", "log"])
def test_the_curves_add_up_to_what_torch_counts_in_a_real_pass(scale: str) -> None:
    figure = figures.cost_curves(CONFIG, 7, scale)
    model = build_model(CONFIG).eval().requires_grad_(False)
    for n in (1, 7):
        with FlopCounterMode(display=False) as counter:
            model(random_ids(11, 1, n), random_ids(13, 1, n))
        total = sum(trace.y[list(trace.x).index(n)] for trace in curves(figure))
        assert total * 2 == counter.get_total_flops()


def test_every_part_with_products_is_in_one_curve() -> None:
    drawn = [part for parts in CURVES.values() for part in parts]
    assert len(drawn) == len(set(drawn))
    idle = {part for part, cost in costs(CONFIG, 9, 9).items() if not cost.multiply_adds}
    assert set(drawn) | idle == set(PARTS)


@pytest.mark.parametrize("scale", ["linear", "log"])
def test_attention_is_a_parabola_and_the_others_are_lines_through_zero(scale: str) -> None:
    squares, *others = curves(figures.cost_curves(CONFIG, 20, scale))
    x = np.array(squares.x, dtype=float)
    np.testing.assert_allclose(np.array(squares.y) / x**2, squares.y[0])
    for line in others:
        np.testing.assert_allclose(np.array(line.y) / np.array(line.x), line.y[0])
    assert len(others) == 3


def test_this_length_is_marked_on_every_curve_and_nowhere_else() -> None:
    figure = figures.cost_curves(CONFIG, 33)
    for trace in curves(figure):
        (at,) = np.flatnonzero(trace.marker.size)
        assert trace.x[at] == 33
    (mark,) = [trace for trace in figure.data if trace.mode == "lines+text"]
    assert (mark.x, mark.text[-1]) == ((33, 33), "n = 33")
    assert mark.y == (0, max(trace.y[-1] for trace in curves(figure)))


@pytest.mark.parametrize("scale", ["linear", "log"])
def test_the_ring_is_where_the_parabola_meets_the_feed_forward(scale: str) -> None:
    figure = figures.cost_curves(CONFIG, 5, scale)
    (ring,) = [trace for trace in figure.data if trace.mode == "markers"]
    squares, feed_forward, *_ = curves(figure)
    per_pair, per_token = squares.y[0] / squares.x[0] ** 2, feed_forward.y[0] / feed_forward.x[0]
    assert ring.x[0] == pytest.approx(per_token / per_pair)
    assert ring.y[0] == pytest.approx(per_pair * ring.x[0] ** 2)
    (label,) = figure.layout.annotations
    place = (math.log10(label.x), math.log10(label.y)) if scale == "linear" else (label.x, label.y)
    assert place == pytest.approx((math.log10(ring.x[0]), math.log10(ring.y[0])))
    assert label.text.endswith(f"n = {math.ceil(overtaking(CONFIG))}")


def test_the_picture_reaches_the_meeting_and_this_length_but_has_an_end() -> None:
    def longest(n: int, **sizes: int) -> int:
        return figures.cost_curves(small_config(**sizes), n).layout.xaxis.range[1]

    assert longest(9) == SHORTEST_PICTURE
    assert longest(2_000) == 2_000
    wide = small_config(d_ff=2_000)
    assert overtaking(wide) * 1.25 > SHORTEST_PICTURE
    assert longest(9, d_ff=2_000) == math.ceil(overtaking(wide) * 1.25)
    assert longest(9, d_ff=100_000) == SHORTEST_PICTURE
    far = figures.cost_curves(small_config(d_ff=100_000), 9)
    assert not far.layout.annotations
    assert longest(LONGEST) == LONGEST


def test_the_axes_of_a_logarithmic_picture_hold_exponents() -> None:
    layout = figures.cost_curves(CONFIG, 9, "log").layout
    assert (layout.xaxis.type, layout.yaxis.type) == ("log", "log")
    assert layout.xaxis.range == (0, math.log10(SHORTEST_PICTURE))
    assert figures.cost_curves(CONFIG, 9).layout.xaxis.type == "linear"


def test_an_encoder_alone_has_no_curve_of_cross_attention() -> None:
    config = TransformerConfig(
        architecture="encoder-only",
        source_vocab_size=10,
        target_vocab_size=0,
        n_decoder_layers=0,
        d_model=8,
        n_heads=2,
        d_ff=16,
        n_encoder_layers=1,
    )
    squares = curves(figures.cost_curves(config, 4))[0]
    assert squares.y[0] == 2 * 8  # q·k and weights·v of one layer, 8 wide together
    assert sum(costs(config, 4, 4)[part].multiply_adds for part in QUADRATIC) == 16 * 16


def test_colours_come_from_the_template() -> None:
    for trace in curves(figures.cost_curves(CONFIG, 9)):
        assert trace.line.color is None
        assert trace.marker.color is None
