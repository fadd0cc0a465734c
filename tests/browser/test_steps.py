"""Writing step by step on the page, held against Python."""

import pytest
import torch

import transformer_viz as tv
from tests.browser.conftest import Visitor
from transformer_viz.capture.edit_text import edits_to_text
from transformer_viz.capture.lens import logit_lens
from transformer_viz.wire.pictures import label

SENTENCE = "The black cat sleeps on the red chair."


def words(visitor: Visitor) -> list[tuple[int, float]]:
    """The next words on show: token id and probability."""
    visitor.page.wait_for_selector(".word")
    return [
        (int(id_), float(p))
        for id_, p in visitor.page.eval_on_selector_all(
            ".word", "bars => bars.map(b => [b.dataset.id, b.lastChild.textContent])"
        )
    ]


def test_the_slider_walks_through_the_distributions_with_keys_and_without_requests(
    visitor: Visitor,
) -> None:
    visitor.open()
    run = tv.run(tv.load("en-fr"), SENTENCE)
    words(visitor)
    visitor.page.wait_for_selector(".proof")
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
    visitor.wait_for_figure()
    visitor.page.wait_for_selector(".word")
    assert visitor.text("#step-text").startswith("Step 4 of 10")


def test_every_word_of_the_lens_is_pythons(visitor: Visitor) -> None:
    visitor.open()
    run = tv.run(tv.load("en-fr"), SENTENCE)
    best = logit_lens(run.model.transformer, run.trace).max(dim=-1)
    tokenizer = run.model.tokenizer
    shown = visitor.page.eval_on_selector_all(
        "#lens tr:not(:first-child)",
        "rows => rows.map(r => [...r.cells].slice(1).map(c => [c.textContent, c.title]))",
    )
    for layer, row in enumerate(reversed(shown)):
        for step, (word, p) in enumerate(row):
            assert word == label(tokenizer.token(int(best.indices[layer, step])))
            assert float(p) == pytest.approx(best.values[layer, step].item(), abs=6e-5)


def test_another_word_is_written_and_the_model_goes_on_from_there(visitor: Visitor) -> None:
    visitor.open()
    (_, (second, _), *_) = words(visitor)
    before = visitor.run_number
    visitor.page.click(f".word[data-id='{second}']")
    visitor.wait_for_new_run(before)
    forced = tv.ForceWord(0, second)
    run = tv.run(tv.load("en-fr"), SENTENCE, edits=[forced])
    assert run.target_pieces[1].id == second
    assert visitor.text("#output-text") == run.output
    assert visitor.listed_edits() == [edits_to_text([forced])]


def test_sampling_and_beam_search_write_what_python_writes(visitor: Visitor) -> None:
    visitor.open()
    model, page = tv.load("en-fr"), visitor.page
    page.select_option("#method", "sample")
    page.wait_for_selector("#method-temperature")
    for name, value in (("temperature", "2"), ("top_k", "5"), ("seed", "3")):
        before = visitor.run_number
        page.fill(f"#method-{name}", value)
        page.press(f"#method-{name}", "Enter")
        visitor.wait_for_new_run(before)
    drawn = tv.Sampling(temperature=2.0, top_k=5, seed=3)
    assert visitor.text("#output-text") == tv.run(model, SENTENCE, method=drawn).output
    words(visitor)
    assert page.locator(".word.cut").count() == 5

    before = visitor.run_number
    page.fill("#method-temperature", "-1")
    page.press("#method-temperature", "Enter")
    page.wait_for_selector("#status.error")
    assert "temperature" in visitor.text("#status")
    assert visitor.run_number == before  # the last good picture stays

    page.select_option("#method", "beam")
    page.wait_for_selector("#beam:not([hidden]) .main-svg")
    beam = tv.run(model, SENTENCE, method=tv.Beam(width=4))
    assert visitor.text("#output-text") == beam.output
    best = page.evaluate("document.querySelector('#beam-tree').data.at(-1).text")
    assert len(best) == len(beam.next_pieces)
    assert best[-1].endswith(f"{beam.nodes[beam.winner].score:.2f}")


def test_the_badges_show_the_leak(visitor: Visitor) -> None:
    visitor.open()
    visitor.page.wait_for_selector(".proof")
    holds = "badges => badges.map(b => [b.dataset.name, b.dataset.holds])"
    assert visitor.page.eval_on_selector_all(".proof", holds) == [
        [name, "true"] for name in ("rows", "leak", "cached", "torch")
    ]
    visitor.choose("Decoder self-attention", 1, 1)
    visitor.page.select_option("#change select >> nth=0", "layer")
    before = visitor.run_number
    visitor.page.select_option("#change select >> nth=1", "future")
    visitor.wait_for_new_run(before)
    visitor.page.wait_for_selector(".proof[data-name=leak][data-holds=false]")
    assert "The future leaks" in visitor.text(".proof[data-name=leak]")
    assert not visitor.errors
