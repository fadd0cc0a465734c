"""What the form for a configuration of one's own asks for, and what it gets."""

from __future__ import annotations

import json
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

import transformer_viz as tv
from transformer_viz.checkpoints.own import FIELDS, load_own, read_own
from transformer_viz.checkpoints.presets import PRESETS
from transformer_viz.model.costs import costs, overtaking
from transformer_viz.server.http import routes
from transformer_viz.session.running import Settings, run_settings
from transformer_viz.ui import handlers
from transformer_viz.wire.costs import costs_for_page, form_for_page
from transformer_viz.wire.figures import figure_for_page
from transformer_viz.wire.link import examples_of, known_model, model_choices, query_of, read_query
from transformer_viz.wire.model_facts import model_facts

OWN = "own:encoder-decoder~d_model=16~n_heads=2~d_ff=8~seed=3"


def asked(model: str, n: object = 7, **wishes: str) -> Any:
    return costs_for_page({"model": model, "n": str(n), **wishes})


def test_the_table_is_that_of_the_model_which_the_name_builds() -> None:
    got = asked(OWN)
    assert got["problem"] is None
    found = got["costs"]
    model = load_own(read_own(OWN))
    assert found["model"] == model.name == OWN
    total = sum(part["parameters"] for part in found["parts"])
    assert total == sum(x.numel() for x in model.transformer.parameters())
    assert sum(part["weight_bytes"] for part in found["parts"]) == model.n_bytes
    expected = costs(model.config, 7, 7)
    for part in found["parts"]:
        cost = expected[part["name"]]
        assert part["multiply_adds"] == cost.multiply_adds
        assert part["square_bytes"] == cost.square_bytes
        power = 2 if "scores" in part["name"] else 1
        assert part["factor"] * 7**power == cost.multiply_adds
    assert found["overtaking"] == overtaking(model.config)
    assert found["figure"] == figure_for_page(tv.figures.cost_curves(model.config, 7), ())


def test_an_encoder_alone_has_no_rows_of_cross_attention() -> None:
    names = [part["name"] for part in asked("own:encoder-only")["costs"]["parts"]]
    assert "self_scores" in names
    assert not [name for name in names if "cross" in name]


@pytest.mark.parametrize(
    ("model", "n", "field", "says"),
    [
        ("own:encoder-only~d_model=10~n_heads=3", 7, "d_model", "Try 9 or 12."),
        ("own:encoder-only~d_model=2.5", 7, "d_model", "2.5"),
        ("own:encoder-only~d_model=10~n_heads=3", 7, "d_model", "Try 9 or 12"),
        ("own:encoder-only~d_model=10~n_heads=3~d_k=4", 7, "d_v", "d_v is not given"),
        ("own:encoder-only~d_model=513~n_heads=4", 7, "d_model", "it must be from 8 to 512"),
        ("own:encoder-only~n_heads=0", 7, "n_heads", "1 to 16"),
        ("own:encoder-only~norm=other", 7, "norm", "post, pre"),
        ("own:encoder-only~seed=-1", 7, "seed", "0 to 2147483647"),
        ("own:encoder-decoder~tied=all~source_vocab_size=9", 7, "tied", "9 and 100"),
        ("own:other", 7, "architecture", "encoder-decoder"),
        ("own:encoder-only~__proto__=1", 7, None, "__proto__"),
        ("own:encoder-only", 0, "n", "n = 0"),
        ("own:encoder-only", -3, "n", "n = -3"),
        ("own:encoder-only", "", "n", "n is empty: type a whole number from 1 to 4,096"),
        ("own:encoder-only", "2.5", "n", "n = 2.5"),
        ("own:encoder-only", "9" * 500, "n", "…"),
        ("own:encoder-only", 4097, "n", "n = 4097 does not work"),
        ("../..", 7, None, "There is no model called"),
        ("", 7, None, "There is no model called"),
    ],
)
def test_what_cannot_work_has_no_costs_and_names_the_field(
    model: str, n: object, field: str | None, says: str
) -> None:
    got = asked(model, n)
    assert got["costs"] is None
    assert got["problem"]["field"] == field
    assert says in got["problem"]["text"]
    assert len(got["problem"]["text"]) < 400


def test_what_is_too_large_shows_what_it_would_cost_and_why_it_is_not_built() -> None:
    got = asked("own:encoder-only~d_model=1024")
    assert got["problem"]["field"] == "d_model"
    assert got["problem"]["text"].endswith("it must be from 8 to 512.")
    layers = [part for part in got["costs"]["parts"] if part["name"] == "self_projections"]
    assert layers[0]["factor"] == 2 * 4 * 1024 * 1024


def test_the_papers_base_model_can_be_a_start_though_it_is_not_built() -> None:
    got = asked("encoder-decoder")
    assert got["problem"]["field"] is None
    assert "parameters; the limit is 30,000,000" in got["problem"]["text"]
    assert got["problem"]["text"].endswith("list of models.")
    total = sum(part["parameters"] for part in got["costs"]["parts"])
    assert total == tv.catalogue()["encoder-decoder"]["parameters"]
    assert got["costs"]["values"]["d_ff"] == "2048"
    assert got["costs"]["values"]["architecture"] == "encoder-decoder"


