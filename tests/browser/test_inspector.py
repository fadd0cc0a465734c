"""Every box opens, and what it shows is what Python computed."""

import re
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest

import transformer_viz as tv
from tests.browser.conftest import Visitor
from transformer_viz.session.running import Run

SENTENCE = "She does not eat the apples."
VIEWS = {  # by the tensor that they are made of
    "as curves": "positions",
    "similarity": "positions",
    "lines": "softmax",
    "mean of heads": "softmax",
    "× ‖v‖": "softmax",
    "rollout": "softmax",
    "lengths along the stack": "output",
}


@pytest.fixture(scope="module")
def run() -> Run:
    return tv.run(tv.load("en-fr"), SENTENCE)


def open_box(visitor: Visitor, part: str, key: str, face: str = "picture") -> None:
    """Choose a box of the diagram, one of its tensors, and a face."""
    at = [box["part"] for box in boxes(visitor)].index(part)
    visitor.page.locator("#diagram .box").nth(at).click()
    visitor.page.click(f"#tab-{face}")
    of = VIEWS.get(key, key)
    visitor.page.locator(".tensor", has=visitor.page.get_by_text(of, exact=True)).click()
    if key in VIEWS:
        visitor.page.select_option("#views select", label=key)


def boxes(visitor: Visitor) -> list[dict[str, Any]]:
    labels = visitor.page.locator("#diagram .box").evaluate_all(
        "boxes => boxes.map(box => ({ part: box.dataset.part, shape: box.ariaLabel }))"
    )
    assert labels
    return labels


def drawn(visitor: Visitor, picture: str, path: str) -> list[dict[str, Any]]:
    """The traces on show, once they are those of this picture."""
    visitor.page.wait_for_function(
        "([picture, path]) => { const m = document.querySelector('#detail-figure').layout?.meta;"
        " return m && m.picture === picture && m.tensor === path; }",
        arg=[picture, path],
    )
    traces = visitor.graph(
        "gd.data.map(({z, x, y, text}) => ({z, x, y, text}))",
    )
    assert isinstance(traces, list)
    return traces


def assert_same(shown: list[dict[str, Any]], expected: go.Figure, atol: float = 1e-6) -> None:
    assert len(shown) == len(expected.data)
    for ours, theirs in zip(shown, expected.data, strict=True):
        for key in ("z", "x", "y"):
            if key not in theirs or theirs[key] is None:
                continue
            left, right = numbers(ours[key]), numbers(theirs[key])
            np.testing.assert_allclose(left, right, atol=atol, rtol=1e-5)


def numbers(values: Any) -> np.ndarray[Any, Any]:
    """Nested lists, dictionaries of typed arrays and None as one array with gaps."""
    if isinstance(values, dict):
        values = list(values.values())
    rows = [list(row.values()) if isinstance(row, dict) else row for row in values]
    return np.array(rows, dtype=float)


def test_every_kind_of_figure_shows_pythons_numbers(visitor: Visitor, run: Run) -> None:
    visitor.open()
    visitor.run(SENTENCE)
    cross = "decoder.layers.0.cross_attention"
    part, norm = "decoder.layers.*.cross_attention", "decoder.layers.*.cross_attention_norm"
    feed, encodings = "decoder.layers.*.feed_forward", "encoder.embeddings.positions"
    cases = [  # box, tensor or view, picture, and what it is called in Python
        (
            "encoder.embeddings.tokens",
            "embedding",
            "vectors:source:plain",
            "encoder.embeddings.tokens",
        ),
        ("encoder.embeddings.sum", "as curves", "curves:source", f"{encodings}:curves"),
        ("encoder.embeddings.sum", "similarity", "similarity:source", f"{encodings}:similarity"),
        (part, "Q", "vectors:target:q", f"{cross}.q"),
        (part, "K", "vectors:source:k", f"{cross}.k"),
        (part, "V", "vectors:source:v", f"{cross}.v"),
        (part, "QKᵀ / √d", "scores:steps:source", f"{cross}.scores"),
        (part, "lines", "lines:steps:source", f"{cross}.weights:lines"),
        (part, "mean of heads", "weights:steps:source", f"{cross}.weights:average"),
        (part, "× ‖v‖", "weights:steps:source", f"{cross}.weights:value_weighted"),
        (
            "encoder.layers.*.self_attention",
            "rollout",
            "weights:source:source",
            "encoder.layers.1.self_attention.weights:rollout",
        ),
        (norm, "variance", "norms:target", f"{cross}_norm.variance"),
        (norm, "lengths along the stack", "lengths:target", f"{cross}_norm.output:lengths"),
        (feed, "activated", "vectors:target:plain", "decoder.layers.0.feed_forward.activated"),
        ("logits", "logits", "vectors:target:plain", "logits"),
        ("probabilities", "the ten best", "probabilities", "probabilities"),
    ]
    visitor.choose("Cross-attention", 1, 1)
    visitor.page.locator(".layer-chooser button").nth(0).wait_for()
    for box, key, picture, at in cases:
        open_box(visitor, box, key)
        atol = 1e-4 if "weights" in at else 1e-5
        shown = drawn(visitor, picture, at.partition(":")[0])
        assert_same(shown, tv.figure_at(run, at), atol)
    assert not visitor.errors


