from __future__ import annotations

import json
import pickle
import struct
from collections.abc import Callable
from pathlib import Path

import pytest
import safetensors.torch
import torch
from torch import Tensor

from tests.helpers import (
    random_ids,
    small_decoder_only,
    small_encoder_only,
    small_model,
    tiny_tokenizer,
)
from transformer_viz.checkpoints.store import (
    COMMON_FILES,
    LoadedModel,
    _sha256,
    load_folder,
    save,
)
from transformer_viz.checkpoints.weights import fill, read_safetensors
from transformer_viz.errors import InputError
from transformer_viz.model.transformer import Transformer
from transformer_viz.text.tokenizer import train_tokenizer

HASHED_FILES = (*COMMON_FILES, "tokenizer.model")
WEIGHT = "decoder.layers.0.cross_attention.w_k.weight"


def tiny(**changes: object) -> LoadedModel:
    size = tiny_tokenizer().vocab_size
    changes = {"source_vocab_size": size, "target_vocab_size": size, **changes}
    return LoadedModel(
        name="tiny",
        transformer=small_model(**changes),
        tokenizer=tiny_tokenizer(),
        known_words=("caf\u00e9", "cat", "dog"),
        card={"source_language": "en", "steps": 7},
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    save(tiny(), tmp_path / "tiny")
    return tmp_path / "tiny"


def rounded_to_half(model: Transformer) -> Transformer:
    for weight in model.parameters():
        weight.copy_(weight.half().float())
    return model


# What is saved comes back


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"norm": "pre", "positions": "learned", "activation": "gelu"},
        {"tied": "target", "d_k": 3, "d_v": 5},
        {"tied": "all", "scale_embeddings": False, "n_encoder_layers": 2},
    ],
    ids=str,
)
def test_a_saved_model_gives_the_same_logits(changes: dict[str, object], tmp_path: Path) -> None:
    model = tiny(**changes)
    save(model, tmp_path / "tiny")
    loaded = load_folder(tmp_path / "tiny")

    source_ids, target_ids = random_ids(60, 2, 5), random_ids(60, 2, 4)
    expected = rounded_to_half(model.transformer)(source_ids, target_ids)
    assert torch.equal(loaded.transformer(source_ids, target_ids), expected)


@pytest.mark.parametrize(
    ("small", "vocabulary"),
    [(small_encoder_only, "source_vocab_size"), (small_decoder_only, "target_vocab_size")],
)
@pytest.mark.parametrize("tied", ["none", "all"])
def test_a_model_with_one_tower_comes_back_as_what_it_was(
    small, vocabulary: str, tied: str, tmp_path: Path
) -> None:
    transformer = small(tied=tied, **{vocabulary: tiny_tokenizer().vocab_size})
    model = LoadedModel("lone", transformer, tiny_tokenizer(), (), {})
    save(model, tmp_path / "lone")
    loaded = load_folder(tmp_path / "lone")

    assert type(loaded.transformer) is type(transformer)
    assert loaded.config == model.config
    token_ids = random_ids(60, 2, 5)
    expected = rounded_to_half(transformer)(token_ids)
    assert torch.equal(loaded.transformer(token_ids), expected)


def test_everything_else_comes_back_too(folder: Path) -> None:
    model, loaded = tiny(), load_folder(folder)
    assert loaded.name == "tiny"
    assert loaded.config == model.config
    assert loaded.known_words == model.known_words
    assert loaded.tokenizer.tokens("Mary's cat") == model.tokenizer.tokens("Mary's cat")
    assert {name: loaded.card[name] for name in model.card} == model.card


def test_a_loaded_model_is_for_reading_only(folder: Path) -> None:
    loaded = load_folder(folder).transformer
    assert not any(module.training for module in loaded.modules())
    assert not any(weight.requires_grad for weight in loaded.parameters())


