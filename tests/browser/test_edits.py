"""Changing the model's working from the page, held against Python."""

from urllib.parse import parse_qs, urlencode, urlparse

import numpy as np
import pytest

import transformer_viz as tv
from tests.browser.conftest import OpenWindow, Visitor
from transformer_viz.capture.edit_text import edits_to_text
from transformer_viz.capture.trace import Trace
from transformer_viz.session.comparing import compare, sweep
from transformer_viz.wire.pictures import label

SENTENCE = "The black cat sleeps on the red chair."
CROSS = "decoder.layers.1.cross_attention"
MASKED = "decoder.layers.0.self_attention"


def change(visitor: Visitor, name: str) -> None:
    """Click a control of the box on show and wait for its answer."""
    visitor.panel("change")
    before = visitor.run_number
    visitor.page.click(f".change >> text='{name}'")
    visitor.wait_for_new_run(before)


def edits(visitor: Visitor) -> list[str]:
    return visitor.listed_edits()


def drawn(visitor: Visitor) -> np.ndarray:
    z = visitor.graph("gd.data[0].z.map(row => [...row])")
    return np.array([[np.nan if x is None else x for x in row] for row in z], dtype=float)


def test_a_head_off_before_after_and_difference(visitor: Visitor) -> None:
    visitor.open()
    visitor.choose("Cross-attention", 2, 2)
    asked = len(visitor.requests)
    change(visitor, "Head off")
    runs = [url for url in visitor.requests[asked:] if "queue/join" in url]
    assert len(runs) == 1  # one trip to the server

    off = tv.run(tv.load("en-fr"), SENTENCE, edits=[tv.HeadOff(CROSS, 1)])
    plain = tv.run(tv.load("en-fr"), SENTENCE)
    assert visitor.text("#output-text") == off.output
    assert visitor.page.locator(".thumb.off").count() == 1
    assert visitor.page.locator("#diagram .box.changed").get_attribute("data-part") == (
        "decoder.layers.*.cross_attention"
    )

    # Of the block's output, every number before, after, and their difference.
    visitor.page.click("#tensors .tensor:has-text('output')")
    path = f"{CROSS}.output"
    expected = {"after": off.trace[path][0], "before": plain.trace[path][0]}
    common = min(len(x) for x in expected.values())
    same_words = tv.run(tv.load("en-fr"), SENTENCE, plain.output, edits=[tv.HeadOff(CROSS, 1)])
    expected["difference"] = (same_words.trace[path][0] - plain.trace[path][0])[:common]
    for side in ("before", "difference", "after"):
        visitor.page.click(f"#compare button[data-side={side}]")
        visitor.page.wait_for_function(
            "value => { const z = document.querySelector('#detail-figure').data[0].z;"
            " return z.length > 1 && Math.abs(z[1][3] - value) < 1e-4; }",
            arg=float(expected[side][1, 3]),
        )
        np.testing.assert_allclose(drawn(visitor)[:common], expected[side][:common], atol=1e-5)

    visitor.page.keyboard.press("b")  # held down it shows the picture before, then the one after
    assert visitor.page.get_attribute("#compare [data-side=after]", "aria-pressed") == "true"
    visitor.page.keyboard.down("b")
    assert visitor.page.get_attribute("#compare [data-side=before]", "aria-pressed") == "true"
    visitor.page.keyboard.up("b")

    visitor.panel("effect")
    the_effect_is_pythons(visitor, plain, off)
    for button, left in (("#undo-edit", 0), ("#redo-edit", 1), ("#undo-edit", 0)):
        before = visitor.run_number
        visitor.page.click(button)
        visitor.wait_for_new_run(before)
        assert len(edits(visitor)) == left
    assert visitor.page.is_hidden("#effect")
    assert not visitor.errors


def the_effect_is_pythons(visitor: Visitor, before: tv.Run, after: tv.Run) -> None:
    """Both sentences, and for every word of the first how far the distributions are apart."""
    assert visitor.page.locator("#effect-texts dd").all_inner_texts() == [
        before.output,
        after.output,
    ]
    rows = visitor.page.locator("#comparison tr:has(td)")
    shown = rows.evaluate_all("rows => rows.map(r => [...r.cells].map(c => c.textContent))")
    steps = [step for step in compare(before, after).steps if step.divergence is not None]
    assert len(shown) == len(steps) == len(before.next_pieces)
    for (word, instead, _, nats), step in zip(shown, steps, strict=True):
        assert step.before
        assert step.instead
        assert (word, instead) == (label(step.before), label(step.instead))
        assert float(nats) == pytest.approx(step.divergence, abs=0.006)


