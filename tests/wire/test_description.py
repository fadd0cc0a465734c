"""What the page is told of a model: looks, signs, views and offers."""

from __future__ import annotations

import json
from typing import Any

import pytest

import transformer_viz as tv
from tests.checkpoints import small_checkpoints
from tests.helpers import said_all
from transformer_viz.capture.edit_data import edit_from_data
from transformer_viz.capture.edits import no_donor
from transformer_viz.checkpoints.families import read_family
from transformer_viz.language import dictionary
from transformer_viz.session.running import Settings, run_settings
from transformer_viz.ui import handlers
from transformer_viz.wire.contract import BoxSent, Look, Offer
from transformer_viz.wire.description import Description, describe
from transformer_viz.wire.link import query_of
from transformer_viz.wire.payload import shown_for_page
from transformer_viz.wire.source_code import source_excerpts

OWN_PRE = "own:encoder-decoder~d_model=16~n_heads=2~d_ff=8~norm=pre"
TEXTS = {"en-fr": "I like cats.", "en-causal": "My sister wants to", "en-masked": "A ___ sleeps."}
GRIDS = ("scores", "may_attend", "masked_scores", "weights")
CROSS = "decoder.layers.*.cross_attention"


def described(name: str) -> Description:
    return describe(tv.load(name))


def boxes(name: str) -> dict[str, BoxSent]:
    return {box["part"]: box for box in described(name).boxes}


def looks(name: str, part: str) -> dict[str, Look]:
    """By the name of the tensor, or of the view."""
    known = described(name).looks
    return {tensor["name"]: known[tensor["look"]] for tensor in boxes(name)[part]["tensors"]}


def offers(name: str, part: str) -> list[Offer]:
    return [described(name).offers[number] for number in boxes(name)[part]["offers"]]


def names(name: str, part: str) -> list[str]:
    return [offer["name"] for offer in offers(name, part)]


@pytest.mark.parametrize(
    ("model", "part", "queries", "keys"),
    [
        ("en-fr", "encoder.layers.*.self_attention", "source", "source"),
        ("en-fr", "decoder.layers.*.self_attention", "target", "target"),
        ("en-fr", CROSS, "target", "source"),
        ("en-masked", "encoder.layers.*.self_attention", "source", "source"),
        ("en-causal", "decoder.layers.*.self_attention", "target", "target"),
    ],
)
def test_rows_are_queries_and_columns_are_keys(
    model: str, part: str, queries: str, keys: str
) -> None:
    found = looks(model, part)
    for name in GRIDS:  # a step of a decoder reads one word and writes the next
        rows = "steps" if queries == "target" else queries
        assert (found[name]["rows"], found[name]["columns"]) == (rows, keys), name
        assert found[name]["axes"][-2:] == ["query", "key"]
        assert found[name]["grid"]
        assert found[name]["heads"]
    for name in ("q", "context", "output"):
        assert (found[name]["rows"], found[name]["columns"]) == (queries, ""), name
    for name in ("k", "v"):
        assert (found[name]["rows"], found[name]["columns"]) == (keys, ""), name
    for name in ("q", "k", "v", "context", "output"):
        assert not found[name]["grid"]
        assert found[name]["picture"] == "vectors"
    assert [found[name]["scale"] for name in "qkv"] == ["q", "k", "v"]
    pictures = {name: found[name]["picture"] for name in GRIDS}
    assert pictures == {
        "scores": "scores",
        "may_attend": "mask",
        "masked_scores": "scores",
        "weights": "weights",
    }
    assert not found["output"]["heads"]
    assert found["context"]["heads"]


