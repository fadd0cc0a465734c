"""All tensors of a run as one file."""

import io
import json
import struct

import numpy as np
import pytest
import safetensors.torch
import torch

import transformer_viz as tv
from transformer_viz.session.running import Run
from transformer_viz.wire.trace_file import trace_file, trace_npz


@pytest.fixture(scope="module")
def run() -> Run:
    return tv.run(tv.load("en-fr"), "I like cats.")


def metadata(content: bytes) -> dict[str, str]:
    (length,) = struct.unpack("<Q", content[:8])
    return json.loads(content[8 : 8 + length])["__metadata__"]


def test_every_tensor_is_in_the_file_under_its_name_or_its_first_name(run: Run) -> None:
    content = trace_file(run)
    tensors, same = safetensors.torch.load(content), json.loads(metadata(content)["same"])
    for path, x in run.trace.items():
        torch.testing.assert_close(tensors[same.get(path, path)], x[0].float(), rtol=0, atol=0)
    assert same["decoder.layers.0.self_attention_add.residual"] == "decoder.embeddings.sum"


def test_the_vocabulary_comes_along(run: Run) -> None:
    vocabulary = json.loads(metadata(trace_file(run))["vocabulary"])
    assert len(vocabulary) == run.model.tokenizer.vocab_size
    assert [vocabulary[piece.id] for piece in run.source_pieces][-1] == "</s>"


def test_no_number_becomes_infinite_on_its_way() -> None:
    site = "decoder.layers.0.self_attention"
    text = "The cat sleeps and the dog eats. " * 6
    run = tv.run(tv.load("en-fr"), text, edits=[tv.MaskFill(site)])
    sent = safetensors.torch.load(trace_file(run))
    assert sent[f"{site}.q"].dtype == torch.float16
    assert torch.equal(sent[f"{site}.masked_scores"], run.trace[f"{site}.masked_scores"][0])


def test_long_texts_travel_in_half_precision() -> None:
    run = tv.run(tv.load("en-fr"), "the cat " * 40)
    tensors = safetensors.torch.load(trace_file(run))
    assert tensors["logits"].dtype == torch.float16
    torch.testing.assert_close(
        tensors["logits"].float(), run.trace["logits"][0], rtol=1e-3, atol=1e-2
    )


def test_the_archive_opens_in_numpy(run: Run) -> None:
    with np.load(io.BytesIO(trace_npz(run))) as arrays:
        assert set(arrays) == set(run.trace)
        np.testing.assert_array_equal(arrays["logits"], run.trace["logits"].numpy())
