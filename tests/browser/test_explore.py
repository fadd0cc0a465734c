"""The page as its visitors use it, held against Python."""

import itertools
import math
from urllib.parse import quote, urlencode

import numpy as np
import plotly.graph_objects as go

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


def test_the_page_opens_with_its_first_picture(visitor: Visitor) -> None:
    visitor.open()
    assert visitor.text("#output-text") == "Le chat noir dort sur la chaise rouge."
    assert not [url for url in visitor.requests if "queue" in url]
    the_keyboard_skips_to_the_picture(visitor)
    for tab in ("write", "heads", "inside"):
        visitor.tab(tab)
        every_control_has_a_name(visitor)
    visitor.run(SENTENCE)
    a_long_text_is_pooled_and_the_page_says_so(visitor)
    assert not visitor.errors
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
    meta_says_what_the_figure_shows(visitor)
    switching_head_and_layer_makes_no_request(visitor)
    a_repeated_word_stays_two_columns(visitor)


def meta_says_what_the_figure_shows(visitor: Visitor) -> None:
    visitor.choose("Cross-attention", 2, 3)
    assert visitor.meta["tensor"] == "decoder.layers.1.cross_attention.weights"
    assert (visitor.meta["layer"], visitor.meta["head"]) == (1, 2)


def switching_head_and_layer_makes_no_request(visitor: Visitor) -> None:
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


def test_a_sentence_is_run_and_refused_in_words(visitor: Visitor) -> None:
    visitor.open()
    bad_text_is_explained_and_the_picture_stays(visitor)
    enter_and_the_button_run(visitor)
    an_example_is_one_click(visitor)
    back_returns_to_the_sentence_before(visitor)


def enter_and_the_button_run(visitor: Visitor) -> None:
    visitor.run("I like cats.")
    assert visitor.text("#output-text") == tv.run(tv.load("en-fr"), "I like cats.").output
    before = visitor.run_number
    visitor.page.fill("#source-text textarea", SENTENCE)
    visitor.page.click("#run-button")
    visitor.wait_for_new_run(before)
    assert visitor.text("#output-text") == tv.run(tv.load("en-fr"), SENTENCE).output


def an_example_is_one_click(visitor: Visitor) -> None:
    before = visitor.run_number
    example = visitor.page.locator("#example-list option").last.inner_text()
    visitor.page.select_option("#example-list", example)
    visitor.wait_for_new_run(before)
    assert visitor.page.input_value("#source-text textarea") == example
    assert visitor.text("#output-text") == tv.run(tv.load("en-fr"), example).output


def a_repeated_word_stays_two_columns(visitor: Visitor) -> None:
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


def bad_text_is_explained_and_the_picture_stays(visitor: Visitor) -> None:
    before = (visitor.run_number, visitor.text("#output-text"))
    for typed, says in BAD_TEXTS:
        visitor.type(typed)
        visitor.page.wait_for_function(
            "says => document.querySelector('#status.error')?.textContent.includes(says)", arg=says
        )
        assert (visitor.run_number, visitor.text("#output-text")) == before
        assert visitor.page.input_value("#source-text textarea") == typed
        assert visitor.page.locator(".stage.stale").count() == 1  # it is not the answer to this
    visitor.run("I like cats.")
    assert visitor.text("#status") == ""
    assert visitor.page.locator(".stage.stale").count() == 0


def an_unknown_model_in_the_link_is_named_and_replaced(visitor: Visitor) -> None:
    visitor.open(f"?model={quote('<b>x</b>')}&source=I+like+cats.")
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


def back_returns_to_the_sentence_before(visitor: Visitor) -> None:
    first = visitor.text("#output-text")
    visitor.run("I like cats.")
    before = visitor.run_number
    visitor.page.go_back()
    visitor.wait_for_new_run(before)
    assert visitor.text("#output-text") == first


BROKEN_LINKS = (
    "?" + urlencode({"at": "decoder.layers.99.cross_attention", "head": "77"}),
    "?at=<script>&head=NaN",
    "?head=-1&unknown=1&lang=xx&theme=plaid&tab=x&panel=y",
    "?%E0%A4%A&source",
    "?source=" + "x" * 9000,
)