def test_tied_weights_are_stored_once_and_are_one_object_again(tmp_path: Path) -> None:
    save(tiny(tied="all"), tmp_path / "tiny")
    stored = safetensors.torch.load_file(tmp_path / "tiny" / "weights.safetensors")
    assert sum("table" in path or "w_vocab" in path for path in stored) == 1
    loaded = load_folder(tmp_path / "tiny").transformer
    assert loaded.w_vocab.weight is loaded.encoder.embeddings.table.weight
    assert loaded.w_vocab.weight is loaded.decoder.embeddings.table.weight


def test_the_names_of_the_weights_are_the_paths_of_the_module_tree(folder: Path) -> None:
    stored = safetensors.torch.load_file(folder / "weights.safetensors")
    assert WEIGHT in stored
    assert stored.keys() == dict(tiny().transformer.named_parameters()).keys()
    assert {x.dtype for x in stored.values()} == {torch.float16}


# Files that are not what the card describes


@pytest.mark.parametrize("name", [*HASHED_FILES, "card.json"])
def test_a_missing_file_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(InputError, match=rf"tiny.*{name}"):
        load_folder(folder)


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="nowhere"):
        load_folder(tmp_path / "nowhere")


@pytest.mark.parametrize("name", HASHED_FILES)
@pytest.mark.parametrize(
    "damage",
    [
        lambda content: content[:-1] + bytes([content[-1] ^ 1]),
        lambda content: content[: len(content) // 2],
        lambda content: b"",
        lambda content: content + b" ",
    ],
    ids=["changed byte", "truncated", "empty", "longer"],
)
def test_a_changed_file_is_named(folder: Path, name: str, damage: Callable[[bytes], bytes]) -> None:
    path = folder / name
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(InputError, match=rf"{name} of checkpoint “tiny” differs"):
        load_folder(folder)


# Damage that has the right hash: a checkpoint that somebody made wrongly


def with_right_hash(folder: Path, name: str, content: bytes) -> Path:
    (folder / name).write_bytes(content)
    card = json.loads((folder / "card.json").read_bytes())
    card["sha256"][name] = _sha256(content)
    (folder / "card.json").write_text(json.dumps(card))
    return folder


def header(length: int) -> bytes:
    return struct.pack("<Q", length)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"1234567",
        header(0),
        header(2**63),
        header(10**9) + b"{}",
        header(3) + b"{}",  # one byte more than there is
        header(2) + b"xx",
        header(2) + b"[]",
        header(63) + b'{"a":{"dtype":"F32","shape":[1000000000],"data_offsets":[0,4]}}' + b"0000",
        header(60) + b'{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4000000]}}' + b"0000",
        pickle.dumps({"a": 1}),
        b"PK\x03\x04" + bytes(100),
    ],
    ids=[
        "empty",
        "shorter than a length",
        "no header",
        "huge header",
        "header beyond the limit",
        "header beyond the end",
        "no JSON",
        "no dictionary",
        "shape beyond its bytes",
        "bytes beyond the end",
        "a pickle",
        "a zip, as torch.save writes",
    ],
)
def test_what_is_no_safetensors_file_is_refused_and_never_unpickled(
    folder: Path, content: bytes
) -> None:
    with pytest.raises(InputError, match=r"(not a safetensors file|is empty or ends too early)"):
        read_safetensors(content)
    with pytest.raises(InputError, match=r"(not a safetensors file|is empty or ends too early)"):
        load_folder(with_right_hash(folder, "weights.safetensors", content))


def test_a_truncated_safetensors_file_is_refused(folder: Path) -> None:
    content = (folder / "weights.safetensors").read_bytes()
    with pytest.raises(InputError, match=r"(not a safetensors file|is empty or ends too early)"):
        load_folder(with_right_hash(folder, "weights.safetensors", content[:-10]))


def weights_of(folder: Path) -> dict[str, Tensor]:
    return safetensors.torch.load_file(folder / "weights.safetensors")


def load_with(folder: Path, weights: dict[str, Tensor]) -> LoadedModel:
    content = safetensors.torch.save(weights)
    return load_folder(with_right_hash(folder, "weights.safetensors", content))


