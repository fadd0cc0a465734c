"""Writing step by step on the page, held against Python."""

import pytest
import torch

import transformer_viz as tv
from tests.browser.conftest import Visitor
from transformer_viz.capture.edit_text import edits_to_text
from transformer_viz.capture.lens import logit_lens
from transformer_viz.model.sampling import sampling_probabilities
from transformer_viz.session.running import Run
from transformer_viz.wire.pictures import label

SENTENCE = "The black cat sleeps on the red chair."


def words(visitor: Visitor) -> list[tuple[int, float]]:
    """The next words on show: token id and the probability that it is chosen with."""
    visitor.page.wait_for_selector(".word")
    return [
        (int(id_), float(p))
        for id_, p in visitor.page.eval_on_selector_all(
            ".word", "bars => bars.map(b => [b.dataset.id, b.querySelector('b').textContent])"
        )
    ]


def test_writing_step_by_step(visitor: Visitor) -> None:
    visitor.open()
    visitor.tab("write")
    run = tv.run(tv.load("en-fr"), SENTENCE)
    every_word_of_the_lens_is_pythons(visitor, run)
    the_slider_walks_through_the_distributions(visitor, run)
    it_plays_to_the_end(visitor, run)
    another_word_is_written_and_the_model_goes_on_from_there(visitor)
    assert not visitor.errors


def it_plays_to_the_end(visitor: Visitor, run: Run) -> None:
    visitor.page.click("#step-sentence button >> nth=-3")
    visitor.page.click("#step-play")
    last = len(run.next_pieces)
    visitor.page.wait_for_function(
        "last => document.querySelector('#step-slider').valueAsNumber === last - 1", arg=last
    )
    visitor.page.wait_for_selector("#step-play[aria-pressed=false]")
    assert visitor.text("#step-text").startswith(f"Step {last} of {last}")
    visitor.page.click("#step-sentence button >> nth=0")


def the_slider_walks_through_the_distributions(visitor: Visitor, run: Run) -> None:
    """With keys, and without a request."""
    words(visitor)
    visitor.wait_for_proofs()
    asked = len(visitor.requests)
    visitor.page.focus("#step-slider")
    for step in range(3):
        expected = run.trace["probabilities"][0, step].topk(10)
        visitor.page.wait_for_function(
            "id => document.querySelector('.word')?.dataset.id === id",
            arg=str(expected.indices[0].item()),
        )
        shown = words(visitor)
        assert [id_ for id_, _ in shown] == expected.indices.tolist()
        torch.testing.assert_close(
            torch.tensor([p for _, p in shown]), expected.values, atol=6e-5, rtol=0
        )
        kept = (step + 1) * run.model.config.d_model * run.model.config.n_decoder_layers * 2
        assert f"{kept:,} numbers, {kept * 4:,} bytes" in visitor.text("#cache-text")
        visitor.page.keyboard.press("ArrowRight")
    assert len(visitor.requests) == asked
    assert "step=3" in visitor.link
    visitor.page.reload()
    visitor.page.wait_for_selector(".word")
    assert visitor.text("#step-text").startswith("Step 4 of 10")
    written = visitor.page.locator("#step-sentence :not(.later):not(.now)").all_inner_texts()
    assert written == [piece.text for piece in run.next_pieces[:3]]


def every_word_of_the_lens_is_pythons(visitor: Visitor, run: Run) -> None:
    visitor.page.wait_for_selector(".word")
    visitor.page.click("#step-sentence button >> nth=-1")
    visitor.page.wait_for_selector("#lens th.now >> nth=0")
    cells = 2 * run.model.config.n_decoder_layers * len(run.target_pieces)  # K and V
    visitor.page.wait_for_function(
        "count => document.querySelectorAll('#lens td.kept').length === count", arg=cells
    )
    best = logit_lens(run.model.transformer, run.trace).max(dim=-1)
    tokenizer = run.model.tokenizer
    shown = visitor.page.eval_on_selector_all(
        "#lens tr:has(td[title])",
        "rows => rows.map(r => [...r.cells].slice(1).map(c => [c.textContent, c.title]))",
    )
    for layer, row in enumerate(reversed(shown)):
        for step, (word, p) in enumerate(row):
            assert word == label(tokenizer.token(int(best.indices[layer, step])))
            assert float(p) == pytest.approx(best.values[layer, step].item(), abs=6e-5)
    assert len(shown) == run.model.config.n_decoder_layers
    visitor.page.click("#step-sentence button >> nth=0")


