"""The printed steps of the arithmetic face recompute to its result, and that is Python's."""

import math
import re
from urllib.parse import urlencode

import pytest
import torch

import transformer_viz as tv
from tests.browser.conftest import Visitor
from transformer_viz.capture.edit_text import edits_to_text
from transformer_viz.session.running import Run
from transformer_viz.wire.pictures import key_labels, query_labels

SENTENCE = "She does not eat the apples."
CROSS = "decoder.layers.0.cross_attention"


@pytest.fixture(scope="module")
def run() -> Run:
    return tv.run(tv.load("en-fr"), SENTENCE)


def steps(visitor: Visitor, part: str, tensor: str) -> tuple[float, list[tuple[str, float]]]:
    """Open a tensor's arithmetic: the number in its title, and every line's working and result."""
    visitor.page.locator(f'#diagram .box[data-part="{part}"]').click()
    visitor.page.locator(
        "#tensors .tensor", has=visitor.page.get_by_text(tensor, exact=True)
    ).click()
    visitor.page.wait_for_function(
        "name => document.querySelector('#tensors .chosen')?.textContent === name"
        " && document.querySelector('.arithmetic-title')",
        arg=tensor,
    )
    visitor.page.wait_for_load_state("networkidle")
    return read_steps(visitor)


def read_steps(visitor: Visitor) -> tuple[float, list[tuple[str, float]]]:
    """What the arithmetic on show says."""
    title = visitor.page.locator(".arithmetic-title b").inner_text()
    lines = visitor.page.locator(".arithmetic-line").evaluate_all(
        "lines => lines.map(line => [line.children[1].textContent, line.children[2].textContent])"
    )
    printed = [(how, value.strip("Σ ").replace("−∞", "-inf")) for how, value in lines if value]
    return float(title), [(how, float(value)) for how, value in printed]


def recomputed(how: str) -> float:
    """What is printed as a sum, product or quotient, computed in plain Python."""
    assert re.fullmatch(r"[-+*/(). 0-9e]+", how.replace("×", "*")), how
    return eval(how.replace("×", "*"))


def test_numbers_are_taken_apart(visitor: Visitor, run: Run) -> None:
    visitor.open()
    visitor.run(SENTENCE)
    visitor.choose("Cross-attention", 1, 1)
    visitor.page.click("#tab-arithmetic")
    part = "decoder.layers.*.cross_attention"
    title, lines = steps(visitor, part, "softmax")
    weights = run.trace[f"{CROSS}.weights"][0, 0]
    i, j = 0, int(weights[0].argmax())  # the row that writes the first word
    (_, dot), (_, score), (_, masked), (_, exp), (how, weight) = lines
    q, k = run.trace[f"{CROSS}.q"][0, 0, i], run.trace[f"{CROSS}.k"][0, 0, j]
    assert dot == pytest.approx(float(q @ k), rel=1e-3)
    assert score == pytest.approx(float(run.trace[f"{CROSS}.scores"][0, 0, i, j]), rel=1e-3)
    assert masked == score
    assert exp == pytest.approx(math.exp(score), rel=5e-3)
    assert weight == title == pytest.approx(float(weights[i, j]), abs=1e-4)
    assert recomputed(how) == pytest.approx(weight, rel=2e-3)
    words = visitor.page.locator(".term").evaluate_all("all => all.map(t => t.dataset.word)")
    assert words == key_labels(run, "decoder.layers.0.cross_attention")

    before = visitor.page.text_content(".arithmetic-title")
    visitor.page.click(".walker button:nth-of-type(2)")  # one row down
    visitor.page.wait_for_function(
        "before => document.querySelector('.arithmetic-title').textContent !== before",
        arg=before,
    )
    title, lines = steps(visitor, part, "context")
    assert recomputed(lines[-1][0]) == pytest.approx(lines[-1][1], abs=2e-3)
    assert lines[-1][1] == pytest.approx(title, rel=1e-3)
    every_linear_map_sum_and_moment_recomputes(visitor, run)


