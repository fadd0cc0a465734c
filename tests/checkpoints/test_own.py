"""A configuration of one's own: its name, its limits, its weights."""

from __future__ import annotations

import math
import threading
from typing import Any
from urllib.parse import parse_qsl, urlencode

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

import transformer_viz as tv
from tests.helpers import many
from transformer_viz.checkpoints.catalog import FOLDER
from transformer_viz.checkpoints.own import (
    FIELDS,
    OwnModel,
    check_own,
    load_own,
    nearest_own,
    own_card,
    read_own,
)
from transformer_viz.checkpoints.presets import PRESETS
from transformer_viz.checkpoints.sources.own import Own
from transformer_viz.checkpoints.store import load_folder
from transformer_viz.errors import InputError
from transformer_viz.model.config import TOWERS, TransformerConfig
from transformer_viz.text.numbers import NumberTokenizer
from transformer_viz.wire.link import known_model

SMALL = "own:encoder-decoder~d_model=16~n_heads=2~n_encoder_layers=1~n_decoder_layers=1~d_ff=8"
ABSENT = {
    "encoder-decoder": (),
    "encoder-only": ("target_vocab_size", "n_decoder_layers"),
    "decoder-only": ("source_vocab_size", "n_encoder_layers"),
}


@st.composite
def spellings(draw: st.DrawFn) -> tuple[str, list[str]]:
    """An architecture and some fields in any order, defaults among them; all of them work."""
    architecture = draw(st.sampled_from(tuple(TOWERS)))
    n_heads = draw(st.integers(1, 16))
    parts = {"n_heads": n_heads, "d_model": n_heads * draw(st.integers(8, 30))}
    for field in FIELDS.values():
        if field.name in ABSENT[architecture] or not draw(st.booleans()):
            continue
        if field.name == "tied":
            parts["tied"] = draw(st.sampled_from(("none", "target")))
        elif field.options:
            parts[field.name] = draw(st.sampled_from(field.options))
        elif field.name not in parts:
            parts[field.name] = draw(st.integers(max(field.least, 1), min(field.most, 3_000)))
    return architecture, draw(st.permutations([f"{k}={v}" for k, v in parts.items()]))


@many
@given(spellings())
def test_every_spelling_leads_to_one_name_that_survives_a_link(
    spelling: tuple[str, list[str]],
) -> None:
    architecture, parts = spelling
    own = read_own("own:" + "~".join([architecture, *parts]))
    for part in parts:
        field, _, value = part.partition("=")
        assert str(own.values[field]) == value
    assert read_own(own.name) == own
    assert read_own(own.name).name == own.name
    assert dict(parse_qsl(urlencode({"model": own.name}))) == {"model": own.name}
    assert set(own.name) <= set("abcdefghijklmnopqrstuvwxyz0123456789_-=~:")
    assert sum(part in own.name.split("~") for part in parts) == own.name.count("~")


def test_the_name_says_what_differs_from_the_small_model() -> None:
    assert read_own("own:encoder-decoder").name == "own:encoder-decoder"
    assert read_own("own:encoder-decoder~seed=3~d_model=64").name == "own:encoder-decoder~seed=3"
    config = read_own("own:decoder-only~d_k=3~d_v=5~d_model=9~n_heads=2~norm=pre").config
    assert config == TransformerConfig(
        architecture="decoder-only",
        source_vocab_size=0,
        n_encoder_layers=0,
        target_vocab_size=100,
        n_decoder_layers=2,
        d_model=9,
        n_heads=2,
        d_k=3,
        d_v=5,
        d_ff=256,
        norm="pre",
    )