def test_the_rows_of_both_towers_and_of_the_way_out() -> None:
    assert looks("en-fr", "encoder.layers.*.feed_forward")["hidden"]["rows"] == "source"
    assert looks("en-fr", "decoder.layers.*.feed_forward")["hidden"]["rows"] == "target"
    assert looks("en-fr", "encoder.layers.*.feed_forward")["hidden"]["column_axis"] == (
        "figures.unit_axis"
    )
    out = looks("en-fr", "logits")["logits"]
    assert (out["rows"], out["columns"]) == ("target", "vocabulary")
    assert looks("en-masked", "logits")["logits"]["rows"] == "source"
    assert looks("en-fr", "probabilities")["probabilities"]["picture"] == "probabilities"
    norm = looks("en-fr", "encoder.layers.*.feed_forward_norm")
    assert norm["mean"]["picture"] == norm["variance"]["picture"] == "norms"


@pytest.mark.parametrize("model", [*TEXTS, OWN_PRE])
def test_every_look_names_figures_and_words_that_a_run_has(model: str) -> None:
    settings = Settings(model, TEXTS.get(model, "5 7 9"))
    sent = shown_for_page(run_settings(settings), settings)["run"]
    for look in described(model).looks:
        assert look["figure"] in sent["figures"]
        assert look["difference"] in sent["figures"]
        assert look["rows"] in sent["labels"]
        if look["grid"]:
            assert look["columns"] in sent["labels"]


def joins(model: str, part: str) -> list[tuple[str, str]]:
    """Signs and tensors, in their order; views have no sign."""
    tensors = boxes(model)[part]["tensors"]
    assert all(not tensor["join"] for tensor in tensors if tensor["view"])
    return [(t["join"], t["name"]) for t in tensors if not t["view"]]


def test_signs_stand_between_what_is_computed() -> None:
    assert joins("en-fr", CROSS) == [
        ("", "q"),
        ("·", "k"),
        ("→", "scores"),
        ("", "may_attend"),
        ("→", "masked_scores"),
        ("→", "weights"),
        ("×", "v"),
        ("→", "context"),
        ("→", "output"),
    ]
    assert joins("en-fr", "decoder.embeddings.sum") == [
        ("", "tokens"),
        ("+", "positions"),
        ("=", "sum"),
    ]
    assert joins("en-fr", "decoder.layers.*.feed_forward_norm")[:3] == [
        ("", "residual"),
        ("+", "update"),
        ("=", "sum"),
    ]
    expected = [("", "hidden"), ("→", "activated"), ("→", "output")]
    assert joins("en-fr", "decoder.layers.*.feed_forward") == expected


def views(model: str, part: str) -> dict[str, str]:
    """The tensor that each view is made from."""
    tensors = boxes(model)[part]["tensors"]
    return {t["view"]: t["path"].rpartition(".")[2] for t in tensors if t["view"]}


def test_views_are_offered_where_they_mean_something() -> None:
    of_weights = {"lines": "weights", "average": "weights", "value_weighted": "weights"}
    assert views("en-fr", CROSS) == of_weights  # what is looked at is not what is mixed
    encoder = views("en-fr", "encoder.layers.*.self_attention")
    assert encoder == {**of_weights, "rollout": "weights"}
    assert views("en-fr", "decoder.layers.*.self_attention") == of_weights
    assert views("en-fr", "encoder.embeddings.sum") == {
        "curves": "positions",
        "similarity": "positions",
    }
    assert views("en-fr", "decoder.layers.*.cross_attention_norm") == {"lengths": "output"}
    assert views("en-fr", "decoder.layers.*.feed_forward") == {}
    assert views("en-fr", "probabilities") == {"all": "probabilities"}


def bert() -> tv.LoadedModel:
    """With segments, and a transform before the words."""
    pytest.importorskip("transformers")
    return read_family("tiny", small_checkpoints.bert_files(), {})


VARIANTS = [
    *tv.catalogue(),
    OWN_PRE,
    "own:encoder-only~positions=learned~activation=gelu",
    "own:decoder-only~positions=none~norm=pre",
]


