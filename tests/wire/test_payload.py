"""A run as the browser receives it."""

import base64

import numpy as np
import pytest

import transformer_viz as tv
from transformer_viz.session.running import Run, Settings
from transformer_viz.wire.payload import shown_for_page
from transformer_viz.wire.pictures import blocked_cells, query_labels

SETTINGS = Settings("en-fr", "She does not eat the apples.")


@pytest.fixture(scope="module")
def run() -> Run:
    return tv.run(tv.load("en-fr"), "She does not eat the apples.")


def test_every_attention_block_sends_its_weights_and_its_mask(run: Run) -> None:
    sent = shown_for_page(run, SETTINGS)["run"]
    sites = [
        f"{tower}.layers.{layer}.self_attention"
        for tower in ("encoder", "decoder")
        for layer in (0, 1)
    ]
    sites += [f"decoder.layers.{layer}.cross_attention" for layer in (0, 1)]
    assert set(sent["weights"]) == set(sent["masks"]) == {f"{site}.weights" for site in sites}


def test_weights_travel_with_an_error_of_at_most_8e_6(run: Run) -> None:
    for path, sent in shown_for_page(run, SETTINGS)["run"]["weights"].items():
        steps = np.frombuffer(base64.b64decode(sent["data"]), "<u2").reshape(sent["shape"])
        np.testing.assert_allclose(steps / 65_535, run.trace[path][0].numpy(), atol=8e-6)


def test_only_the_decoders_self_attention_is_masked(run: Run) -> None:
    for path, sent in shown_for_page(run, SETTINGS)["run"]["masks"].items():
        size = int(np.prod(sent["shape"]))
        bits = np.unpackbits(
            np.frombuffer(base64.b64decode(sent["data"]), np.uint8), bitorder="little"
        )[:size].reshape(sent["shape"])
        n = len(run.target_tokens)
        if path.startswith("decoder") and path.endswith("self_attention.weights"):
            np.testing.assert_array_equal(bits[0], np.triu(np.ones((n, n)), 1))
        else:
            assert not bits.any()


def test_heads_that_differ_in_their_mask_are_told_apart() -> None:
    site = "decoder.layers.0.cross_attention"
    edit = tv.BlockAttention(site, query=1, key=2, head=3)
    blocked = blocked_cells(tv.run(tv.load("en-fr"), "I like cats.", edits=[edit]), site)
    assert blocked.nonzero().tolist() == [[3, 1, 2]]


def test_a_decoder_row_names_what_it_reads_and_what_it_writes(run: Run) -> None:
    labels = query_labels(run, "decoder.cross_attention")
    assert labels[0].startswith("<s> → ")
    assert labels[-1].endswith(" → </s>")
    assert len(labels) == len(run.target_tokens)


def test_nothing_is_sent_twice(run: Run) -> None:
    sent = shown_for_page(run, SETTINGS)["run"]
    for name, figure in sent["figures"].items():
        assert "bdata" not in str(figure), name