def test_a_broken_link_still_opens_the_page(visitor: Visitor) -> None:
    for query in BROKEN_LINKS:
        visitor.open(query)
        assert visitor.text("#output-text") == "Le chat noir dort sur la chaise rouge.", query
        assert not visitor.errors, query
    an_unknown_model_in_the_link_is_named_and_replaced(visitor)


def test_pointing_at_words_and_cells(visitor: Visitor) -> None:
    visitor.open()
    pointing_at_a_written_word_lights_its_row(visitor)
    a_pinned_word_stays_until_escape(visitor)
    pointing_at_a_cell_says_its_number(visitor)
    the_keyboard_reaches_every_head(visitor)


def pointing_at_a_written_word_lights_its_row(visitor: Visitor) -> None:
    chips = visitor.chips("target")
    at = chips.index("noir")
    visitor.page.locator("#target-strip .chip").nth(at).hover()
    assert visitor.page.is_visible("#row-band")
    head = visitor.meta
    row = visitor.graph("gd.data[0].z")[at - 1]  # the row that wrote it reads the token before
    source = visitor.chips("source")
    best = max(range(len(row)), key=row.__getitem__)
    assert f"{source[best]} {row[best]:.2f}" in visitor.text("#readout")
    visitor.page.locator("#source-strip .chip").nth(best).hover()  # who looks at this word?
    column = [line[best] for line in visitor.graph("gd.data[0].z")]
    top = max(range(len(column)), key=column.__getitem__)
    assert f"“{chips[top + 1]}” {column[top]:.2f}" in visitor.text("#readout")
    visitor.page.locator("#target-strip .chip").nth(at).hover()
    shaded = visitor.page.locator("#source-strip .looked-at").count()
    assert shaded == len(source)
    assert head["tensor"].endswith("cross_attention.weights")


def a_pinned_word_stays_until_escape(visitor: Visitor) -> None:
    visitor.page.locator("#target-strip .chip").nth(2).click()
    visitor.page.mouse.move(5, 5)
    assert visitor.page.is_visible("#row-band")
    visitor.page.keyboard.press("Escape")
    visitor.page.mouse.click(5, 5)
    assert not visitor.page.is_visible("#row-band")


def pointing_at_a_cell_says_its_number(visitor: Visitor) -> None:
    box = visitor.page.locator("#detail-figure .nsewdrag").first.bounding_box()
    rows, columns = visitor.graph("[gd.data[0].z.length, gd.data[0].z[0].length]")
    visitor.page.mouse.move(
        box["x"] + box["width"] * 1.5 / columns, box["y"] + box["height"] * 2.5 / rows
    )
    visitor.page.wait_for_selector("#column-band:not([hidden])")
    weight = visitor.graph("gd.data[0].z[2][1]")
    assert f"{weight:.4f}" in visitor.text("#readout")
    assert math.isfinite(weight)


def the_keyboard_reaches_every_head(visitor: Visitor) -> None:
    visitor.choose("Encoder self-attention", 1, 1)
    visitor.page.keyboard.press("ArrowDown")
    visitor.page.keyboard.press("ArrowRight")
    visitor.page.wait_for_function(
        "document.querySelector('#detail-figure').layout.meta.head === 1"
    )
    assert visitor.meta["tensor"] == "encoder.layers.1.self_attention.weights"
    visitor.page.keyboard.press("ArrowDown")  # from the last row of a group into the next
    visitor.page.wait_for_function(
        "document.querySelector('#detail-figure').layout.meta.tensor.startsWith('decoder')"
    )


def test_theme_and_own_target(visitor: Visitor) -> None:
    dark_and_light_share_the_figure(visitor)
    ones_own_target_is_followed(visitor)


def dark_and_light_share_the_figure(visitor: Visitor) -> None:
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


def ones_own_target_is_followed(visitor: Visitor) -> None:
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


FIRST_ROW = "document.querySelector('#detail-figure .nsewdrag').getBoundingClientRect().top"
SMALL_TEXT = """() => {
  const small = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const { parentElement: element, data } = walk.currentNode;
    if (!data.trim() || !element.checkVisibility({ checkVisibilityCSS: true })) continue;
    const size = parseFloat(getComputedStyle(element).fontSize);
    if (size < 12) small.push([size, data.trim().slice(0, 40), element.className]);
  }
  return small;
}"""
INSIDE = ("#source-text", "#output-text", "#run-button", "#diagram", "#detail-figure", "#rail")