def test_dragging_over_the_mask_blocks_and_dragging_again_allows(visitor: Visitor) -> None:
    visitor.open()
    visitor.choose("Decoder self-attention", 1, 1)
    visitor.panel("change")
    visitor.page.click("#paint-mask")
    asked = len(visitor.requests)

    def drag(rows: tuple[int, int], columns: tuple[int, int]) -> None:
        centre = """([row, column]) => {
          const { xaxis, yaxis } = document.querySelector('#detail-figure')._fullLayout;
          const { left, top } = document.querySelector('#brush').getBoundingClientRect();
          return [left + xaxis.l2p(column), top + yaxis.l2p(row)];
        }"""
        visitor.page.locator("#brush").scroll_into_view_if_needed()
        before = visitor.run_number
        ends = [visitor.page.evaluate(centre, [r, c]) for r, c in zip(rows, columns, strict=True)]
        visitor.page.mouse.move(*ends[0])
        visitor.page.mouse.down()
        visitor.page.mouse.move(*ends[1], steps=12)
        visitor.page.mouse.up()
        visitor.wait_for_new_run(before)

    drag((4, 5), (1, 3))
    block = tv.BlockAttention(MASKED, (4, 5), (1, 3), head=0)
    assert edits(visitor) == [edits_to_text([block])]
    run = tv.run(tv.load("en-fr"), SENTENCE, edits=[block])
    np.testing.assert_allclose(drawn(visitor), run.trace[f"{MASKED}.weights"][0, 0], atol=1e-5)
    assert (drawn(visitor)[4:6, 1:4] == 0).all()

    drag((1, 1), (2, 2))  # the future, hidden by the mask: now it may be seen
    allow = tv.AllowAttention(MASKED, 1, 2, head=0)
    assert edits(visitor) == [edits_to_text([block]), edits_to_text([allow])]
    assert drawn(visitor)[1, 2] > 0
    joins = [url for url in visitor.requests[asked:] if "queue/join" in url]
    assert len(joins) == 2  # two strokes, not one request per cell

    drag((1, 1), (2, 2))  # the same stroke again leaves nothing behind
    assert edits(visitor) == [edits_to_text([block])]
    assert drawn(visitor)[1, 2] == 0


def test_edits_refused_clicked_fast_and_carried_on(visitor: Visitor) -> None:
    an_edit_that_is_refused_is_not_kept(visitor)
    of_fast_clicks_the_last_one_wins(visitor)
    of_fast_clicks_on_examples_the_last_one_wins(visitor)
    a_new_sentence_keeps_the_edits_and_names_those_that_do_not_fit(visitor)


def an_edit_that_is_refused_is_not_kept(visitor: Visitor) -> None:
    many = edits_to_text([tv.ScalingOff(CROSS)] * 40)
    visitor.page.goto(f"{visitor.address}?{urlencode({'edits': many})}")
    visitor.page.wait_for_selector("#edit-list li >> nth=39", state="attached")
    visitor.panel("change")
    visitor.page.click(".change >> text='Sub-layer off'")
    visitor.page.wait_for_selector("#status.error")
    assert "41 edits; the limit is 40" in visitor.text("#status")
    visitor.page.wait_for_function("!document.querySelector('.waiting')")
    assert (
        visitor.page.locator(".change", has_text="Sub-layer off").get_attribute("aria-pressed")
        == "false"
    )
    visitor.panel("effect")
    before = visitor.run_number
    visitor.page.click("#edit-list .remove >> nth=39")
    visitor.wait_for_new_run(before)
    assert len(edits(visitor)) == 39
    assert not visitor.page.is_disabled("#undo-edit")


