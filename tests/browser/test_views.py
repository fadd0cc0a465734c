"""Views of attention, zoom, and links that lead to them: what is drawn is what Python draws."""

from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest

import transformer_viz as tv
from tests.browser.conftest import OpenWindow, Visitor
from transformer_viz.figures.axes import MAX_TICK_LABELS, token_axis
from transformer_viz.session.running import Run
from transformer_viz.wire.pictures import key_labels, query_labels

SENTENCE = "She does not eat the apples."
SITE = "decoder.layers.1.cross_attention"
KIND = "decoder.layers.0.cross_attention"
LONG = "the cat " * 25


@pytest.fixture(scope="module")
def run() -> Run:
    return tv.run(tv.load("en-fr"), SENTENCE)


def view(visitor: Visitor, name: str) -> None:
    visitor.page.select_option("#views select", label=name)


def lines_on_show(visitor: Visitor) -> list[dict[str, Any]]:
    traces = visitor.graph("gd.data.map(({x, y}) => ({x, y}))")
    assert isinstance(traces, list)
    return traces


def assert_lines(visitor: Visitor, expected: go.Figure) -> None:
    visitor.page.wait_for_function(
        "count => document.querySelector('#detail-figure').data[1]?.x?.length === count",
        arg=len(expected.data[1].x),
    )
    shown = lines_on_show(visitor)
    assert len(shown) == len(expected.data)
    for ours, theirs in zip(shown, expected.data, strict=True):
        assert (ours["x"], ours["y"]) == (list(theirs.x), list(theirs.y))


def test_lines_and_chosen_heads_follow_their_controls(visitor: Visitor, run: Run) -> None:
    visitor.open()
    visitor.run(SENTENCE)
    visitor.choose("Cross-attention", 2, 3)
    visitor.page.wait_for_load_state("networkidle")
    visitor.requests.clear()
    axes = (query_labels(run, KIND), key_labels(run, KIND))
    all_heads = run.trace[f"{SITE}.weights"][0]

    view(visitor, "lines")
    assert_lines(visitor, tv.figures.attention_lines(all_heads[2], *axes))
    visitor.page.fill("#line-threshold", "0.02")
    faint = tv.figures.attention_lines(all_heads[2], *axes, threshold=0.02)
    assert_lines(visitor, faint)
    visitor.page.check("#hide-special")
    queries = [piece.is_special for piece in run.next_pieces]
    keys = [piece.is_special for piece in run.source_pieces]
    assert any(queries)
    assert any(keys)
    fewer = tv.figures.without(all_heads[2], queries, keys)
    worded = tv.figures.attention_lines(fewer, *axes, threshold=0.02)
    assert sum(len(x.x) for x in worded.data) < sum(len(x.x) for x in faint.data)
    assert_lines(visitor, worded)
    visitor.page.locator("#target-strip .chip").nth(2).hover()  # the row that wrote it, alone
    visitor.page.wait_for_function(
        "gd => new Set(document.querySelector('#detail-figure').data.slice(0, 6)"
        ".flatMap(({y, x}) => y.filter((_, i) => x[i] === 0))).size === 1"
    )

    view(visitor, "mean of heads")
    visitor.page.click(".head-chips button:nth-of-type(2)")
    visitor.page.click(".head-chips button:nth-of-type(4)")
    visitor.page.wait_for_function(
        "document.querySelector('#legend-text').textContent.includes('1, 3')"
    )
    expected = tv.figures.average_heads(all_heads, heads=[0, 2])
    np.testing.assert_allclose(visitor.graph("gd.data[0].z"), expected, atol=1e-4)
    assert visitor.requests == []
    assert not visitor.errors


def test_a_link_leads_to_the_view_and_the_face(
    visitor: Visitor, open_window: OpenWindow, server: str
) -> None:
    visitor.open(f"?at={SITE}.weights:lines&head=2")
    assert visitor.page.input_value("#views select") == "lines"
    assert visitor.meta["picture"] == "lines:steps:source"
    view(visitor, "mean of heads")
    visitor.page.click("#tab-numbers")
    visitor.page.wait_for_selector(".numbers td")
    other = open_window(server)
    other.page.goto(visitor.link)
    other.page.wait_for_selector(".numbers td")
    assert other.text(".numbers") == visitor.text(".numbers")
    assert other.page.input_value("#views select") == visitor.page.input_value("#views select")
    assert other.text("#status") == ""
    what_a_link_cannot_have_is_said(visitor)


NOT_THERE = (
    ("?at=decoder.layers.99.cross_attention.weights&head=77", "Layer 2, head 4 is shown"),
    ("?at=<b>x</b>&head=0", "names “<b>x</b>”, which this run does not have"),
    (f"?at={SITE}.weights&head=3", ""),
)


def what_a_link_cannot_have_is_said(visitor: Visitor) -> None:
    for query, says in NOT_THERE:
        visitor.open(query)
        assert says in visitor.text("#status") if says else visitor.text("#status") == ""
        visitor.run("I like cats.")
        assert visitor.text("#status") == ""


def test_zoom_shows_every_word_and_survives_a_switch_of_head(visitor: Visitor) -> None:
    visitor.open()
    visitor.run(LONG)
    visitor.choose("Encoder self-attention", 1, 1)
    words = visitor.chips("source")
    assert len(words) > MAX_TICK_LABELS
    ticks = "[gd.layout.xaxis.tickvals, gd.layout.xaxis.ticktext]"
    whole = visitor.graph(ticks)
    python = token_axis(words)
    assert whole == [python["tickvals"], python["ticktext"]]

    box = visitor.page.locator("#detail-figure .nsewdrag").first.bounding_box()
    assert box
    at = [(box["x"] + box["width"] * f, box["y"] + box["height"] * f) for f in (0.2, 0.5)]
    visitor.page.mouse.move(*at[0])
    visitor.page.mouse.down()
    visitor.page.mouse.move(*at[1], steps=5)
    visitor.page.mouse.up()
    visitor.page.wait_for_function(
        "(([one, two]) => two - one === 1)("
        "document.querySelector('#detail-figure').layout.xaxis.tickvals)"
    )
    low, high = visitor.graph("gd._fullLayout.xaxis.range")
    inside = [i for i in range(len(words)) if low <= i <= high]
    assert 5 < len(inside) < MAX_TICK_LABELS
    assert visitor.graph(ticks) == [inside, [words[i] for i in inside]]
    bottom, top = visitor.graph("gd._fullLayout.yaxis.range")
    rows = [i for i in range(len(words)) if top <= i <= bottom]
    assert visitor.graph("gd.layout.yaxis.tickvals") == rows

    visitor.choose("Encoder self-attention", 1, 2)
    assert visitor.graph("gd._fullLayout.xaxis.range") == [low, high]
    assert visitor.graph(ticks) == [inside, [words[i] for i in inside]]
    visitor.page.click("#zoom-reset")
    visitor.page.wait_for_function(
        "count => document.querySelector('#detail-figure').layout.xaxis.tickvals.length === count",
        arg=len(whole[0]),
    )
    assert visitor.graph(ticks) == whole
    assert visitor.page.is_hidden("#zoom-reset")
    assert not visitor.errors
