"""Models of every architecture on the page, held against Python."""

import pytest

import transformer_viz as tv
from tests.browser.conftest import Visitor

MODELS = {
    "Digits, reversed": ("digits-reverse", "40718", "81704"),
    "English, continue": ("en-causal", "The black cat", None),
    "English, fill": ("en-masked", "The black ___ sleeps on the chair.", None),
    "Worked example": ("worked-example", "5 7 9", None),
}


@pytest.mark.parametrize("title", MODELS)
def test_a_model_is_picked_and_every_box_of_its_diagram_opens(visitor: Visitor, title: str) -> None:
    name, source, output = MODELS[title]
    visitor.open()
    page, before = visitor.page, visitor.run_number
    page.click("#model-picker input")
    page.locator("#model-picker [role=option]").filter(has_text=title).first.click()
    visitor.wait_for_new_run(before)
    run = tv.run(tv.load(name), source)
    assert page.input_value("#source-text textarea") == source
    assert visitor.text("#output-text") == run.output == (output or run.output)
    assert visitor.chips("source") == [t for t in run.source_tokens if run.source_pieces]
    asked = len(visitor.requests)
    for box in page.locator("#diagram .box").all():
        box.click()
        page.wait_for_function(
            "part => document.querySelector('#diagram .chosen')?.dataset.part === part",
            arg=box.get_attribute("data-part"),
        )
        assert "undefined" not in visitor.text(".detail")
    assert not [url for url in visitor.requests[asked:] if "queue" in url]
    trained = "trained" if run.model.card["trained"] else "random weights"
    assert trained in visitor.text("#model-line")
    page.wait_for_selector(".proof")
    assert page.locator(".proof[data-holds=false]").count() == 0
    assert not visitor.errors


def test_the_blank_shows_its_candidates(visitor: Visitor) -> None:
    visitor.open("?model=en-masked&source=The+black+___+sleeps+on+the+chair.")
    visitor.page.wait_for_function(
        "document.querySelector('#output-label')?.textContent.includes('blanks')"
        " && document.querySelector('#detail-figure').data[0].type === 'bar'"
    )
    run = tv.run(tv.load("en-masked"), "The black ___ sleeps on the chair.")
    best = run.trace["probabilities"][0, 2].topk(10).values.tolist()
    assert visitor.graph("[...gd.data[0].x]") == pytest.approx(best, abs=1e-3)
