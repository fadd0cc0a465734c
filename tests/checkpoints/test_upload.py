"""One's own checkpoint: saved, read back, uploaded, and every way to get it wrong."""

from __future__ import annotations

import json
import os
import pickle
import struct
from pathlib import Path

import pytest
import safetensors.torch
import torch

import transformer_viz as tv
from tests.helpers import (
    random_ids,
    small_decoder_only,
    small_encoder_only,
    small_model,
    tiny_tokenizer,
    without_type_checks,
)
from tests.text.vocabularies import byte_level, marian, wordpiece
from transformer_viz.checkpoints.limits import FROM_THE_HUB, check_size, count_parameters
from transformer_viz.checkpoints.sources.upload import Uploads
from transformer_viz.checkpoints.store import LoadedModel, save
from transformer_viz.checkpoints.upload import read_upload
from transformer_viz.errors import InputError

WEIGHT = "decoder.layers.0.cross_attention.w_k.weight"


def own(**changes: object) -> LoadedModel:
    size = tiny_tokenizer().vocab_size
    model = small_model(**{"source_vocab_size": size, "target_vocab_size": size, **changes})
    return LoadedModel("own", model, tiny_tokenizer(), ("cat", "dog"), {"title": "Mine"})


def of_bert_kind() -> LoadedModel:
    size = wordpiece().vocab_size
    parts = {"n_segments": 2, "output_bias": True, "output_transform": True, "tied": "all"}
    model = small_encoder_only(source_vocab_size=size, positions="learned", **parts)
    return LoadedModel("own", model, wordpiece(), (), {})


def of_gpt2_kind() -> LoadedModel:
    size = byte_level().vocab_size
    model = small_decoder_only(target_vocab_size=size, norm="pre", activation="gelu_tanh")
    return LoadedModel("own", model, byte_level(), (), {})


def of_marian_kind() -> LoadedModel:
    size = marian().vocab_size
    sizes = {"source_vocab_size": size, "target_vocab_size": size, "target_pad_id": -1}
    parts = {"positions": "sinusoidal_halves", "activation": "swish", "output_bias": True}
    return LoadedModel("own", small_model(**sizes, **parts), marian(), (), {})


KINDS = [own, of_bert_kind, of_gpt2_kind, of_marian_kind]


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_saved_is_read_back_equal(kind, tmp_path: Path) -> None:
    model = kind()
    tv.save(model, tmp_path / "own")
    loaded = tv.load(str(tmp_path / "own"))
    assert loaded.config == model.config
    assert loaded.known_words == model.known_words
    for text in ("the cat", "Mary's zebra \u7565"):
        assert loaded.tokenizer.tokens(text) == model.tokenizer.tokens(text)
        assert loaded.target_tokenizer.tokens(text) == model.target_tokenizer.tokens(text)
    own_weights = dict(model.transformer.named_parameters())
    assert own_weights.keys() == dict(loaded.transformer.named_parameters()).keys()
    for path, weight in loaded.transformer.named_parameters():
        assert torch.equal(weight, own_weights[path]), path


def test_saving_takes_half_the_bytes_where_that_is_exact(tmp_path: Path) -> None:
    model = own()
    for weight in model.transformer.parameters():
        weight.copy_(weight.half().float())
    dict(model.transformer.named_parameters())[WEIGHT][0, 0] = 0.1  # no float16
    tv.save(model, tmp_path)
    stored = safetensors.torch.load_file(tmp_path / "weights.safetensors")
    assert stored[WEIGHT].dtype == torch.float32
    assert {x.dtype for path, x in stored.items() if path != WEIGHT} == {torch.float16}