def test_a_missing_weight_is_named(folder: Path) -> None:
    weights = weights_of(folder)
    del weights[WEIGHT]
    with pytest.raises(InputError) as refusal:
        load_with(folder, weights)
    assert str(refusal.value) == f"The checkpoint lacks the weight {WEIGHT}."


def test_an_extra_weight_is_named(folder: Path) -> None:
    with pytest.raises(InputError, match=r"no place for: decoder\.layers\.1\.w\.$"):
        load_with(folder, {**weights_of(folder), "decoder.layers.1.w": torch.zeros(1)})


def test_a_misshaped_weight_is_named_with_both_shapes(folder: Path) -> None:
    with pytest.raises(InputError, match=rf"{WEIGHT} has the shape \(8, 9\).* needs \(8, 8\)"):
        load_with(folder, {**weights_of(folder), WEIGHT: torch.zeros(8, 9)})


@pytest.mark.parametrize("bad", [torch.nan, torch.inf, -torch.inf])
def test_a_weight_that_is_not_finite_is_named(folder: Path, bad: float) -> None:
    weights = weights_of(folder)
    weights[WEIGHT][3, 2] = bad
    with pytest.raises(InputError, match=rf"{WEIGHT} holds numbers that are not finite"):
        load_with(folder, weights)


def test_a_transposed_pair_of_weights_does_not_pass(folder: Path) -> None:
    weights = weights_of(folder)
    path = "encoder.layers.0.feed_forward.w_1.weight"
    with pytest.raises(InputError, match=r"\(8, 16\).* needs \(16, 8\)"):
        load_with(folder, {**weights, path: weights[path].T.contiguous()})


def test_weights_go_where_their_name_says() -> None:
    """Two weights of one shape, exchanged, give another model."""
    model = tiny().transformer
    weights = {path: x.clone() for path, x in model.named_parameters()}
    source_ids, target_ids = random_ids(60, 1, 5), random_ids(60, 1, 4)
    before = model(source_ids, target_ids)
    other = WEIGHT.replace("w_k", "w_q")
    fill(model, {**weights, WEIGHT: weights[other], other: weights[WEIGHT]})
    assert not torch.allclose(model(source_ids, target_ids), before, atol=1e-2)
    fill(model, weights)
    assert torch.equal(model(source_ids, target_ids), before)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("tokenizer.model", b""),
        ("tokenizer.model", b"not a tokenizer"),
        ("config.json", b""),
        ("config.json", b"[]"),
        ("config.json", b'{"d_model": 8}'),
        ("config.json", b'{"source_vocab_size": 9, "target_vocab_size": 9, "wings": 2}'),
        ("words.txt", b"\xff\xfe"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(folder: Path, name: str, content: bytes) -> None:
    with pytest.raises(InputError, match=name):
        load_folder(with_right_hash(folder, name, content))


def test_a_tokenizer_of_another_model_is_refused(folder: Path) -> None:
    """An empty file is one too: sentencepiece reads it as a vocabulary of nothing."""
    content = train_tokenizer(["a b c"], vocab_size=9, required="abc").model
    with pytest.raises(InputError, match=r"tokenizer\.model has \d pieces, .* have 64 and 64"):
        load_folder(with_right_hash(folder, "tokenizer.model", content))


@pytest.mark.parametrize(
    "content", [b"", b"[]", b"{}", b'{"sha256": {}}', b"\xff", b'{"sha256": 1}']
)
def test_a_card_that_cannot_be_read_is_named(folder: Path, content: bytes) -> None:
    (folder / "card.json").write_bytes(content)
    with pytest.raises(InputError, match=r"card\.json"):
        load_folder(folder)


def test_a_config_with_a_size_that_cannot_work_says_which(folder: Path) -> None:
    config = json.loads((folder / "config.json").read_bytes())
    content = json.dumps({**config, "n_heads": 3}).encode()
    with pytest.raises(InputError, match="d_model = 8 cannot be split into 3 heads"):
        load_folder(with_right_hash(folder, "config.json", content))
