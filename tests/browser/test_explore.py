"""The page as its visitors use it, held against Python."""

import itertools
import math
from urllib.parse import quote, urlencode

import numpy as np
import plotly.graph_objects as go
import pytest

import transformer_viz as tv
from tests.browser.conftest import OpenWindow, Visitor
from transformer_viz.figures.axes import MAX_TICK_LABELS
from transformer_viz.session.running import Run
from transformer_viz.wire.pictures import blocked_cells, key_labels, query_labels

KINDS = {
    "Encoder self-attention": ("encoder", "self_attention"),
    "Decoder self-attention": ("decoder", "self_attention"),
    "Cross-attention": ("decoder", "cross_attention"),
}
SENTENCE = "She does not eat the apples."


def python_figure(run: Run, kind: str, layer: int, head: int) -> go.Figure:
    stack, block = KINDS[kind]
    site = f"{stack}.layers.{layer - 1}.{block}"
    blocked = blocked_cells(run, site)
    return tv.figures.attention_heatmap(
        run.trace[f"{site}.weights"][0, head - 1],
        query_labels(run, f"{stack}.layers.0.{block}"),
        key_labels(run, f"{stack}.layers.0.{block}"),
        blocked[(head - 1) % len(blocked)],
    )


def test_the_first_picture_is_part_of_the_page(visitor: Visitor) -> None:
    visitor.open()
    assert visitor.text("#output-text") == "Le chat noir dort sur la chaise rouge."
    assert not [url for url in visitor.requests if "queue" in url]
    assert not visitor.errors


def test_nothing_is_fetched_from_elsewhere(visitor: Visitor) -> None:
    visitor.open()
    visitor.run(SENTENCE)
    assert all(url.startswith((visitor.address, "data:", "blob:")) for url in visitor.requests)


def test_every_number_of_the_attention_figures_is_pythons(visitor: Visitor) -> None:
    visitor.open()
    visitor.run(SENTENCE)
    run = tv.run(tv.load("en-fr"), SENTENCE)
    for kind, (layer, head) in itertools.product(KINDS, ((1, 1), (1, 3), (2, 4))):
        visitor.choose(kind, layer, head)
        expected = python_figure(run, kind, layer, head)
        drawn = visitor.graph(
            "gd.data.map(({z, x, y, text}) => ({z, x, y, text: text && text.map(r => [...r])}))"
        )
        np.testing.assert_allclose(drawn[0]["z"], expected.data[0].z, atol=1e-5)
        assert drawn[0]["text"] == [list(row) for row in expected.data[0].text]
        blocked = [[0 if cell is None else cell for cell in row] for row in drawn[1]["z"]]
        np.testing.assert_array_equal(blocked, np.nan_to_num(expected.data[1].z))
        assert drawn[2]["x"] == list(expected.data[2].x)
        assert drawn[2]["y"] == list(expected.data[2].y)
        axes = visitor.graph("[gd.layout.yaxis.ticktext, gd.layout.xaxis.ticktext]")
        assert axes == [
            list(expected.layout.yaxis.ticktext),
            list(expected.layout.xaxis.ticktext),
        ]


def test_meta_says_what_the_figure_shows(visitor: Visitor) -> None:
    visitor.open()
    visitor.choose("Cross-attention", 2, 3)
    assert visitor.meta["tensor"] == "decoder.layers.1.cross_attention.weights"
    assert (visitor.meta["layer"], visitor.meta["head"]) == (1, 2)


def test_switching_head_and_layer_makes_no_request(visitor: Visitor) -> None:
    visitor.open()
    visitor.page.wait_for_load_state("networkidle")
    visitor.requests.clear()
    visitor.choose("Encoder self-attention", 1, 2)
    visitor.choose("Decoder self-attention", 2, 1)
    visitor.page.click("#layer-stepper button:first-child")
    visitor.page.click("#head-stepper button:last-child")
    visitor.page.wait_for_function(
        "document.querySelector('#detail-figure').layout.meta.head === 1"
    )
    assert visitor.requests == []


def test_enter_and_the_button_run(visitor: Visitor) -> None:
    visitor.open()
    visitor.run("I like cats.")
    assert visitor.text("#output-text") == tv.run(tv.load("en-fr"), "I like cats.").output
    before = visitor.run_number
    visitor.page.fill("#source-text textarea", SENTENCE)
    visitor.page.click("#run-button")
    visitor.wait_for_new_run(before)
    assert visitor.text("#output-text") == tv.run(tv.load("en-fr"), SENTENCE).output


def test_an_example_is_one_click(visitor: Visitor) -> None:
    visitor.open()
    before = visitor.run_number
    visitor.page.click("text=My grandmother baked a pie.")
    visitor.wait_for_new_run(before)
    assert visitor.page.input_value("#source-text textarea") == "My grandmother baked a pie."
    assert visitor.text("#output-text") == "Ma grand-mère a préparé une tarte."


