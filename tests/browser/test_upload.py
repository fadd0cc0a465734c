"""One's own checkpoint on the page: it opens for its visitor, and for nobody else."""

from __future__ import annotations

import re
from pathlib import Path

import transformer_viz as tv
from tests.browser.conftest import OpenWindow, Visitor


def uploaded(visitor: Visitor) -> None:
    visitor.page.wait_for_function(
        "document.querySelector('#model-line')?.textContent.includes('your own weights')"
    )


def test_a_checkpoint_opens_for_its_visitor_alone(
    visitor: Visitor, open_window: OpenWindow, tmp_path: Path
) -> None:
    tv.save(tv.load("digits-sort"), tmp_path)
    visitor.open()
    page = visitor.page
    page.click("#more-models")
    page.set_input_files("#own-checkpoint input", [tmp_path / "config.json"])
    page.click("#upload-load")
    page.wait_for_selector("#upload-said.error")
    assert "needs these files too: weights.safetensors" in visitor.text("#upload-said")

    page.set_input_files("#own-checkpoint input", sorted(tmp_path.iterdir()))
    page.click("#upload-load")
    uploaded(visitor)
    source = page.input_value("#source-text textarea")
    assert source.isdecimal()  # what its tokenizer can read
    assert visitor.text("#output-text") == tv.run(tv.load("digits-sort"), source).output
    assert re.search(r"model=upload(:|%3A)[\w-]{6}&", visitor.link)

    page.click("#more-models")  # nothing on the page tells the rest of its name
    told = page.inner_text("body") + page.inner_text("#own-start")
    assert "the model on show" in told
    assert not re.search(r"upload:[\w-]{7}", told)
    page.keyboard.press("Escape")

    page.reload()
    uploaded(visitor)
    other = open_window(visitor.link)
    other.page.goto(visitor.link)
    other.page.wait_for_selector("#status.error")
    assert "This uploaded model is not here" in other.text("#status")
    # What is refused is answered with 400, which the browser writes down.
    assert not [error for error in visitor.errors if "400" not in error]
