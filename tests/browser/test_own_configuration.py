"""The form for a configuration of one's own, held against Python."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import pytest

import transformer_viz as tv
from tests.browser.conftest import Visitor
from transformer_viz.checkpoints.own import read_own
from transformer_viz.checkpoints.presets import PRESETS
from transformer_viz.figures import theme
from transformer_viz.model.config import TransformerConfig
from transformer_viz.model.costs import PARTS, costs

DRAWN_FIRST = "document.querySelector('#detail-figure')?._fullLayout?.meta"
DRAWN = "document.querySelector('#cost-curves')?.layout?.meta"
COLUMNS = ("parameters", "multiply_adds", "weight_bytes", "square_bytes")
READ_CURVES = """() => document.querySelector('#cost-curves')._fullData.map((trace) => ({
  x: Array.from(trace.x), y: Array.from(trace.y), name: trace._input.name ?? null }))"""


def open_form(visitor: Visitor, query: str = "") -> Visitor:
    visitor.open(query)
    visitor.page.click("#more-models")
    visitor.page.wait_for_function(DRAWN)
    return visitor


def fill(visitor: Visitor, **values: object) -> None:
    for name, value in values.items():
        field = visitor.page.locator(f"#own-{name}")
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(str(value))
        else:
            field.fill(str(value))


def wait_for_model(visitor: Visitor, name: str) -> None:
    visitor.page.wait_for_function(f"name => {DRAWN}.model === name", arg=name)


def table(visitor: Visitor) -> dict[str, list[int]]:
    """The numbers of every row as they stand on the page."""
    rows = visitor.page.locator("#costs tr[data-part]")
    found = {}
    for row in rows.all():
        cells = [row.locator(f".{column}").inner_text() for column in COLUMNS]
        found[row.get_attribute("data-part")] = [int(text.replace(",", "")) for text in cells]
    return found


def expected_table(config: TransformerConfig, n: int) -> dict[str, list[int]]:
    of = costs(config, n, n)
    rows = {
        part: [getattr(of[part], column) for column in COLUMNS]
        for part in PARTS
        if "cross" not in part or len(config.towers) == 2
    }
    return {**rows, "total": [sum(column) for column in zip(*rows.values(), strict=True)]}


def check_curves(visitor: Visitor, config: TransformerConfig, n: int, scale: str) -> None:
    figure = tv.figures.cost_curves(config, n, scale)
    drawn = visitor.page.evaluate(READ_CURVES)
    assert [trace["name"] for trace in drawn] == [trace.name for trace in figure.data]
    for ours, theirs in zip(drawn, figure.data, strict=True):
        assert ours["x"] == [float(x) for x in theirs.x]
        assert ours["y"] == pytest.approx([float(y) for y in theirs.y], rel=1e-12)


def cost_requests(visitor: Visitor) -> list[str]:
    return [url for url in visitor.requests if "/viz/costs" in url]


def test_table_and_curves_are_pythons_before_anything_is_built(visitor: Visitor) -> None:
    open_form(visitor)
    page, n = visitor.page, int(visitor.page.input_value("#own-length"))
    run = tv.run(tv.load("en-fr"), page.input_value("#source-text textarea"))
    assert n == max(len(run.source_tokens), len(run.target_tokens))  # as long as what is on show
    asked = len(visitor.requests)
    changed = "~d_model=30~n_heads=3~d_k=4~d_v=9~norm=pre"
    for changes, name, scale in (
        ({}, "own:encoder-decoder", "linear"),
        (
            {"d_model": 30, "n_heads": 3, "d_k": 4, "d_v": 9, "norm": "pre"},
            f"own:encoder-decoder{changed}",
            "linear",
        ),
        (
            {"architecture": "encoder-only", "positions": "learned"},
            f"own:encoder-only{changed}~positions=learned",
            "log",
        ),
    ):
        fill(visitor, **changes)
        page.set_checked("#own-log", scale == "log")
        page.wait_for_function(
            f"([name, scale]) => {DRAWN}.model === name && {DRAWN}.scale === scale",
            arg=[name, scale],
        )
        config = read_own(name).config
        assert table(visitor) == expected_table(config, n)
        check_curves(visitor, config, n, scale)
    assert not [url for url in visitor.requests[asked:] if "/viz/costs" not in url]
    the_length_moves_the_mark_and_the_numbers(visitor)
    the_papers_base_model_shows_its_costs_and_why_it_is_not_built(visitor)
    the_curves_take_the_colours_of_the_theme(visitor)
    assert not visitor.errors


def test_what_is_typed_is_checked_where_it_stands(visitor: Visitor) -> None:
    typing_asks_once_and_a_mistake_is_shown_where_it_was_made(visitor)
    what_is_no_size_is_named(visitor)
    what_was_typed_survives_closing_the_dialog(visitor)
    every_control_has_a_name_and_is_reached_by_the_keyboard(visitor)


def the_length_moves_the_mark_and_the_numbers(visitor: Visitor) -> None:
    open_form(visitor)
    visitor.page.fill("#own-length", "300")
    visitor.page.wait_for_function(f"{DRAWN}.n === 300")
    config = read_own("own:encoder-decoder").config
    assert table(visitor) == expected_table(config, 300)
    assert "n = 300" in visitor.text("#overtaking")
    assert "171" in visitor.text("#overtaking")
    check_curves(visitor, config, 300, "linear")
    visitor.page.fill("#own-length", "0")
    visitor.page.wait_for_function("document.querySelector('#own-length-problem').textContent")
    assert visitor.text("#own-length-problem").endswith("from 1 to 4,096.")
    assert table(visitor) == expected_table(config, 300)


def typing_asks_once_and_a_mistake_is_shown_where_it_was_made(visitor: Visitor) -> None:
    open_form(visitor)
    page, before = visitor.page, table(visitor)
    asked = len(cost_requests(visitor))
    page.click("#own-d_model", click_count=3)
    page.keyboard.type("130", delay=20)
    page.wait_for_function("document.querySelector('#own-d_model-problem').textContent")
    assert len(cost_requests(visitor)) == asked + 1
    assert visitor.text("#own-d_model-problem") == (
        "d_model = 130 cannot be split into 4 heads. Try 128 or 132."
    )
    assert page.get_attribute("#own-d_model", "aria-invalid") == "true"
    assert "own-d_model-problem" in str(page.get_attribute("#own-d_model", "aria-describedby"))
    assert page.is_disabled("#own-build")
    assert table(visitor) == before  # the last good one
    assert page.input_value("#own-d_model") == "130"
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    page.keyboard.type("32")
    wait_for_model(visitor, "own:encoder-decoder~d_model=132")
    assert page.get_attribute("#own-d_model", "aria-invalid") == "false"
    assert visitor.text("#own-d_model-problem") == ""
    assert page.is_enabled("#own-build")
    assert not visitor.errors


def what_is_no_size_is_named(visitor: Visitor) -> None:
    open_form(visitor)
    for typed in ("", "-1", "2.5", "1e", "99999999999999"):
        fill(visitor, n_heads=4)
        visitor.page.wait_for_function(
            "!document.querySelector('#own-n_heads-problem').textContent"
        )
        visitor.page.click("#own-n_heads", click_count=3)
        visitor.page.keyboard.press("Delete")
        visitor.page.keyboard.type(typed)
        visitor.page.wait_for_function("document.querySelector('#own-n_heads-problem').textContent")
        assert visitor.text("#own-n_heads-problem").endswith("a whole number from 1 to 16.")
        assert visitor.page.is_disabled("#own-build")


def the_papers_base_model_shows_its_costs_and_why_it_is_not_built(visitor: Visitor) -> None:
    open_form(visitor)
    page = visitor.page
    page.select_option("#own-start", "encoder-decoder")
    page.wait_for_function("document.querySelector('#own-problem').textContent")
    assert "52,842,496 parameters; the limit is 30,000,000" in visitor.text("#own-problem")
    assert page.is_disabled("#own-build")
    assert page.input_value("#own-d_ff") == "2048"
    assert page.input_value("#own-source_vocab_size") == "5000"
    n = int(page.input_value("#own-length"))
    assert table(visitor) == expected_table(PRESETS["encoder-decoder"].config, n)
    fill(visitor, d_ff=1024, n_encoder_layers=2, n_decoder_layers=2)
    page.wait_for_function("!document.querySelector('#own-build').disabled")
    assert visitor.text("#own-problem") == ""


def the_model_on_show_is_a_start(visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"{visitor.address}?model=en-causal&source=The+black+cat")
    page.wait_for_function(DRAWN_FIRST)
    page.click("#more-models")  # sooner than the run that the link asks for
    page.select_option("#own-start", "en-causal")
    config = tv.load("en-causal").config
    page.wait_for_function(
        "vocab => document.querySelector('#own-target_vocab_size').value === vocab",
        arg=str(config.target_vocab_size),
    )
    assert page.input_value("#own-architecture") == "decoder-only"
    assert page.is_hidden("#own-source_vocab_size")
    n = int(page.input_value("#own-length"))
    assert table(visitor) == expected_table(config, n)


def test_enter_builds_it_and_its_link_leads_back_to_it(visitor: Visitor) -> None:
    the_model_on_show_is_a_start(visitor)
    open_form(visitor)
    page, before = visitor.page, visitor.run_number
    fill(visitor, d_model=24, n_heads=3, n_encoder_layers=1, seed=5, activation="swish")
    page.press("#own-seed", "Enter")  # sooner than the costs are there
    visitor.wait_for_new_run(before)
    name = "own:encoder-decoder~d_model=24~n_heads=3~n_encoder_layers=1~activation=swish~seed=5"
    assert page.is_hidden("#models")
    assert "random weights" in visitor.text("#model-line")
    assert "1+2 layers" in visitor.text("#model-line")
    source = page.input_value("#source-text textarea")
    run = tv.run(tv.load(name), source)
    assert visitor.text("#output-text") == run.output
    assert visitor.chips("source") == run.source_tokens
    assert parse_qs(urlsplit(visitor.link).query)["model"] == [name]
    assert "Your own: d_model 24" in page.input_value("#model-picker input")
    open_form(visitor, "?" + urlsplit(visitor.link).query)
    wait_for_model(visitor, name)
    assert page.input_value("#own-d_model") == "24"
    assert page.input_value("#own-activation") == "swish"
    assert not visitor.errors


def what_was_typed_survives_closing_the_dialog(visitor: Visitor) -> None:
    open_form(visitor)
    fill(visitor, d_model=96)
    wait_for_model(visitor, "own:encoder-decoder~d_model=96")
    visitor.page.keyboard.press("Escape")
    assert visitor.page.is_hidden("#models")
    visitor.page.click("#more-models")
    assert visitor.page.input_value("#own-d_model") == "96"


def the_curves_take_the_colours_of_the_theme(visitor: Visitor) -> None:
    open_form(visitor)
    page = visitor.page
    colours = "[...document.querySelectorAll('#cost-curves .js-line')].map((l) => l.style.stroke)"

    def rgb(colour: str) -> str:
        return f"rgb({', '.join(str(int(colour[i : i + 2], 16)) for i in (1, 3, 5))})"

    for palette, dark in ((theme.LIGHT, False), (theme.DARK, True)):
        if dark:
            page.keyboard.press("Escape")
            page.click("#theme-button")
            page.click("#more-models")
        page.wait_for_function(f"colour => {colours}.includes(colour)", arg=rgb(palette.accent))
        drawn = page.evaluate(colours)
        for colour in (palette.accent, palette.k, palette.v, palette.q):
            assert rgb(colour) in drawn


def every_control_has_a_name_and_is_reached_by_the_keyboard(visitor: Visitor) -> None:
    open_form(visitor)
    page = visitor.page
    wanted = {
        str(field.get_attribute("id"))
        for field in page.locator("#own-configuration :is(input, select, button)").all()
        if field.is_visible()
    }
    reached = set()
    page.focus("#close-models")
    for _ in range(len(wanted) + 4):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.id"))
    assert wanted <= reached
    snapshot = page.locator("#own-configuration").aria_snapshot()
    for line in re.findall(r"(?:spinbutton|combobox|checkbox|button).*", snapshot):
        assert '"' in line, f"{line} has no name"