def test_a_full_disk_leaves_the_old_files_and_no_half_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tv.save(own(), tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    write = Path.write_bytes

    def full(path: Path, content: bytes) -> int:
        if path.name.startswith("words"):
            write(path, content[:1])
            raise OSError(28, "No space left on device")
        return write(path, content)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(InputError, match="disk is full; nothing was saved"):
        tv.save(own(d_ff=7), tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "taken").write_bytes(b"a file")
    with pytest.raises(InputError, match="“taken” cannot be written"):
        tv.save(own(), tmp_path / "taken")
    assert os.listdir(tmp_path) == ["taken"]


# Uploads


def files_of(model: LoadedModel, folder: Path) -> dict[str, bytes]:
    save(model, folder)
    (tokenizer,) = folder.glob("tokenizer.*")
    return {
        "weights": (folder / "weights.safetensors").read_bytes(),
        "config": (folder / "config.json").read_bytes(),
        "tokenizer": tokenizer.read_bytes(),
        "tokenizer_name": tokenizer.name,
    }


@pytest.fixture
def files(tmp_path: Path) -> dict[str, bytes]:
    return files_of(own(), tmp_path)


@pytest.mark.parametrize("kind", KINDS)
def test_the_files_of_a_saved_model_can_be_uploaded(kind, tmp_path: Path) -> None:
    files = files_of(kind(), tmp_path)
    uploaded = read_upload(**files)
    assert uploaded.config == kind().config
    for path, weight in kind().transformer.named_parameters():
        assert torch.equal(dict(uploaded.transformer.named_parameters())[path], weight.half())
    assert not any(x.requires_grad for x in uploaded.transformer.parameters())


def config_with(files: dict[str, bytes], **changes: object) -> bytes:
    return json.dumps({**json.loads(files["config"]), **changes}).encode()


def weights_with(files: dict[str, bytes], **changes: torch.Tensor) -> bytes:
    weights = safetensors.torch.load(files["weights"])
    weights.update({WEIGHT if path == "WEIGHT" else path: x for path, x in changes.items()})
    return safetensors.torch.save({path: x for path, x in weights.items() if x.numel()})


def huge_header() -> bytes:
    entry = '"{}":{{"dtype":"F32","shape":[0],"data_offsets":[0,0]}}'
    header = ("{" + ",".join(entry.format(i) for i in range(2_001)) + "}").encode()
    return struct.pack("<Q", len(header)) + header


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty or ends too early"),
        (struct.pack("<Q", 1_000_001) + b"{" + b" " * 1_000_001, "not a safetensors file"),
        (struct.pack("<Q", 2**60) + b"{}", "not a safetensors file"),
        (huge_header(), "holds 2001 tensors; the limit is 2000"),
        (pickle.dumps({"a": 1}), "a pickle"),
        (b"PK\x03\x04" + bytes(100), "a pickle"),
        (struct.pack("<Q", 100_000) + b"[" * 100_000, "not a safetensors file"),
    ],
    ids=["empty", "header", "lying header", "tensors", "pickle", "torch.save", "nested"],
)
def test_weights_that_are_none_are_refused(
    files: dict[str, bytes], content: bytes, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        read_upload(**{**files, "weights": content})


def test_a_checkpoint_whose_header_happens_to_start_like_a_pickle_is_read(
    files: dict[str, bytes],
) -> None:
    """0x80 may be the low byte of the header's length."""
    content = files["weights"]
    (length,) = struct.unpack("<Q", content[:8])
    longer = length + (0x80 - length) % 256
    header = content[8 : 8 + length].ljust(longer)
    padded = struct.pack("<Q", longer) + header + content[8 + length :]
    assert padded[:1] == b"\x80"
    assert read_upload(**{**files, "weights": padded}).config == own().config


def test_the_first_weight_that_does_not_fit_is_named(files: dict[str, bytes]) -> None:
    bad = {
        "has the shape (9, 8); this model needs (8, 8)": weights_with(
            files, WEIGHT=torch.zeros(9, 8)
        ),
        f"The weight {WEIGHT} holds numbers that are not finite": weights_with(
            files, WEIGHT=torch.full((8, 8), torch.nan)
        ),
        f"lacks the weight {WEIGHT}": weights_with(files, WEIGHT=torch.zeros(0)),
        "no place for: extra": weights_with(files, extra=torch.zeros(1)),
    }
    for message, weights in bad.items():
        with pytest.raises(InputError) as refusal:
            read_upload(**{**files, "weights": weights})
        assert message in str(refusal.value)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"d_model": 4}, "d_model = 4 .* from 8 to 512"),
        ({"d_model": 520}, "d_model = 520 .* from 8 to 512"),
        ({"d_model": 10**9}, "d_model = 1000000000 .* from 8 to 512"),
        ({"n_heads": 17, "d_k": 1, "d_v": 1}, "n_heads = 17 .* from 1 to 16"),
        ({"n_encoder_layers": 13}, "n_encoder_layers = 13 .* from 1 to 12"),
        ({"n_decoder_layers": 10**9}, "n_decoder_layers = 1000000000 .* from 1 to 12"),
        ({"d_ff": 10**7}, r"has 3\d\d,\d{3},\d{3} parameters; the limit is 30,000,000"),
        ({"source_vocab_size": 10**12}, "parameters; the limit"),
        ({"max_len": 10**9}, "max_len = 1000000000 .* from 1 to 2048"),
        ({"wings": 2}, r"config\.json has fields that do not belong to a configuration \(wings\)"),
        ({"d_model": "wide"}, "d_model = wide"),
        ({"output_bias": "yes"}, "output_bias = yes"),
        ({"architecture": "decoder-only"}, "n_encoder_layers = 1 .* decoder-only"),
        ({"d_ff": 17}, "has the shape .* this model needs"),
        ({"target_vocab_size": 65}, r"tokenizer\.model has 64 pieces, .* 64 and 65"),
    ],
    ids=str,
)
def test_a_configuration_that_does_not_fit_says_why(
    files: dict[str, bytes], changes: dict[str, object], message: str
) -> None:
    with without_type_checks(), pytest.raises(InputError, match=message):
        read_upload(**{**files, "config": config_with(files, **changes)})


@pytest.mark.parametrize("content", [b"", b"[]", b"\xff", b"[" * 90_000, b"null", b'"x"'])
def test_a_configuration_that_is_none_is_refused(files: dict[str, bytes], content: bytes) -> None:
    with pytest.raises(InputError, match=r"^config\.json is not the JSON of a configuration"):
        read_upload(**{**files, "config": content})


