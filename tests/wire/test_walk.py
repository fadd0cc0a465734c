"""The worked example's shapes as the page receives them."""

import base64
from typing import Any

import numpy as np
import pytest

import transformer_viz as tv
from transformer_viz.session.running import Settings, run_settings
from transformer_viz.wire.walk import walk_for_page

MODEL = "worked-example"


def walk(source: str, *edits: Any) -> Any:
    sent = walk_for_page(run_settings(Settings(MODEL, source, edits=edits)))
    assert sent is not None
    return sent


def numbers(step: Any) -> np.ndarray:
    return np.frombuffer(base64.b64decode(step["data"]), "<f4").reshape(step["shape"])


@pytest.mark.parametrize("source", ["5 7 9", "5", "9 8 7 6 5 4"])
def test_the_first_of_the_batch_is_the_run_on_show(source: str) -> None:
    """Whether it is as long as its neighbour, shorter or longer: padding changes no number."""
    run = tv.run(tv.load(MODEL), source)
    n = len(run.source_tokens)
    sent = walk(source)
    assert sent["padded"] is (n != 4)
    assert {step["shape"][0] for step in sent["steps"]} == {2}
    for step in sent["steps"]:
        if step["name"] in ("ids", "qkv", "merged"):
            continue
        expected = run.trace[step["path"]][0].numpy()
        here = tuple(slice(size) for size in expected.shape)
        np.testing.assert_allclose(numbers(step)[0][here], expected, atol=1e-6)


def test_keys_and_values_stand_beside_the_queries() -> None:
    run = tv.run(tv.load(MODEL), "5 7 9")
    (step,) = [step for step in walk("5 7 9")["steps"] if step["name"] == "qkv"]
    for sent, name in zip([step, *step["beside"]], "qkv", strict=True):
        heads = run.trace[f"encoder.layers.0.self_attention.{name}"][0]  # head pos d_k
        side_by_side = np.concatenate([head.numpy() for head in heads], axis=-1)
        np.testing.assert_allclose(numbers(sent)[0], side_by_side, atol=1e-6)


def test_the_second_is_the_sentence_of_the_card() -> None:
    other = tv.run(tv.load(MODEL), "4 6 8")
    last = walk("5 7 9")["steps"][-1]
    np.testing.assert_allclose(numbers(last)[1], other.trace[last["path"]][0], atol=1e-6)


def test_edits_are_made_in_it() -> None:
    site = "encoder.layers.0.self_attention"
    edits = [tv.HeadOff(site, 0), tv.Patch(f"{site}.output", "4 4 4")]
    run = tv.run(tv.load(MODEL), "5 7 9", edits=edits)
    last = walk("5 7 9", *edits)["steps"][-1]
    np.testing.assert_allclose(numbers(last)[0], run.trace[last["path"]][0], atol=1e-6)


def test_other_models_have_no_such_walk() -> None:
    assert walk_for_page(run_settings(Settings("en-masked", "The ___ sleeps."))) is None
    assert walk_for_page(run_settings(Settings("digits-copy", "4071"))) is None
