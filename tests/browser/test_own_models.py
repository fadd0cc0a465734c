"""Odd but possible configurations of one's own: every part of the page works on them."""

from __future__ import annotations

import re
from urllib.parse import quote

import transformer_viz as tv
from tests.browser.conftest import Visitor

MODELS = {
    "d_k is not d_v, pre-norm, learned, gelu": (
        "own:encoder-decoder~d_model=15~n_heads=3~d_k=4~d_v=7~norm=pre"
        "~positions=learned~activation=gelu"
    ),
    "one head, one layer, no positions, odd": (
        "own:encoder-only~d_model=9~n_heads=1~n_encoder_layers=1~positions=none~activation=swish"
    ),
    "decoder alone, halves, tanh, tied": (
        "own:decoder-only~n_decoder_layers=1~norm=pre~positions=sinusoidal_halves"
        "~activation=gelu_tanh~tied=target"
    ),
    "odd with sines, post-norm": "own:encoder-decoder~d_model=9~n_heads=3~n_encoder_layers=1",
}

BROKEN = "undefined|NaN"


def test_every_box_and_every_tensor_of_odd_models_is_taken_apart(visitor: Visitor) -> None:
    for name in MODELS.values():
        every_box_and_every_tensor_is_taken_apart_and_edits_work(visitor, name)


def every_box_and_every_tensor_is_taken_apart_and_edits_work(visitor: Visitor, name: str) -> None:
    visitor.open(f"?model={quote(name)}")
    page = visitor.page
    page.wait_for_function(
        "document.querySelector('#model-line').textContent.includes('random weights')"
    )
    run = tv.run(tv.load(name), page.input_value("#source-text textarea"))
    assert set(run.trace) <= visitor.listed_tensors()
    for face in ("picture", "code", "numbers"):
        for opened in visitor.open_every_box(face):
            assert not re.search(rf"{BROKEN}|could not be|explain\.\w", opened.said), name
    for opened in visitor.open_every_box("arithmetic", tensors=True):
        # recomputed in the browser: a number that differed would be called an edit
        assert not re.search(rf"{BROKEN}|an edit puts|arithmetic\.\w", opened.said)
    visitor.wait_for_proofs()
    assert page.locator(".proof[data-holds=false]").count() == 0
    page.click("#tab-picture")
    page.locator("#diagram .box[data-part$='self_attention']").first.click()
    visitor.panel("change")
    before = visitor.run_number
    page.click(".change >> text=Head off")
    visitor.wait_for_new_run(before)
    assert page.locator("#edit-list li").count() == 1
    assert not visitor.errors