@pytest.mark.parametrize("name", [*VARIANTS, "bert"])
def test_everything_that_is_named_has_words_and_every_tensor_a_name_of_its_own(name: str) -> None:
    told, known = describe(bert() if name == "bert" else tv.load(name)), dictionary()
    for box in told.boxes:
        keys = [box["label"], box["title"], box["explain"]]
        keys += [box["formula"]["key"]] if box["formula"] else []
        keys += [f"tensor.{tensor['name']}" for tensor in box["tensors"]]
        assert [key for key in keys if key not in known] == [], box["part"]
        names = [tensor["name"] for tensor in box["tensors"]]
        assert len(set(names)) == len(names), box["part"]
        assert set(box["code"]) <= source_excerpts().keys(), box["part"]
    for offer in told.offers:
        room = "patterns" if offer["group"] == "mask" else "change"
        assert f"{room}.{offer['name']}" in known
        if offer["field"].get("type") == "text":
            assert f"{room}.{offer['name']}_hint" in known
    assert {look["column_axis"] for look in told.looks} <= known.keys()


@pytest.mark.parametrize(
    ("model", "part", "label"),
    [
        ("en-fr", "encoder.layers.*.self_attention", "diagram.self_attention"),
        ("en-fr", "decoder.layers.*.self_attention", "diagram.masked_self_attention"),
        ("en-fr", CROSS, "diagram.cross_attention"),
        ("en-masked", "encoder.layers.*.self_attention", "diagram.self_attention"),
        ("en-causal", "decoder.layers.*.self_attention", "diagram.masked_self_attention"),
        ("en-fr", "encoder.tokens", "diagram.source_tokens"),
        ("en-fr", "decoder.tokens", "diagram.target_tokens"),
    ],
)
def test_only_the_decoders_attention_is_called_masked(model: str, part: str, label: str) -> None:
    assert boxes(model)[part]["label"] == label


@pytest.mark.parametrize(("model", "side"), [("en-masked", "source"), ("en-causal", "target")])
def test_every_arrow_of_a_lone_tower_carries_its_shape(model: str, side: str) -> None:
    config = tv.load(model).config
    shapes = {part: box["shape"] for part, box in boxes(model).items()}
    assert {box["side"] for box in boxes(model).values()} == {side}
    tower = {"source": "encoder", "target": "decoder"}[side]
    assert shapes.pop(f"{tower}.tokens") == [1, side]
    assert shapes.pop("logits") == shapes.pop("probabilities") == [1, side, config.vocab_size]
    assert all(shape == [1, side, config.d_model] for shape in shapes.values())


def test_a_cache_keeps_keys_and_values_of_what_is_written_and_of_no_source() -> None:
    kept = [(k["layer"], k["name"], k["path"]) for k in described("en-fr").kept]
    assert kept == [
        (layer, name, f"decoder.layers.{layer}.self_attention.{name}")
        for layer in (0, 1)
        for name in "kv"
    ]
    assert described("en-masked").kept == ()


# What is offered where.


def test_cross_attention_offers_no_causal_mask() -> None:
    """Queries and keys are other words there: no key is in a query's future."""
    across, down = names("en-fr", CROSS), names("en-fr", "decoder.layers.*.self_attention")
    for square in ("causal", "future"):
        assert square not in across
        assert square in down
    assert {"head_off", "only_head", "paint", "block_cell", "temperature"} <= set(across)


def test_what_only_padding_gives_a_sense_brings_the_padding() -> None:
    also = {offer["name"]: offer["also"] for offer in offers("en-fr", CROSS)}
    assert also["everything"] == {"kind": "PadSource", "count": 3}
    encoder = {o["name"]: o["also"] for o in offers("en-fr", "encoder.layers.*.self_attention")}
    assert encoder["wrong_axis"] == {"kind": "PadSource", "count": 3}
    assert encoder["everything"] is None


@pytest.mark.parametrize("model", ["en-fr", "en-causal", "en-masked"])
def test_feed_forward_offers_to_be_left_out_and_a_patch(model: str) -> None:
    for part, box in boxes(model).items():
        if box["kind"] == "feed_forward":
            assert names(model, part) == ["sub_layer_off", "patch"]