def another_word_is_written_and_the_model_goes_on_from_there(visitor: Visitor) -> None:
    (_, (second, _), *_) = words(visitor)
    visitor.page.click(f".word[data-id='{second}']")
    visitor.page.wait_for_selector(f".word.chosen[data-id='{second}']")
    forced = tv.ForceWord(0, second)
    run = tv.run(tv.load("en-fr"), SENTENCE, edits=[forced])
    assert run.target_pieces[1].id == second
    assert visitor.text("#output-text") == run.output
    assert visitor.listed_edits() == [edits_to_text([forced])]


def test_sampling_and_beam_search_write_what_python_writes(visitor: Visitor) -> None:
    visitor.open()
    visitor.tab("write")
    model, page = tv.load("en-fr"), visitor.page
    page.select_option("#method", "sample")
    page.wait_for_selector("#method-temperature")
    for name, value in (("temperature", "2"), ("top_k", "5"), ("seed", "3")):
        page.fill(f"#method-{name}", value)
        page.press(f"#method-{name}", "Enter")
        page.wait_for_function("!document.querySelector('.waiting')")
    drawn = tv.Sampling(temperature=2.0, top_k=5, seed=3)
    run = tv.run(model, SENTENCE, method=drawn)
    assert visitor.text("#output-text") == run.output
    page.wait_for_selector(".word.cut")
    expected = sampling_probabilities(run.trace["logits"][0], drawn)[0]
    shown = words(visitor)  # what is drawn from, not what the model thinks
    for id_, p in shown:
        assert p == pytest.approx(expected[id_].item(), abs=6e-5)
    assert page.locator(".word.cut").count() == sum(p == 0 for _, p in shown) == 5

    page.fill("#method-temperature", "-1")
    page.press("#method-temperature", "Enter")
    said = page.locator(".field", has=page.locator("#method-temperature")).locator(".problem")
    assert said.inner_text() == "0 to 10"  # beside the field that it is about
    assert page.input_value("#method-temperature") == "-1"  # and what was typed stays
    assert visitor.text("#output-text") == run.output

    page.select_option("#method", "beam")
    page.wait_for_selector("#beam:not([hidden]) .main-svg")
    beam = tv.run(model, SENTENCE, method=tv.Beam(width=4))
    assert visitor.text("#output-text") == beam.output
    best = page.evaluate("document.querySelector('#beam-tree').data.at(-1).text")
    assert len(best) == len(beam.next_pieces)
    assert best[-1].endswith(f"{beam.nodes[beam.winner].score:.2f}")


def test_the_checks_show_the_leak(visitor: Visitor) -> None:
    visitor.open()
    visitor.wait_for_proofs()
    assert visitor.text("#checks-summary") == "✓ 4 checks"
    holds = "badges => badges.map(b => [b.dataset.name, b.dataset.holds])"
    assert visitor.page.eval_on_selector_all(".proof", holds) == [
        [name, "true"] for name in ("rows", "leak", "cached", "torch")
    ]
    visitor.choose("Decoder self-attention", 1, 1)
    visitor.panel("change")
    visitor.page.select_option("#change-controls select >> nth=0", "layer")
    before = visitor.run_number
    visitor.page.select_option("#change-controls select >> nth=1", "future")
    visitor.wait_for_new_run(before)
    visitor.wait_for_proofs("[data-name=leak][data-holds=false]")
    assert visitor.text("#checks-summary") == "✗ no leak from the future"
    visitor.page.click("#checks-summary")
    assert "The future leaks" in visitor.text(".proof[data-name=leak]")
    assert not visitor.errors
