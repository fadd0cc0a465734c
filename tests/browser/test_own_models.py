"""Odd but possible configurations of one's own: every part of the page works on them."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest

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


@pytest.mark.parametrize("name", MODELS.values(), ids=MODELS)
def test_every_box_and_every_tensor_is_taken_apart_and_edits_work(
    visitor: Visitor, name: str
) -> None:
    visitor.open(f"?model={quote(name)}")
    page = visitor.page
    page.wait_for_function(
        "document.querySelector('#model-line').textContent.includes('random weights')"
    )
    for face in ("picture", "code", "numbers", "arithmetic"):
        page.click(f"#tab-{face}")
        for _ in visitor.open_every_box():
            said = visitor.text(".detail")
            assert not re.search(r"undefined|NaN|could not be|(arithmetic|explain)\.\w", said)
            for tensor in page.locator("#tensors .tensor").all() if face == "arithmetic" else []:
                tensor.click()
                page.wait_for_selector("#face-arithmetic .arithmetic-title, #face-arithmetic p")
                # recomputed in the browser: a number that differed would be called an edit
                said = visitor.text("#face-arithmetic")
                assert not re.search(r"undefined|NaN|an edit puts|arithmetic\.\w", said)
    page.wait_for_selector(".proof")
    assert page.locator(".proof[data-holds=false]").count() == 0
    page.click("#tab-picture")
    page.locator("#diagram .box[data-part$='self_attention']").first.click()
    before = visitor.run_number
    page.click("#change >> text=Head off")
    visitor.wait_for_new_run(before)
    assert page.locator("#edit-list li").count() == 1
    assert not visitor.errors