def test_a_repeated_word_stays_two_columns(visitor: Visitor) -> None:
    visitor.open()
    visitor.run("the cat the cat")
    visitor.choose("Encoder self-attention", 1, 1)
    words = ["the", "cat", "the", "cat"]
    assert visitor.chips("source")[:4] == words
    assert visitor.graph("gd.layout.xaxis.ticktext")[:4] == words
    columns = visitor.graph("gd.data[0].z.map(row => row.length)")
    assert set(columns) == {len(visitor.chips("source"))}


MARKUP = (
    "<s>",
    "</s>",
    "<b>x</b>",
    "${1+1}",
    "{{value}}",
    "<img src=x onerror=alert(1)>",
    "&amp;",
    "[a](http://b)",
    "$x^2$",
)


def test_markup_is_shown_literally(visitor: Visitor) -> None:
    visitor.open()
    visitor.choose("Encoder self-attention", 1, 1)
    for typed in MARKUP:
        visitor.run(f"I like {typed}.")
        chips = visitor.chips("source")
        assert "".join(chips[:-1]).replace("␣", "") == f"Ilike{typed}.".replace(" ", "")
        drawn = visitor.page.locator("#detail-figure .xtick text").all_text_contents()
        step = -(-len(chips) // MAX_TICK_LABELS)
        assert [label.removeprefix("·") for label in drawn] == chips[::step]
        assert visitor.page.locator("#token-strip img, #token-strip b").count() == 0
    assert not visitor.errors


BAD_TEXTS = (
    ("", "Type a sentence"),
    ("   ", "Type a sentence"),
    ("word " * 500, "2500 characters; the limit is 2000"),
    ("no " * 200, "the limit is 128"),
)


def test_bad_text_is_explained_and_the_picture_stays(visitor: Visitor) -> None:
    visitor.open()
    before = (visitor.run_number, visitor.text("#output-text"))
    for typed, says in BAD_TEXTS:
        visitor.type(typed)
        visitor.page.wait_for_function(
            "says => document.querySelector('#status.error')?.textContent.includes(says)", arg=says
        )
        assert (visitor.run_number, visitor.text("#output-text")) == before
        assert visitor.page.input_value("#source-text textarea") == typed


def test_the_message_goes_away_with_the_next_run(visitor: Visitor) -> None:
    visitor.open()
    visitor.type("")
    visitor.page.wait_for_selector("#status.error")
    visitor.run("I like cats.")
    assert visitor.text("#status") == ""


@pytest.mark.parametrize("name", ["en-xx", "<b>x</b>", "../..", "%00"])
def test_an_unknown_model_in_the_link_is_named_and_replaced(visitor: Visitor, name: str) -> None:
    visitor.open(f"?model={quote(name)}&source=I+like+cats.")
    visitor.page.wait_for_selector("#status.error")
    assert "There is no model called" in visitor.text("#status")
    assert visitor.text("#output-text") == "J'aime les chats."
    assert visitor.page.locator("#status b").count() == 0


def test_a_link_shows_the_same_in_another_window(
    visitor: Visitor, open_window: OpenWindow, server: str
) -> None:
    visitor.open()
    visitor.run(SENTENCE)
    visitor.choose("Decoder self-attention", 2, 4)
    other = open_window(server)
    other.page.goto(visitor.link)
    other.page.wait_for_function(
        "text => document.querySelector('#output-text')?.textContent === text",
        arg=visitor.text("#output-text"),
    )
    other.wait_for_figure()
    assert other.page.input_value("#source-text textarea") == SENTENCE
    assert other.meta["tensor"] == "decoder.layers.1.self_attention.weights"
    assert other.meta["head"] == 3


def test_back_returns_to_the_sentence_before(visitor: Visitor) -> None:
    visitor.open()
    first = visitor.text("#output-text")
    visitor.run("I like cats.")
    before = visitor.run_number
    visitor.page.go_back()
    visitor.wait_for_new_run(before)
    assert visitor.text("#output-text") == first


@pytest.mark.parametrize(
    "query",
    [
        "?" + urlencode({"at": "decoder.layers.99.cross_attention", "head": "77"}),
        "?at=<script>&head=NaN",
        "?head=-1&unknown=1&lang=xx&theme=plaid",
        "?%E0%A4%A&source",
        "?source=" + "x" * 9000,
    ],
)
def test_a_broken_link_still_opens_the_page(visitor: Visitor, query: str) -> None:
    visitor.open(query)
    assert visitor.text("#output-text") == "Le chat noir dort sur la chaise rouge."
    assert not visitor.errors


def test_pointing_at_a_written_word_lights_its_row(visitor: Visitor) -> None:
    visitor.open()
    chips = visitor.chips("target")
    at = chips.index("noir")
    visitor.page.locator("#target-strip .chip").nth(at).hover()
    assert visitor.page.is_visible("#row-band")
    head = visitor.meta
    row = visitor.graph("gd.data[0].z")[at - 1]  # the row that wrote it reads the token before
    source = visitor.chips("source")
    best = max(range(len(row)), key=row.__getitem__)
    assert f"{source[best]} {row[best]:.2f}" in visitor.text("#readout")
    shaded = visitor.page.locator("#source-strip .looked-at").count()
    assert shaded == len(source)
    assert head["tensor"].endswith("cross_attention.weights")


def test_a_pinned_word_stays_until_escape(visitor: Visitor) -> None:
    visitor.open()
    visitor.page.locator("#target-strip .chip").nth(2).click()
    visitor.page.mouse.move(5, 5)
    assert visitor.page.is_visible("#row-band")
    visitor.page.keyboard.press("Escape")
    visitor.page.mouse.click(5, 5)
    assert not visitor.page.is_visible("#row-band")


def test_pointing_at_a_cell_says_its_number(visitor: Visitor) -> None:
    visitor.open()
    box = visitor.page.locator("#detail-figure .nsewdrag").first.bounding_box()
    rows, columns = visitor.graph("[gd.data[0].z.length, gd.data[0].z[0].length]")
    visitor.page.mouse.move(
        box["x"] + box["width"] * 1.5 / columns, box["y"] + box["height"] * 2.5 / rows
    )
    visitor.page.wait_for_selector("#column-band:not([hidden])")
    weight = visitor.graph("gd.data[0].z[2][1]")
    assert f"{weight:.4f}" in visitor.text("#readout")
    assert math.isfinite(weight)


def test_the_keyboard_reaches_every_head(visitor: Visitor) -> None:
    visitor.open()
    visitor.choose("Encoder self-attention", 1, 1)
    visitor.page.keyboard.press("ArrowDown")
    visitor.page.keyboard.press("ArrowRight")
    visitor.page.wait_for_function(
        "document.querySelector('#detail-figure').layout.meta.head === 1"
    )
    assert visitor.meta["tensor"] == "encoder.layers.1.self_attention.weights"


def test_dark_and_light_share_the_figure(visitor: Visitor) -> None:
    visitor.open()
    numbers = visitor.graph("gd.data[0].z")
    light = visitor.graph("gd._fullLayout.coloraxis.colorscale")
    visitor.page.click("#theme-button")
    visitor.page.wait_for_function(
        "before => JSON.stringify(document.querySelector('#detail-figure')"
        "._fullLayout.coloraxis.colorscale) !== before",
        arg=str(light).replace("'", '"').replace(" ", ""),
    )
    assert "dark" in visitor.page.get_attribute("body", "class")
    assert visitor.graph("gd.data[0].z") == numbers
    assert "theme=dark" in visitor.link


def test_ones_own_target_is_followed(visitor: Visitor) -> None:
    visitor.open()
    visitor.page.click("#own-target")
    before = visitor.run_number
    visitor.page.fill("#target-text textarea", "Le chat dort.")
    visitor.page.press("#target-text textarea", "Enter")
    visitor.wait_for_new_run(before)
    run = tv.run(tv.load("en-fr"), "The black cat sleeps on the red chair.", "Le chat dort.")
    assert visitor.chips("target")[:-1] == run.target_tokens
    before = visitor.run_number
    visitor.page.click("#own-target")
    visitor.wait_for_new_run(before)
    assert visitor.text("#output-text") == "Le chat noir dort sur la chaise rouge."


@pytest.mark.parametrize("width", [390, 768, 1440])
def test_nothing_is_cut_off_sideways(visitor: Visitor, width: int) -> None:
    visitor.page.set_viewport_size({"width": width, "height": 844})
    visitor.open()
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= width
    assert visitor.graph("gd._fullLayout.width <= gd.clientWidth + 1")


def test_the_figure_follows_the_window(visitor: Visitor) -> None:
    visitor.open()
    visitor.page.set_viewport_size({"width": 800, "height": 900})
    visitor.page.wait_for_function(
        "(() => { const gd = document.querySelector('#detail-figure');"
        " return gd._fullLayout.width === gd.clientWidth; })()"
    )


def test_every_control_has_a_name(visitor: Visitor) -> None:
    visitor.open()
    nameless = visitor.page.evaluate(
        """[...document.querySelectorAll('button, textarea, input, select')]
        .filter(e => e.offsetParent && !(e.getAttribute('aria-label') || e.textContent.trim()
            || e.labels?.[0]?.textContent.trim() || e.title))
        .map(e => e.outerHTML.slice(0, 120))"""
    )
    assert nameless == []


def test_a_long_text_is_pooled_and_the_page_says_so(visitor: Visitor) -> None:
    visitor.open()
    assert visitor.text("#pooled-hint") == ""
    visitor.run("the cat " * 40)
    assert "largest weight of 2 × 2 cells" in visitor.text("#pooled-hint")
    size = visitor.page.locator(".thumb canvas").first.evaluate("c => [c.width, c.height]")
    tokens = len(visitor.chips("source"))
    assert size == [-(-tokens // 2), -(-tokens // 2)]


def test_the_keyboard_skips_to_the_picture(visitor: Visitor) -> None:
    visitor.open()
    address = visitor.link
    visitor.page.keyboard.press("Tab")
    assert visitor.page.evaluate("document.activeElement.className") == "skip"
    assert visitor.page.locator(".skip").bounding_box()["x"] >= 0  # now it is seen
    visitor.page.keyboard.press("Enter")
    assert visitor.page.evaluate("document.activeElement.id") == "detail-title"
    assert visitor.link == address