def test_an_addition_and_its_norm_can_be_left_out_but_not_the_norm_at_the_top() -> None:
    around = ["sub_layer_off", "residual_off", "norm_off", "patch"]
    assert names("en-fr", "decoder.layers.*.cross_attention_norm") == around
    for tower in ("encoder", "decoder"):
        assert names(OWN_PRE, f"{tower}.layers.*.feed_forward_norm") == around
        assert names(OWN_PRE, f"{tower}.layers.*.feed_forward_add") == around
        assert names(OWN_PRE, f"{tower}.final_norm") == ["patch"]


def test_padding_is_offered_where_it_is_read() -> None:
    assert names("en-fr", "encoder.tokens") == ["pad_source"]
    assert names("en-fr", "decoder.tokens") == []
    causal = described("en-causal")
    assert not [offer for offer in causal.offers if "PadSource" in str(offer)]


def test_what_is_predicted_offers_nothing() -> None:
    assert names("en-fr", "logits") == names("en-fr", "probabilities") == []


LOOKED_AT = {"@head": 1, "@heads": 1, "@row": 1, "@column": 0, "@rows": [0, 1], "@columns": 0}
LOOKED_AT |= {"@pinned_row": 1}


def filled(offer: Offer, box: BoxSent, layer: int) -> dict[str, Any]:
    """What assets/page/actions.js makes of an offer."""
    here = box["blocks"].replace("*", str(layer))
    tensor = next((t["path"] for t in box["tensors"]), "").replace("*", str(layer))
    is_text = offer["field"].get("type") == "text"
    meanings = {**LOOKED_AT, "@site": here, "@here": here, "@tensor": tensor}
    meanings |= {"@tensor_head": None, "@value": "She is here." if is_text else 0.5}
    return {
        field: meanings[value] if isinstance(value, str) and value[:1] == "@" else value
        for field, value in offer["edit"].items()
    }


EVERY_OFFER = [
    (model, box["part"], number)
    for model in ("en-fr", "en-causal")
    for box in describe(tv.load(model)).boxes
    for number in range(len(box["offers"]))
]


@pytest.mark.parametrize(("model", "part", "number"), EVERY_OFFER)
def test_every_offer_can_be_made_in_the_highest_layer(model: str, part: str, number: int) -> None:
    """It changes the tower and the block of its box, and nothing else."""
    box, offer = boxes(model)[part], offers(model, part)[number]
    data = filled(offer, box, box["layers"] - 1)
    if offer["edit"]["kind"] == "Patch":
        assert run_with(model, data)["problem"] is None
        return
    loaded = tv.load(model)
    changes = edit_from_data(data).changes(loaded.transformer, no_donor)
    if offer["edit"]["kind"] == "PadSource":
        assert changes == {}  # it adds words
        return
    assert changes
    if box["layered"]:
        block = box["blocks"].replace("*", str(box["layers"] - 1))
        assert all(path.startswith(block) for path in changes)
    else:
        assert all(path.startswith(f"{box['tower']}.embeddings.") for path in changes)


def run_with(model: str, *edits: dict[str, Any]) -> Any:
    query = query_of(Settings(model, TEXTS[model]))
    wish = json.dumps({"action": "edit", "query": query, "edits": edits})
    *_, viewer, status = handlers.show(model, "", "", wish)
    assert not status["is_error"], said_all(status)
    sent = json.loads(viewer)["edits"]
    assert [edit["edit"] for edit in sent] == list(edits)
    return sent[-1]


@pytest.mark.parametrize("model", ["en-fr", "en-causal"])
def test_offers_of_each_kind_of_box_are_granted_by_the_server(model: str) -> None:
    kinds = {box["kind"]: box for box in described(model).boxes}
    for box in kinds.values():
        for number in box["offers"]:
            offer = described(model).offers[number]
            if offer["edit"]["kind"] != "Patch":  # tried above
                also = [offer["also"]] if offer["also"] else []
                edit = run_with(model, *also, filled(offer, box, 0))
                assert edit["problem"] is None, (box["part"], offer["name"])