def an_empty_row_is_hatched_and_said_in_words(visitor: Visitor) -> None:
    edit = tv.BlockAttention(CROSS, 2, None, head=0)
    query = urlencode({"edits": edits_to_text([edit]), "at": f"{CROSS}.weights", "head": 0})
    visitor.open(f"?{query}")
    visitor.page.wait_for_function(
        "document.querySelector('#detail-figure').data[2].y.filter(y => y === 2).length === 10"
    )
    assert (drawn(visitor)[2] == 0).all()
    visitor.page.hover("#target-strip .chip >> nth=3")
    assert "may look at nothing" in visitor.text("#readout")


def test_a_link_carries_the_edits_and_back_takes_them_away(
    visitor: Visitor, open_window: OpenWindow
) -> None:
    an_empty_row_is_hatched_and_said_in_words(visitor)
    visitor.open()
    change(visitor, "Sub-layer off")
    change(visitor, "No ÷ √d_k")
    address = visitor.link
    wanted = edits_to_text([tv.SubLayerOff(CROSS), tv.ScalingOff(CROSS)])
    assert parse_qs(urlparse(address).query)["edits"] == [wanted]

    other = open_window(visitor.address)
    other.page.goto(address)
    other.page.wait_for_selector("#edit-list li >> nth=1", state="attached")
    assert edits(other) == wanted.split("!")
    assert other.text("#output-text") == visitor.text("#output-text")

    before = visitor.run_number
    visitor.page.go_back()
    visitor.wait_for_new_run(before)
    assert edits(visitor) == [edits_to_text([tv.SubLayerOff(CROSS)])]


def a_new_sentence_keeps_the_edits_and_names_those_that_do_not_fit(visitor: Visitor) -> None:
    far = tv.BlockAttention(CROSS, 8, 8)
    kept = tv.HeadOff(CROSS, 0)
    visitor.open(f"?{urlencode({'edits': edits_to_text([far, kept])})}")
    visitor.panel("effect")
    assert visitor.page.locator("#edit-list .unfit").count() == 0
    visitor.run("I sleep.")
    assert edits(visitor) == [edits_to_text([far]), edits_to_text([kept])]
    assert "not in effect" in visitor.text("#edit-list .unfit")
    assert visitor.text("#output-text") == tv.run(tv.load("en-fr"), "I sleep.", edits=[kept]).output


def of_fast_clicks_the_last_one_wins(visitor: Visitor) -> None:
    visitor.open()
    visitor.panel("change")
    for name in ("Head off", "No ÷ √d_k", "Sub-layer off", "Head off"):
        visitor.page.click(f".change >> text='{name}'")
    visitor.page.wait_for_function("!document.querySelector('.waiting')")
    assert edits(visitor) == [
        edits_to_text([tv.ScalingOff(CROSS)]),
        edits_to_text([tv.SubLayerOff(CROSS)]),
    ]


def test_the_sweep_shows_pythons_numbers_and_a_click_is_the_edit(visitor: Visitor) -> None:
    visitor.open()
    visitor.tab("heads")
    visitor.page.click("#sweep-button")
    visitor.page.wait_for_selector(".effect")
    effects = sweep(tv.Settings("en-fr", SENTENCE))
    for site, of_heads in effects.items():
        shown = visitor.page.locator(f".effect[data-site='{site}']").all_inner_texts()
        assert shown == [f"{effect:.3f}" for effect in of_heads]
    visitor.page.click(f".effect[data-site='{CROSS}'][data-head='2']")
    visitor.page.wait_for_selector(".effect[aria-pressed=true]")
    visitor.page.wait_for_function("!document.querySelector('.waiting')")
    assert edits(visitor) == [edits_to_text([tv.HeadOff(CROSS, 2)])]
    off = visitor.page.locator(".effect[aria-pressed=true]")  # the grid stays, and shows it
    assert off.get_attribute("data-site") == CROSS
    after = tv.run(tv.load("en-fr"), SENTENCE, edits=[tv.HeadOff(CROSS, 2)]).output
    same = after == tv.run(tv.load("en-fr"), SENTENCE).output
    assert ("stays the same" if same else after) in visitor.text("#sweep-effect")