def test_the_line_of_a_slip_in_the_configuration_is_named(files: dict[str, bytes]) -> None:
    with pytest.raises(InputError, match=r"line 2 column 3"):
        read_upload(**{**files, "config": b"{\n  d_model: 8}"})


@pytest.mark.parametrize("kept", [0, 7, 40, -1])
def test_weights_that_end_too_early_are_said_to(files: dict[str, bytes], kept: int) -> None:
    with pytest.raises(InputError, match=r"is empty or ends too early"):
        read_upload(**{**files, "weights": files["weights"][:kept]})


@pytest.mark.parametrize("name", ["tokenizer.model", "tokenizer.txt", "tokenizer.json"])
@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"[]", b"no tokenizer", b"[" * 90_000])
def test_a_tokenizer_that_is_none_is_refused(
    files: dict[str, bytes], name: str, content: bytes
) -> None:
    with pytest.raises(InputError, match=rf"{name}( has 0 pieces|\.)"):
        read_upload(**{**files, "tokenizer": content, "tokenizer_name": name})


@pytest.mark.parametrize("name", ["", "vocab.pkl", "../tokenizer.model.pkl", "x" * 10_000])
def test_a_tokenizer_of_another_name_is_refused(files: dict[str, bytes], name: str) -> None:
    with pytest.raises(InputError, match=r"one of tokenizer\.model") as refusal:
        read_upload(**{**files, "tokenizer_name": name})
    assert len(str(refusal.value)) < 300


def test_the_folder_before_a_tokenizers_name_is_ignored(files: dict[str, bytes]) -> None:
    assert read_upload(**{**files, "tokenizer_name": r"C:\fake\tokenizer.model"})


@pytest.mark.parametrize(
    ("part", "size", "message"),
    [
        (
            "weights",
            20_000_001,
            r"weights\.safetensors has 20,000,001 bytes; the limit is 20,000,000",
        ),
        ("weights", 25_000_000, r"weights\.safetensors has 25,000,000 bytes"),
        ("tokenizer", 4_500_000, r"tokenizer\.model has 4,500,000 bytes; the limit is 4,000,000"),
        ("config", 1_000_000, r"config\.json has 1,000,000 bytes; the limit is 100,000"),
    ],
)
def test_a_file_beyond_its_limit_is_not_even_read(
    files: dict[str, bytes], part: str, size: int, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        read_upload(**{**files, part: bytes(size)})


def test_the_number_of_parameters_is_that_of_the_model_itself() -> None:
    for kind in KINDS:
        model = kind().transformer
        assert count_parameters(model.config) == sum(x.numel() for x in model.parameters())


def test_the_hubs_limits_hold_gpt2_and_stop_above_it() -> None:
    config = of_gpt2_kind().config
    known = {"d_model": 768, "n_heads": 12, "n_decoder_layers": 12, "d_ff": 3_072}
    known["positions"] = "learned"
    gpt2 = {**config.as_dict(), **known, "target_vocab_size": 50_257, "max_len": 1_024}
    small = type(config)(**{**gpt2, "tied": "all"})
    assert count_parameters(small) == 124_439_808  # as published
    check_size(small, FROM_THE_HUB)
    with pytest.raises(InputError, match="parameters; the limit is 130,000,000"):
        check_size(type(config)(**{**gpt2, "tied": "all", "n_decoder_layers": 14}), FROM_THE_HUB)


# Where they are kept


def test_an_uploaded_model_is_found_by_its_name_alone() -> None:
    uploads, model = Uploads(), own()
    kept = uploads.put(model)
    assert uploads.load(kept.name) is kept
    assert kept.transformer is model.transformer
    assert uploads.put(model).name != kept.name
    for other in ("", "own", "upload:", kept.name[:-1], kept.name[:13]):
        with pytest.raises(InputError, match="Upload it again"):
            uploads.load(other)


def test_an_uploaded_model_is_gone_when_its_time_is_over() -> None:
    uploads = Uploads(seconds=0.0)
    with pytest.raises(InputError, match="Upload it again"):
        uploads.load(uploads.put(own()).name)


def test_as_many_bytes_are_kept_as_there_is_room_for() -> None:
    model = own()
    assert model.n_bytes == 4 * sum(x.numel() for x in model.transformer.parameters())
    uploads = Uploads(max_bytes=2 * model.n_bytes)
    names = [uploads.put(own()).name for _ in range(3)]
    with pytest.raises(InputError, match="Upload it again"):
        uploads.load(names[0])
    assert uploads.load(names[1])
    assert uploads.load(names[2])


def test_an_uploaded_model_is_built_for_reading(files: dict[str, bytes]) -> None:
    uploaded = read_upload(**files).transformer
    ids = random_ids(60, 1, 4)
    assert torch.equal(uploaded(ids, ids), uploaded(ids, ids))
    assert not any(module.training for module in uploaded.modules())