def test_all_tensors_of_a_decoder_layer_are_two_clicks_away(visitor: Visitor, run: Run) -> None:
    visitor.open()
    visitor.choose("Cross-attention", 1, 1)
    open_box(visitor, "decoder.layers.*.feed_forward", "hidden")  # with the mouse itself
    assert "decoder.layers.0.feed_forward.hidden" in visitor.text("#tensor-path")
    reached = set()
    for opened in visitor.open_every_box(tensors=True):
        if opened.part.startswith("decoder.layers"):
            reached |= set(re.findall(r'trace\["([^"]+)"\]', opened.path))
    assert set(run.trace) <= visitor.listed_tensors()
    assert {path for path in reached if path.startswith("decoder.layers.0.")} == {
        path for path in run.trace if path.startswith("decoder.layers.0.")
    }
    assert len(reached) >= 25
    the_diagram_carries_this_runs_shapes_and_is_walked_by_keys(visitor, run)


def the_diagram_carries_this_runs_shapes_and_is_walked_by_keys(visitor: Visitor, run: Run) -> None:
    visitor.open()
    the_keyboard_walks_the_diagram(visitor)
    visitor.run(SENTENCE)
    shapes = {box["part"]: box["shape"] for box in boxes(visitor)}
    n, m = len(run.source_tokens), len(run.target_tokens)
    assert shapes["encoder.layers.*.self_attention"].endswith(
        f"batch × pos × d_model = 1 × {n} × 128"
    )
    assert shapes["logits"].endswith(f"= 1 × {m} × {run.trace['logits'].shape[-1]}")


def the_keyboard_walks_the_diagram(visitor: Visitor) -> None:
    visitor.page.locator("#diagram .box.chosen").focus()
    visitor.page.keyboard.press("ArrowUp")
    assert visitor.text("#box-title") == "Add & Norm"
    visitor.page.keyboard.press("ArrowUp")
    assert visitor.text("#box-title") == "Feed forward"
    visitor.page.keyboard.press("ArrowLeft")
    assert visitor.text("#crumbs").startswith("Encoder")
    assert "at=encoder" in visitor.link


def the_code_is_the_source_that_ran(visitor: Visitor) -> None:
    visitor.page.click("#tab-code")
    visitor.page.wait_for_selector(".code-line")
    listed = visitor.page.locator(".code-line").evaluate_all(
        "rows => rows.map(row => [row.children[0].textContent, row.children[1].textContent])"
    )
    source = (tv.figures.__path__[0].rsplit("/", 1)[0]) + "/model/attention.py"
    with open(source, encoding="utf-8") as file:
        lines = file.read().split("\n")
    assert len(listed) > 10
    for number, text in listed:
        assert lines[int(number) - 1].strip() == text.strip()
    visitor.page.click('.code-line[data-tensor$=".scores"]')
    assert visitor.text("#tensor-path").startswith('trace["decoder.layers')
    assert ".scores" in visitor.text("#tensor-path")


def test_code_and_numbers_are_pythons_and_can_be_taken_home(visitor: Visitor, run: Run) -> None:
    visitor.open()
    the_code_is_the_source_that_ran(visitor)
    visitor.page.click("#tab-picture")
    visitor.run(SENTENCE)
    visitor.choose("Cross-attention", 2, 3)
    visitor.page.click("#tab-numbers")
    visitor.page.wait_for_selector(".numbers td")
    shown = visitor.page.locator(".numbers tr:nth-child(2) td").all_inner_texts()
    expected = run.trace["decoder.layers.1.cross_attention.weights"][0, 2, 0]
    assert shown == [f"{x:.4f}" for x in expected.tolist()]
    with visitor.page.expect_download() as download:
        visitor.page.click("text=Download CSV")
    content = download.value.path().read_text(encoding="utf-8").split("\n")
    np.testing.assert_allclose([float(x) for x in content[1].split(",")[1:]], expected, atol=1e-6)
    with visitor.page.expect_download() as download:
        visitor.page.click("text=All tensors (NPZ)")
    with np.load(download.value.path()) as arrays:
        assert set(arrays) == set(run.trace)
        np.testing.assert_allclose(arrays["logits"], run.trace["logits"], atol=1e-4)
