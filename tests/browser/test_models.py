"""Models of every architecture on the page, held against Python."""

from urllib.parse import urlencode

import pytest

import transformer_viz as tv
from tests.browser.conftest import Visitor
from transformer_viz.capture.edit_text import edits_to_text

MODELS = {
    "Digits, reversed": ("digits-reverse", "40718", "81704"),
    "English, continue": ("en-causal", "The black cat", None),
    "English, fill": ("en-masked", "The black ___ sleeps on the chair.", None),
    "Worked example": ("worked-example", "5 7 9", None),
}


def test_every_model_of_the_list_is_picked_and_every_box_of_its_diagram_opens(
    visitor: Visitor,
) -> None:
    tab_leaves_the_list_of_models_and_closes_it(visitor)
    for title in MODELS:
        a_model_is_picked(visitor, title)
    the_blank_shows_its_candidates(visitor)
    assert not visitor.errors


def a_model_is_picked(visitor: Visitor, title: str) -> None:
    name, source, output = MODELS[title]
    page, before = visitor.page, visitor.run_number
    page.click("#model-picker input")
    page.locator("#model-picker [role=option]").filter(has_text=title).first.click()
    visitor.wait_for_new_run(before)
    run = tv.run(tv.load(name), source)
    assert page.input_value("#source-text textarea") == source
    assert visitor.text("#output-text") == run.output == (output or run.output)
    assert visitor.chips("source") == [t for t in run.source_tokens if run.source_pieces]
    asked = len(visitor.requests)
    assert set(run.trace) <= visitor.listed_tensors()
    for opened in visitor.open_every_box():
        assert "undefined" not in opened.said
    assert not [url for url in visitor.requests[asked:] if "queue" in url]
    trained = "trained" if run.model.card["trained"] else "random weights"
    assert trained in visitor.text("#model-line")
    visitor.wait_for_proofs()
    assert page.locator(".proof[data-holds=false]").count() == 0, title


def the_blank_shows_its_candidates(visitor: Visitor) -> None:
    visitor.open("?model=en-masked&source=The+black+___+sleeps+on+the+chair.")
    visitor.page.wait_for_function(
        "document.querySelector('#output-label')?.textContent.includes('blanks')"
        " && document.querySelector('#detail-figure').data[0].type === 'bar'"
    )
    run = tv.run(tv.load("en-masked"), "The black ___ sleeps on the chair.")
    best = run.trace["probabilities"][0, 2].topk(10).values.tolist()
    assert visitor.graph("[...gd.data[0].x]") == pytest.approx(best, abs=1e-3)


def test_the_worked_example_shows_every_shape_and_opens_it(visitor: Visitor) -> None:
    visitor.open("?model=worked-example&source=5+7+9")
    visitor.panel("walk")
    visitor.page.wait_for_selector("#walk li")
    steps = visitor.page.locator(".walk-step")
    shapes = [text.strip("()") for text in steps.locator("> code").all_inner_texts()]
    three, four = "2, 4, 8", "2, 2, 4, 4"
    assert shapes == ["2, 4", three, three, three, four, four, four, four] + [three] * 4
    pictures = [steps.nth(i).locator("canvas").count() for i in range(len(shapes))]
    assert pictures == [0, 2, 2, 6, 4, 4, 4, 4, 2, 2, 2, 2]
    assert steps.first.locator(".ids").all_inner_texts() == ["5 7 9 2", "4 6 8 2"]

    requests = len(visitor.requests)
    steps.nth(5).click()
    visitor.page.wait_for_function(
        "document.querySelector('#detail-figure').layout.meta.tensor.endsWith('attention.scores')"
    )
    assert len(visitor.requests) == requests
    visitor.run("5 7")
    assert "filled up" in visitor.text("#walk-said")
    assert not visitor.errors


def tab_leaves_the_list_of_models_and_closes_it(visitor: Visitor) -> None:
    visitor.open()
    page = visitor.page
    page.focus("#model-picker input")
    page.wait_for_selector("#model-picker [role=option]")
    page.keyboard.press("Tab")
    page.wait_for_function("!document.querySelector('#model-picker [role=option]')")
    assert page.evaluate("document.activeElement.id") == "more-models"


def test_guesses_and_empty_rows_are_told(visitor: Visitor) -> None:
    what_was_only_guessed_is_told_from_what_was_written(visitor)
    a_row_that_is_blocked_and_filled_looks_at_all_alike(visitor)


def what_was_only_guessed_is_told_from_what_was_written(visitor: Visitor) -> None:
    """Random weights never end: the chip after the last written one is a guess."""
    name, source = "own:decoder-only~max_len=8", "12 7 45 99 8"
    visitor.open("?" + urlencode({"model": name, "source": source}))
    visitor.page.wait_for_selector("#target-strip .guess")
    run = tv.run(tv.load(name), source)
    assert visitor.chips("target") == [*run.target_tokens, run.next_pieces[-1].text]
    title = visitor.page.locator("#target-strip .chip").last.get_attribute("title")
    assert "the best guess for what comes next; it was not written" in str(title)
    assert visitor.page.locator("#target-strip .guess").count() == 1
    visitor.open()
    assert visitor.page.locator("#target-strip .guess").count() == 0  # it ended with </s>


def a_row_that_is_blocked_and_filled_looks_at_all_alike(visitor: Visitor) -> None:
    site = "decoder.layers.1.cross_attention"
    block = edits_to_text([tv.BlockAttention(site, 1, None, head=0)])
    fill = edits_to_text([tv.MaskFill(site)])
    first_head = "#choices tr:has(th:text-is('L2 · H1')) td >> nth=1"
    visitor.page.goto(visitor.address + "?" + urlencode({"edits": block}))
    visitor.tab("heads")
    visitor.page.wait_for_selector(f"{first_head} >> text=∅")
    visitor.tab("inside")
    assert "one that may look at nothing is 0" in visitor.text("#legend-text")
    visitor.page.goto(visitor.address + "?" + urlencode({"edits": f"{block}!{fill}"}))
    visitor.tab("heads")
    visitor.page.wait_for_selector(f"{first_head} >> text=all alike")
    visitor.tab("inside")
    hatched = visitor.page.evaluate(
        "document.querySelector('#detail-figure').data.some(d => d.x?.length === 10)"
    )
    assert hatched  # the mask hides these ten cells, whatever is filled in
    assert not visitor.errors