def test_a_number_that_an_edit_replaced_is_not_passed_off_as_computed(visitor: Visitor) -> None:
    at = f"at={CROSS}.context&head=1&face=arithmetic"
    for edit, says in ((f"&edits=HeadOff~{CROSS}~1~zero", True), ("", False)):
        visitor.page.goto(f"{visitor.address}?model=en-fr&source=I+like+cats.&{at}{edit}")
        visitor.page.wait_for_function(
            "document.querySelector('.arithmetic-title')"
            " && document.querySelector('#source-strip')?.textContent.includes('cats')"
        )
        visitor.page.wait_for_load_state("networkidle")
        visitor.page.wait_for_timeout(500)
        assert ("what you changed" in visitor.text("#face-arithmetic")) == says
    a_row_without_any_key_stands_beside_what_a_low_score_makes_of_it(visitor)


def a_row_without_any_key_stands_beside_what_a_low_score_makes_of_it(visitor: Visitor) -> None:
    site = "decoder.layers.0.self_attention"
    row, fill = tv.BlockAttention(site, 2, None), tv.MaskFill(site)
    run = tv.run(tv.load("en-fr"), SENTENCE, edits=[row])
    n, third = len(run.target_tokens), query_labels(run, "decoder.layers.0.self_attention")[2]
    for edits, title, beside in (([row], 0.0, 1 / n), ([row, fill], 1 / n, 0.0)):
        query = {"edits": edits_to_text(edits), "at": f"{site}.weights", "face": "arithmetic"}
        visitor.page.goto(visitor.address + "?" + urlencode({"source": SENTENCE, **query}))
        visitor.page.wait_for_selector("#edit-list li", state="attached")
        visitor.page.click("#target-strip .chip >> nth=3")
        visitor.page.wait_for_selector(f".arithmetic-title >> text=“{third}” looks at")
        shown, lines = read_steps(visitor)
        assert shown == pytest.approx(title, abs=1e-4)
        assert lines[-1][1] == pytest.approx(beside, abs=1e-4)
        recomputable = [value for how, value in lines if how.startswith("e^(")]
        assert recomputable == ([1.0] if fill in edits else [])
    assert not visitor.errors


def every_linear_map_sum_and_moment_recomputes(visitor: Visitor, run: Run) -> None:
    layer = "decoder.layers.*"
    cases = [
        ("encoder.embeddings.tokens", "embedding", "encoder.embeddings.tokens"),
        ("encoder.embeddings.sum", "positions", "encoder.embeddings.positions"),
        ("encoder.embeddings.sum", "sum", "encoder.embeddings.sum"),
        *((f"{layer}.cross_attention", name, f"{CROSS}.{path}") for name, path in QKVO),
        (f"{layer}.feed_forward", "hidden", "decoder.layers.0.feed_forward.hidden"),
        (f"{layer}.feed_forward", "output", "decoder.layers.0.feed_forward.output"),
        (f"{layer}.cross_attention_norm", "mean", f"{CROSS}_norm.mean"),
        (f"{layer}.cross_attention_norm", "variance", f"{CROSS}_norm.variance"),
        (f"{layer}.cross_attention_norm", "output", f"{CROSS}_norm.output"),
        ("logits", "logits", "logits"),
    ]
    visitor.open()  # no cell is chosen any more
    visitor.run(SENTENCE)
    visitor.choose("Cross-attention", 1, 1)
    visitor.page.click("#tab-arithmetic")
    for part, name, path in cases:
        steps(visitor, part, name)
        matrix = run.trace[path][0]
        reads_source = path.startswith("encoder") or path in (f"{CROSS}.k", f"{CROSS}.v")
        row = 0 if reads_source else 1  # the first word; the decoder's row 0 reads <s>
        values = matrix[0, row] if matrix.dim() == 3 else matrix[row]
        expected = float(values[torch.argmax(values.abs())])
        # Steps may wait for a weight from the server, under the heading of another box.
        visitor.page.wait_for_function(
            "value => Math.abs(document.querySelector('.arithmetic-title b').textContent - value)"
            " <= 1e-3 * Math.abs(value)",
            arg=expected,
        )
        title, lines = read_steps(visitor)
        assert title == pytest.approx(expected, rel=1e-3), path
        how, value = lines[-1]
        assert value == pytest.approx(title, rel=1e-3, abs=1e-4), path
        for function in ("sin", "cos"):
            how = re.sub(
                rf"{function}\((.*)\)",
                lambda found, f=function: str(getattr(math, f)(float(found[1]))),
                how,
            )
        assert recomputed(how) == pytest.approx(value, rel=5e-3, abs=5e-3), path
    assert not visitor.errors


QKVO = (("Q", "q"), ("K", "k"), ("V", "v"), ("output", "output"))