@pytest.mark.parametrize("name", [*PRESETS, "en-fr", "en-causal", "en-masked", OWN])
def test_what_the_page_offers_can_be_built_as_it_is(name: str) -> None:
    assert asked(name)["costs"]["differs"] == []


@pytest.mark.parametrize("name", [*PRESETS, "en-fr", "en-causal", "en-masked", OWN])
def test_every_start_fills_the_form_with_what_leads_back_to_its_name(name: str) -> None:
    found = asked(name)["costs"]
    values = dict(found["values"])
    architecture = values.pop("architecture")
    spelled = f"own:{architecture}~" + "~".join(f"{k}={v}" for k, v in values.items())
    assert read_own(spelled).name == found["model"]


def test_the_costs_of_a_model_on_show_are_its_own() -> None:
    """It has a smaller scale of what can be chosen: its costs are those of the model itself."""
    model = tv.load("en-causal")
    total = sum(part["parameters"] for part in asked("en-causal")["costs"]["parts"])
    assert total == sum(x.numel() for x in model.transformer.parameters())


def test_absurd_sizes_get_an_answer() -> None:
    huge = "9" * 10
    name = f"own:encoder-only~d_model={huge}~n_heads=1~d_ff={huge}~n_encoder_layers={huge}"
    got = TestClient(Starlette(routes=routes())).get("/viz/costs", params={"model": name, "n": 9})
    assert got.status_code == 200
    assert got.json()["problem"]["field"] == "d_model"


def test_the_route_answers_with_the_same() -> None:
    client = TestClient(Starlette(routes=routes()))
    got = client.get("/viz/costs", params={"model": OWN, "n": 7, "scale": "log"})
    assert got.json() == asked(OWN, scale="log")
    assert got.json()["costs"]["figure"]["layout"]["xaxis"]["type"] == "log"
    assert client.get("/viz/costs").json()["costs"] is None


def test_the_form_offers_every_field_with_its_limits() -> None:
    form: Any = form_for_page()
    assert [field["name"] for field in form["fields"]] == list(FIELDS)
    by_name = {field["name"]: field for field in form["fields"]}
    assert (by_name["d_model"]["least"], by_name["d_model"]["most"]) == (8, 512)
    assert by_name["n_encoder_layers"]["tower"] == "encoder"
    assert by_name["source_vocab_size"]["tower"] == "encoder"
    assert by_name["n_heads"]["tower"] is None
    assert [start["name"] for start in form["starts"]] == list(PRESETS)
    for field in form["fields"]:
        if field["options"]:
            assert field["default"] == field["options"][0]


@pytest.mark.parametrize(
    "name",
    [
        OWN,
        "own:encoder-only~d_model=9~n_heads=3~positions=learned~activation=gelu",
        "own:decoder-only~n_heads=1~d_k=3~d_v=5~n_decoder_layers=1~norm=pre~positions=none",
    ],
)
def test_a_link_to_ones_own_configuration_runs_it(name: str) -> None:
    settings = Settings(name, examples_of(name)[0])
    assert read_query("?" + query_of(settings)).settings == settings
    facts = model_facts(run_settings(settings).model)
    assert facts["name"] == name
    assert facts["trained"] is False
    formulas = [box["formula"] for box in facts["boxes"] if box["kind"] == "feed_forward"]
    activation = read_own(name).config.activation
    assert formulas
    assert {formula["values"]["activation"] for formula in formulas} == {activation}
    label, value = model_choices(name)[-1]
    assert value == name
    assert label.startswith("Your own:")
    assert label.endswith("random weights")


def test_a_link_in_another_spelling_is_the_same_model() -> None:
    assert known_model("own:encoder-decoder~seed=3~d_ff=8~n_heads=2~d_model=16") == OWN
    query = "?model=own:encoder-decoder~seed=3~d_ff=8~n_heads=2~d_model=16~n_encoder_layers=2"
    assert read_query(query).settings.model == OWN


def test_a_link_to_a_configuration_that_cannot_work_falls_back_and_says_why() -> None:
    link = read_query("?model=own:encoder-decoder~d_model=10~n_heads=3")
    assert link.settings.model == "en-fr"
    assert str(link.problems[0]).endswith("Try 9 or 12.")


def test_the_dialogs_button_runs_it_on_an_example_of_its_own() -> None:
    wish = json.dumps({"action": "open", "model": OWN})
    model, source, target, viewer, status = handlers.show("en-fr", "I like cats.", "", wish)
    assert model["value"] == OWN
    assert source == examples_of(OWN)[0]
    assert target == ""
    assert json.loads(viewer)["model"]["name"] == OWN
    assert not status["is_error"]