WHOLE = "it must be a whole number from"
REFUSED = {
    "d_model=10~n_heads=3": "d_model = 10 cannot be split into 3 heads. Try 9 or 12.",
    "d_model=10~n_heads=6": "d_model = 10 cannot be split into 6 heads. Try 12, or fewer heads.",
    "d_model=511~n_heads=15": "Try 510, or fewer heads.",
    "d_model=10~n_heads=3~d_k=2": "d_v is not given, and d_model = 10 cannot be split",
    "d_model=10~n_heads=3~d_v=2": "d_k is not given, and d_model = 10 cannot be split",
    "d_model=0": f"d_model = 0 does not work: {WHOLE} 8 to 512.",
    "d_model=-1": f"d_model = -1 does not work: {WHOLE} 8 to 512.",
    "d_model=2.5": f"d_model = 2.5 does not work: {WHOLE} 8 to 512.",
    "d_model=nan": f"d_model = nan does not work: {WHOLE} 8 to 512.",
    "d_model=inf": f"d_model = inf does not work: {WHOLE} 8 to 512.",
    "d_model=None": f"d_model = None does not work: {WHOLE} 8 to 512.",
    "d_model=1e3": f"d_model = 1e3 does not work: {WHOLE} 8 to 512.",
    "d_model=٦٤": f"d_model = ٦٤ does not work: {WHOLE} 8 to 512.",
    "d_model=": "d_model is empty: type a whole number from 8 to 512.",
    "d_model=" + "9" * 90: f"does not work: {WHOLE} 8 to 512.",
    "d_model=1": "d_model = 1 cannot be split into 4 heads. Try 8, or fewer heads.",
    "d_model=4": "d_model = 4 cannot be shown here: it must be from 8 to 512.",
    "d_model=1000000000": "d_model = 1000000000 cannot be shown here: it must be from 8 to 512.",
    "n_heads=0": f"n_heads = 0 does not work: {WHOLE} 1 to 16.",
    "n_heads=-1": f"n_heads = -1 does not work: {WHOLE} 1 to 16.",
    "n_heads=999": "n_heads = 999 cannot be shown here: it must be from 1 to 16.",
    "n_heads=32": "n_heads = 32 cannot be shown here: it must be from 1 to 16.",
    "n_encoder_layers=0": f"n_encoder_layers = 0 does not work: {WHOLE} 1 to 12.",
    "n_decoder_layers=1000000000": "n_decoder_layers = 1000000000 cannot be shown here",
    "d_ff=4097": "d_ff = 4097 cannot be shown here: it must be from 1 to 4096.",
    "d_k=513": "d_k = 513 cannot be shown here: it must be from 0 to 512.",
    "source_vocab_size=1": "source_vocab_size = 1 cannot be shown here: it must be from 5",
    "source_vocab_size=0": f"source_vocab_size = 0 does not work: {WHOLE} 5 to 10000.",
    "max_len=7": "max_len = 7 cannot be shown here: it must be from 8 to 2048.",
    "seed=-1": f"seed = -1 does not work: {WHOLE} 0 to 2147483647.",
    "seed=0.5": f"seed = 0.5 does not work: {WHOLE} 0 to 2147483647.",
    "seed=2147483648": "seed = 2147483648 cannot be shown here: it must be from 0 to 2147483647.",
    "norm=other": "norm = other is not one of the choices. Choose one of: post, pre.",
    "positions=": "positions = “” is not one of the choices.",
    "tied=all~source_vocab_size=50": "but they have 50 and 100 entries",
    "colour=red": "“colour” is no field of this configuration, or it is there twice.",
    "d_model": "d_model is empty",
    "d_model=8~d_model=16": "“d_model” is no field of this configuration, or it is there twice.",
    "": "“” is no field of this configuration",
    "dropout=0.5": "“dropout” is no field",
    "n_heads=16~d_model=512~d_ff=4096~n_encoder_layers=12~n_decoder_layers=12": (
        "parameters; the limit is 30,000,000. Make it narrower or less deep."
    ),
}


@pytest.mark.parametrize("parts", REFUSED)
def test_what_cannot_be_built_is_refused_in_words_before_anything_is_made(
    parts: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: Any) -> None:
        raise AssertionError("something was built")

    monkeypatch.setattr("transformer_viz.checkpoints.making.build_model", never)
    for refuse in (tv.load, known_model):
        with pytest.raises(InputError) as refusal:
            refuse(f"own:encoder-decoder~{parts}")
        assert REFUSED[parts] in str(refusal.value)
        assert len(str(refusal.value)) < 400


@pytest.mark.parametrize("name", ["own:", "own:other", "own:encoder-decoder,d_model=8", "own:~"])
def test_an_unknown_architecture_lists_the_known_ones(name: str) -> None:
    with pytest.raises(InputError, match="Choose one of: encoder-decoder, encoder-only, decoder"):
        tv.load(name)


def test_a_field_of_the_tower_that_is_not_there_is_named() -> None:
    with pytest.raises(InputError, match="“n_decoder_layers” is no field"):
        tv.load("own:encoder-only~n_decoder_layers=2")


def test_a_width_that_is_suggested_can_be_built() -> None:
    for d_model in range(8, 513, 7):
        for n_heads in range(1, 17):
            try:
                read_own(f"own:encoder-only~d_model={d_model}~n_heads={n_heads}")
            except InputError as refusal:
                values = refusal.values
                near = [values[key] for key in ("nearest", "below", "above") if key in values]
                assert near
                for width in near:
                    check_own(read_own(f"own:encoder-only~d_model={width}~n_heads={n_heads}"))


WORKING = {
    "odd width, sines": "own:encoder-decoder~d_model=9~n_heads=3~n_encoder_layers=1",
    "odd width, halves": "own:encoder-only~d_model=9~n_heads=3~positions=sinusoidal_halves",
    "keys and values differ": "own:encoder-decoder~d_model=13~n_heads=3~d_k=2~d_v=7~norm=pre",
    "one head, one layer": "own:decoder-only~d_model=8~n_heads=1~n_decoder_layers=1~d_ff=1",
    "smallest vocabulary": "own:encoder-decoder~source_vocab_size=5~target_vocab_size=5",
    "two vocabularies": "own:encoder-decoder~source_vocab_size=50~target_vocab_size=70",
    "largest seed": "own:decoder-only~seed=2147483647~positions=learned~activation=swish",
    "shortest": "own:decoder-only~max_len=8~positions=none~activation=gelu~tied=target",
    "other norms": "own:encoder-decoder~norm=pre~norm_kind=rms",
    "seed 0": "own:encoder-only~seed=0~tied=all~layer_norm_eps=1e-12",
}


