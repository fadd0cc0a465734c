"""Models from the Hub on the page, from a Hub on this machine."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

import transformer_viz as tv
from tests.browser.conftest import OpenWindow, Visitor, serving_page
from tests.checkpoints import small_checkpoints
from tests.checkpoints.fake_hub import FakeHub, serving
from transformer_viz.checkpoints.families import read_family

pytest.importorskip("transformers")

FAMILIES = {
    "marian": small_checkpoints.marian_files,
    "gpt2": small_checkpoints.gpt2_files,
    "bert": small_checkpoints.bert_files,
}


@pytest.fixture(scope="module")
def hub() -> Iterator[FakeHub]:
    there = FakeHub()
    for family, files_of in FAMILIES.items():
        there.add(f"somebody/{family}", files_of())
    with serving(there) as address:
        there.address = address  # type: ignore[attr-defined]
        yield there


@pytest.fixture(scope="module")
def page_of_hub(hub: FakeHub, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    home = str(tmp_path_factory.mktemp("hub"))
    with serving_page(HF_ENDPOINT=hub.address, HF_HOME=home, HF_HUB_CACHE=home) as address:  # type: ignore[attr-defined]
        yield address


@pytest.fixture
def visitor(page_of_hub: str, hub: FakeHub, open_window: OpenWindow) -> Visitor:
    hub.drip, hub.silent, hub.facts = 0.0, 0.0, {}
    return open_window(page_of_hub)


def ask(visitor: Visitor, name: str) -> None:
    if not visitor.page.is_visible("#hub-name"):
        visitor.page.click("#more-models")
    visitor.page.fill("#hub-name", name)
    visitor.page.click("#hub-load")


def open_from_hub(visitor: Visitor, name: str) -> None:
    before = visitor.run_number
    ask(visitor, name)
    visitor.wait_for_new_run(before)


def said(visitor: Visitor, text: str) -> None:
    visitor.page.wait_for_function(
        "text => document.querySelector('#hub-said').textContent.includes(text)", arg=text
    )


def test_a_model_of_every_family_is_fetched_and_every_tensor_of_it_opens(visitor: Visitor) -> None:
    visitor.open()
    visitor.run("The cat likes the house.")
    for family in FAMILIES:
        a_model_is_fetched_and_every_tensor_of_it_opens(visitor, family)
    parts_of_a_character_stand_together_with_their_bytes(visitor)


def a_model_is_fetched_and_every_tensor_of_it_opens(visitor: Visitor, family: str) -> None:
    page = visitor.page
    page.click("#tab-picture")
    open_from_hub(visitor, f"somebody/{family}")
    run = tv.run(read_family(family, FAMILIES[family](), {}), "The cat likes the house.")
    assert not page.is_visible("#models")
    assert visitor.text("#output-text") == run.output.strip()
    assert visitor.chips("source") == run.source_tokens
    assert "somebody/" + family in visitor.text("#model-line")
    assert (
        page.get_attribute("#model-line a", "href") == f"https://huggingface.co/somebody/{family}"
    )
    assert "noopener" in (page.get_attribute("#model-line a", "rel") or "")
    for opened in visitor.open_every_box():
        assert not re.search(r"undefined|tensor\.", opened.said)
    seen = 0
    for opened in visitor.open_every_box("arithmetic", tensors=True):
        assert "what you changed" not in opened.said
        if opened.title and opened.final:
            value, computed = float_of(opened.title), float_of(opened.final)
            assert computed == pytest.approx(value, rel=2e-3, abs=2e-3), opened.path
            seen += 1
    assert seen > 12
    visitor.wait_for_proofs()
    assert page.locator(".proof[data-holds=false]").count() == 0
    assert not visitor.errors


def float_of(text: str) -> float:
    return float(text.replace("\u2212", "-").replace("\u221e", "inf"))


def test_progress_is_shown_and_can_be_cancelled(visitor: Visitor, hub: FakeHub) -> None:
    hub.add("somebody/slow", small_checkpoints.gpt2_files())
    visitor.open()
    before = visitor.run_number
    hub.drip = 0.06
    ask(visitor, "somebody/slow")
    page = visitor.page
    said(visitor, " MB")
    shares = set()
    for _ in range(200):
        shares.add(page.evaluate("document.querySelector('#hub-model progress').value"))
        page.wait_for_timeout(50)
        if len(shares) > 2:
            break
    assert len(shares) > 2
    page.keyboard.press("Escape")  # it goes on, and the page says so
    page.wait_for_function(
        "document.querySelector('#status').textContent.includes('Fetching somebody/slow')"
    )
    assert page.is_visible("#status button")
    page.click("#more-models")
    page.click("#hub-cancel")
    said(visitor, "Cancelled")
    assert page.is_hidden("#hub-model progress")
    assert page.input_value("#hub-name") == "somebody/slow"
    hub.drip = 0.0
    page.click("#close-models")
    assert visitor.run_number == before
    visitor.run("I like cats.")
    open_from_hub(visitor, "somebody/slow")


def a_problem_stands_beside_the_field_and_the_page_goes_on(visitor: Visitor, hub: FakeHub) -> None:
    hub.add("somebody/gated", small_checkpoints.gpt2_files())
    visitor.open()
    for name, facts, message in (
        ("somebody/nothing", {}, "no public model somebody/nothing"),
        ("../..", {}, "../..” is no model name"),
        ("<b>x</b>", {}, "<b>x</b>” is no model name"),
        ("somebody/gated", {"gated": "manual"}, "private, gated or disabled"),
    ):
        hub.facts = facts
        ask(visitor, name)
        said(visitor, message)
        assert visitor.page.input_value("#hub-name") == name
        assert visitor.page.get_attribute("#hub-name", "aria-invalid") == "true"
    visitor.page.click("#close-models")
    visitor.run("I like cats.")
    assert visitor.text("#output-text") == "J'aime les chats."
    # A refused name is answered with 400, which the browser writes down.
    assert not [error for error in visitor.errors if "400" not in error]


def test_a_link_fetches_first_and_problems_stand_beside_the_field(
    visitor: Visitor, hub: FakeHub
) -> None:
    a_problem_stands_beside_the_field_and_the_page_goes_on(visitor, hub)
    hub.facts = {}
    hub.add("somebody/linked", small_checkpoints.gpt2_files())
    hub.drip = 0.01
    visitor.page.goto(visitor.address + "?model=hub:somebody/linked&source=The+cat&at=logits")
    visitor.page.wait_for_function(
        "document.querySelector('#status')?.textContent.includes('Fetching somebody/linked')"
    )
    visitor.page.wait_for_function(
        "document.querySelector('#model-line')?.textContent.includes('somebody/linked')"
    )
    visitor.page.wait_for_function(
        "document.querySelector('#detail-figure')?.layout?.meta?.tensor === 'logits'"
    )
    assert visitor.page.input_value("#source-text textarea") == "The cat"
    assert visitor.text("#status") == ""
    assert visitor.page.input_value("#model-picker input").startswith("somebody/linked")
    visitor.page.reload()
    visitor.page.wait_for_function(
        "document.querySelector('#model-line')?.textContent.includes('somebody/linked')"
    )


def parts_of_a_character_stand_together_with_their_bytes(visitor: Visitor) -> None:
    family, hello = (
        "\U0001f468\u200d\U0001f469\u200d\U0001f467",
        "\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35",
    )
    text = f"nai\u0308ve {family} {hello} \uff14\uff12 \u4f60"
    visitor.open()
    visitor.run("The cat.")
    open_from_hub(visitor, "somebody/gpt2")
    visitor.run(text)
    run = tv.run(read_family("gpt2", small_checkpoints.gpt2_files(), {}), text)
    chips = visitor.page.locator("#target-strip .chip")
    assert chips.count() == len(run.target_pieces) + 1
    assert visitor.graph("gd.data[0].z[0].length") == len(run.target_pieces)
    for i, piece in enumerate(run.target_pieces[: run.given]):
        chip, (part, parts) = chips.nth(i), piece.part
        classes = (chip.get_attribute("class") or "").split()
        assert ("part" in classes) == (parts > 1)
        if parts > 1:
            assert ("first" in classes, "last" in classes) == (part == 1, part == parts)
            assert piece.hex in (chip.get_attribute("title") or "")
            assert piece.hex in (chip.get_attribute("aria-label") or "")
    shown = "".join(bytes.fromhex(p.hex).decode("latin-1") for p in run.target_pieces if p.hex)
    assert len(shown) > 10
    assert "\u201c" in visitor.text("#notes")  # typed beside read: the digits have other forms
    assert json.dumps(visitor.errors) == "[]"