SHIFTED = """window.shifted = 0;
new PerformanceObserver((list) => {
  for (const { hadRecentInput, value } of list.getEntries()) shifted += hadRecentInput ? 0 : value;
}).observe({ type: "layout-shift", buffered: true });"""


def test_look_inside_fits_one_screen(visitor: Visitor) -> None:
    visitor.page.add_init_script(SHIFTED)
    for width, height in ((1280, 720), (1440, 900), (1920, 1080), (1152, 720), (1024, 600)):
        size = f"{width}×{height}"
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.open()
        scroll = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        assert visitor.page.evaluate(scroll) == [width, height], size
        for part in INSIDE:  # cause and effect in one window
            box = visitor.page.locator(part).bounding_box()
            assert box, part
            assert box["y"] + box["height"] <= height + 1, (part, size)
            assert box["x"] + box["width"] <= width + 1, (part, size)
        assert visitor.page.evaluate(SMALL_TEXT) == [], size
        assert visitor.page.evaluate("shifted") < 0.05, size  # heights are reserved
        assert visitor.graph("gd._fullLayout.width <= gd.clientWidth + 1")
        assert visitor.graph("gd._fullLayout.height <= gd.clientHeight + 1")
        if height >= 720:
            assert visitor.graph("gd._fullLayout.yaxis._length") >= 10 * 24, size  # ten rows
        if (width, height) == (1280, 720):
            assert visitor.page.evaluate(FIRST_ROW) < 340
            visitor.panel("change")
            button = visitor.page.locator(".change >> text='Head off'").bounding_box()
            assert button
            assert button["y"] + button["height"] < height


def test_a_narrow_window_shows_sentence_output_and_figure_first(visitor: Visitor) -> None:
    visitor.page.set_viewport_size({"width": 390, "height": 844})
    visitor.open()
    page = visitor.page
    for width in (390, 768):
        page.set_viewport_size({"width": width, "height": 844})
        page.wait_for_function(
            "(() => { const gd = document.querySelector('#detail-figure');"
            " return gd._fullLayout.width === gd.clientWidth; })()"
        )
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(SMALL_TEXT) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate(FIRST_ROW) < 500
    page.click("#drawers button >> nth=0")
    page.locator("#diagram .box").first.click()
    assert page.is_hidden("#diagram")  # the drawer closes over what was chosen
    assert visitor.text("#detail-title").endswith("Source tokens")
    page.click("#drawers button >> nth=1")
    assert page.is_visible("#panel-heads")
    page.keyboard.press("Escape")
    assert page.is_hidden("#panel-heads")


def every_control_has_a_name(visitor: Visitor) -> None:
    nameless = visitor.page.evaluate(
        """[...document.querySelectorAll('button, textarea, input, select')]
        .filter(e => e.offsetParent && !(e.getAttribute('aria-label') || e.textContent.trim()
            || e.labels?.[0]?.textContent.trim() || e.title))
        .map(e => e.outerHTML.slice(0, 120))"""
    )
    assert nameless == []


def a_long_text_is_pooled_and_the_page_says_so(visitor: Visitor) -> None:
    assert visitor.text("#pooled-hint") == ""
    visitor.run("the cat " * 40)
    assert "largest weight of 2 × 2 cells" in visitor.text("#pooled-hint")
    size = visitor.page.locator(".thumb canvas").first.evaluate("c => [c.width, c.height]")
    tokens = len(visitor.chips("source"))
    assert size == [-(-tokens // 2), -(-tokens // 2)]


def the_keyboard_skips_to_the_picture(visitor: Visitor) -> None:
    address = visitor.link
    visitor.page.keyboard.press("Tab")
    assert visitor.page.evaluate("document.activeElement.className") == "skip"
    assert visitor.page.locator(".skip").bounding_box()["x"] >= 0  # now it is seen
    visitor.page.keyboard.press("Enter")
    assert visitor.page.evaluate("document.activeElement.id") == "detail-title"
    assert visitor.link == address