@pytest.mark.parametrize("name", WORKING.values(), ids=WORKING)
def test_what_is_odd_but_possible_runs(name: str) -> None:
    model = tv.load(name)
    for text in model.card["examples"]:
        if len(text.split()) < model.config.max_len:
            run = tv.run(model, text)
            assert all(run.trace[path].isfinite().all() for path in ("logits", "probabilities"))
            assert not [note for note in run.source.notes if "unknown" in note.key]


def test_weights_depend_on_the_configuration_and_the_seed_alone() -> None:
    torch.manual_seed(5)
    before = torch.random.get_rng_state()
    first = load_own(read_own(SMALL + "~seed=3"))
    assert torch.equal(torch.random.get_rng_state(), before)  # nobody else's chance is disturbed
    torch.manual_seed(6)
    again, other = (load_own(read_own(f"{SMALL}~seed={seed}")) for seed in (3, 4))
    ids = [torch.tensor([[5, 6]]), torch.tensor([[1, 7]])]
    logits = [model.transformer(*ids) for model in (first, again, other)]
    assert torch.equal(logits[0], logits[1])
    assert not torch.allclose(logits[0], logits[2])
    assert not first.transformer.training


def test_a_checkpoint_that_is_read_meanwhile_takes_no_chance_away() -> None:
    own, ended = read_own("own:encoder-decoder~d_model=128"), threading.Event()
    expected = load_own(own).transformer.state_dict()

    def read_others() -> None:
        while not ended.is_set():
            load_folder(FOLDER / "digits-copy")

    reader = threading.Thread(target=read_others)
    reader.start()
    try:
        for _ in range(10):
            found = load_own(own).transformer.state_dict()
            assert all(torch.equal(found[path], weight) for path, weight in expected.items())
    finally:
        ended.set()
        reader.join()


def test_a_model_is_built_once_per_process_however_it_is_spelled() -> None:
    model = tv.load(SMALL + "~seed=11")
    head, *parts = SMALL.split("~")
    assert tv.load("~".join([head, "seed=11", *reversed(parts)])) is model
    assert model.name == read_own(SMALL + "~seed=11").name
    assert tv.load(model.name) is model


def test_the_least_recently_used_goes_when_bytes_run_out() -> None:
    own = Own(max_bytes=tv.load(SMALL).n_bytes * 5 // 2)
    first, second = (own.load(f"{SMALL}~seed={seed}") for seed in (1, 2))
    assert own.shelf.holds(second)  # which is no use of it
    assert own.load(SMALL + "~seed=1") is first
    third = own.load(SMALL + "~seed=3")
    assert [own.shelf.holds(model) for model in (first, second, third)] == [True, False, True]


def test_the_card_says_random_and_counts_what_is_built() -> None:
    own = read_own(SMALL + "~seed=3")
    card, model = own_card(own), load_own(own)
    assert card["title"] == "Your own: d_model 16, heads 2, layers 1+1"
    assert card["trained"] is False
    assert card["source"] == "random weights from seed 3"
    assert card["license"] is None
    assert card["parameters"] == sum(x.numel() for x in model.transformer.parameters())
    assert Own().card(own.name) == card == model.card
    assert isinstance(model.tokenizer, NumberTokenizer)
    assert own_card(read_own("own:decoder-only"))["title"].endswith("heads 4, layers 2")


@pytest.mark.parametrize("name", PRESETS)
def test_the_tutorials_configurations_can_be_a_start(name: str) -> None:
    preset = PRESETS[name]
    own = nearest_own(preset.config, preset.seed)
    ours, theirs = own.config.as_dict(), preset.config.as_dict()
    assert {key for key in ours if ours[key] != theirs[key]} <= {"dropout"}  # off when models run
    if name == "worked-example":
        logits = [m.transformer(torch.tensor([[5, 7]])) for m in (load_own(own), tv.load(name))]
        assert torch.equal(*logits)


def test_what_cannot_be_chosen_is_left_as_it_is_here() -> None:
    config = TransformerConfig(
        source_vocab_size=9, target_vocab_size=9, layer_norm_eps=0.01, scale_embeddings=False
    )
    own = nearest_own(config)
    assert own.config.layer_norm_eps == 1e-5
    assert own.config.scale_embeddings
    assert own.config.d_model == 512
    assert isinstance(own, OwnModel)
    assert math.isfinite(own.seed)