def test_two_visitors_do_not_see_each_others_edits(
    visitor: Visitor, open_window: OpenWindow
) -> None:
    other = open_window(visitor.address)
    visitor.open()
    other.open()
    visitor.panel("change")
    other.panel("change")
    runs = visitor.run_number, other.run_number
    visitor.page.click(".change >> text='Sub-layer off'")
    other.page.click(".change >> text='No ÷ √d_k'")
    visitor.wait_for_new_run(runs[0])
    other.wait_for_new_run(runs[1])
    model = tv.load("en-fr")
    for who, edit in ((visitor, tv.SubLayerOff(CROSS)), (other, tv.ScalingOff(CROSS))):
        assert edits(who) == [edits_to_text([edit])]
        assert who.text("#output-text") == tv.run(model, SENTENCE, edits=[edit]).output


def of_fast_clicks_on_examples_the_last_one_wins(visitor: Visitor) -> None:
    visitor.open()
    examples = visitor.page.locator("#example-list option").all_inner_texts()[1:]
    for i in (1, 2, 3, 4):
        visitor.page.select_option("#example-list", examples[i])
    visitor.page.wait_for_function(
        "output => document.querySelector('#output-text').textContent === output",
        arg=tv.run(tv.load("en-fr"), examples[4]).output,
    )


def test_every_kind_of_picture_has_its_difference(visitor: Visitor) -> None:
    target = "Le chat noir dort sur la chaise rouge."
    changes = [tv.PositionsOff("decoder"), tv.HeadOff(CROSS, 0)]
    query = {"source": SENTENCE, "target": target, "edits": edits_to_text(changes)}
    model = tv.load("en-fr")
    before = tv.run(model, SENTENCE, target).trace
    after = tv.run(model, SENTENCE, target, edits=changes).trace

    def lengths(trace: Trace) -> np.ndarray:
        stages = ["decoder.embeddings.sum"]
        blocks = ("self_attention", "cross_attention", "feed_forward")
        stages += [f"decoder.layers.{i}.{b}_norm.output" for i in (0, 1) for b in blocks]
        return np.stack([trace[path][0].norm(dim=-1).numpy() for path in stages])

    def similarity(trace: Trace) -> np.ndarray:
        x = trace["decoder.embeddings.positions"][0]
        unit = x / x.norm(dim=1, keepdim=True).clamp(min=1e-12)
        return (unit @ unit.mT).numpy()

    weights, mean = f"{CROSS}.weights", "decoder.layers.0.self_attention_norm.mean"
    expected = {
        "decoder.layers.0.self_attention_norm.output:lengths": lengths(after) - lengths(before),
        "decoder.embeddings.positions:similarity": similarity(after) - similarity(before),
        f"{weights}:lines": (after[weights][0, 0] - before[weights][0, 0]).numpy(),
        mean: (after[mean][0, :, 0] - before[mean][0, :, 0]).numpy(),
    }
    for at, numbers in expected.items():
        visitor.page.goto(f"{visitor.address}?{urlencode({**query, 'at': at, 'head': 0})}")
        visitor.page.wait_for_selector("#edit-list li >> nth=1", state="attached")
        visitor.page.click("#compare button[data-side=difference]")
        which = "y" if numbers.ndim == 1 else "z"
        visitor.page.wait_for_function(
            """([which, first]) => {
              const numbers = document.querySelector('#detail-figure').data?.[0][which] ?? [];
              const second = numbers[1]?.length ? numbers[1][1] : numbers[1];
              return numbers.length > 1 && Math.abs(second - first) < 1e-3;
            }""",
            arg=[which, float(numbers[1] if numbers.ndim == 1 else numbers[1, 1])],
        )
        shown = visitor.graph(f"[...gd.data[0].{which}].map(row => row.length ? [...row] : row)")
        np.testing.assert_allclose(np.array(shown, dtype=float), numbers, atol=1e-4)

    visitor.page.goto(f"{visitor.address}?{urlencode({**query, 'at': 'probabilities'})}")
    visitor.page.wait_for_selector("#edit-list li >> nth=1", state="attached")
    visitor.page.click("#compare button[data-side=difference]")
    change = (after["probabilities"][0, 0] - before["probabilities"][0, 0]).numpy()
    most = change[np.argsort(-np.abs(change), kind="stable")[:3]]
    visitor.page.wait_for_function(
        "first => Math.abs(document.querySelector('#detail-figure').data?.[0].x[0] - first) < 1e-4",
        arg=float(most[0]),
    )
    np.testing.assert_allclose(visitor.graph("[...gd.data[0].x]")[:3], most, atol=1e-5)
    assert not visitor.errors
