"""Settings in the address of the page."""

import json
from pathlib import Path
from typing import Any

import pytest

import transformer_viz as tv
from tests.helpers import said_all
from transformer_viz.checkpoints.catalog import UPLOADS
from transformer_viz.checkpoints.store import TOKENIZERS
from transformer_viz.checkpoints.upload import read_upload
from transformer_viz.session.running import Settings, run_settings
from transformer_viz.ui import handlers
from transformer_viz.wire.link import (
    DEFAULT_SOURCE,
    default_settings,
    examples_of,
    model_choices,
    offered,
    query_of,
    read_query,
)
from transformer_viz.wire.model_facts import model_facts
from transformer_viz.wire.payload import shown_for_page


@pytest.mark.parametrize(
    "settings",
    [
        Settings("en-fr", "I like cats."),
        Settings("en-fr", "50% & more = <b>?</b> #1 +2"),
        Settings("en-fr", "日本 😀 é", "Où est le café ?"),
    ],
)
def test_settings_survive_the_address(settings: Settings) -> None:
    link = read_query("?" + query_of(settings))
    assert link.settings == settings
    assert link.problems == ()


def test_no_query_is_the_first_example() -> None:
    assert read_query("").settings == default_settings()


def test_unknown_keys_are_ignored() -> None:
    link = read_query("?source=Hi.&colour=red&__proto__=1")
    assert link.settings == Settings("en-fr", "Hi.")
    assert link.problems == ()


def test_of_a_doubled_key_the_first_counts() -> None:
    assert read_query("?source=one&source=two").settings.source == "one"


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("?model=en-xx", "There is no model called “en-xx”"),
        ("?model=" + "m" * 500, "There is no model called “mmm"),
        ("?source=" + "x" * 2001, "2001 characters; the limit is 2000"),
        ("?source=x&" + "y" * 9000, "This link could not be read"),
        (None, "This link could not be read"),
        (["model"], "This link could not be read"),
    ],
)
def test_bad_values_fall_back_and_say_so(query: object, says: str) -> None:
    link = read_query(query)
    assert link.settings.model == "en-fr"
    assert len(link.problems) == 1
    assert says in str(link.problems[0])


def test_percent_junk_falls_back() -> None:
    assert read_query("?%E0%A4%A&source&=&&").settings.source == DEFAULT_SOURCE


def test_the_page_offers_the_whole_catalogue() -> None:
    cards = offered()
    assert next(iter(cards)) == "en-fr"
    shown = {str(card["architecture"]) for card in cards.values()}
    assert shown == {"encoder-decoder", "encoder-only", "decoder-only"}
    assert cards == tv.catalogue()
    assert {"en-masked", "en-causal", "digits-reverse", "worked-example"} <= cards.keys()


@pytest.mark.parametrize("name", ["encoder", "../en-fr", "/etc", "hub:../b", "hub:a"])
def test_a_link_to_any_other_model_falls_back(name: str) -> None:
    link = read_query(f"?model={name}")
    assert link.settings == default_settings()
    assert len(link.problems) == 1


def test_a_link_may_name_a_model_of_the_hub_which_then_joins_the_list() -> None:
    link = read_query("?model=hub:owner/name")
    assert link.problems == ()
    assert link.settings.model == "hub:owner/name"
    names = [name for _, name in model_choices("hub:owner/name")]
    assert names == [*offered(), "hub:owner/name"]
    assert [name for _, name in model_choices("digits-sort")] == list(offered())


@pytest.mark.parametrize("name", offered())
def test_every_model_of_the_page_runs_its_examples(name: str) -> None:
    for text in examples_of(name):
        settings = Settings(name, text)
        run = run_settings(settings)
        assert shown_for_page(run, settings)["run"]["figures"]
        assert model_facts(run.model)["examples"] == examples_of(name)
        assert len(model_facts(run.model)["boxes"]) >= 8
        assert read_query(query_of(settings)).settings == settings


@pytest.mark.parametrize("name", ["worked-example", "digits-sort", "en-masked", "en-causal"])
def test_an_uploaded_model_is_offered_what_it_can_read(name: str, tmp_path: Path) -> None:
    tv.save(tv.load(name), tmp_path)
    files = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    (tokenizer,) = {*TOKENIZERS} & {*files}
    given = (files["weights.safetensors"], files["config.json"], files[tokenizer], tokenizer)
    upload = UPLOADS.put(read_upload(*given)).name
    for text in examples_of(upload):
        run = run_settings(Settings(upload, text))
        pieces = [*run.source_pieces, *run.target_pieces[: run.given]]
        assert not any(piece.is_unknown for piece in pieces)
    assert all(("___" in text) is (name == "en-masked") for text in examples_of(upload))
    wish = json.dumps({"action": "open", "model": upload})
    _, source, _, viewer, _ = handlers.show("en-fr", DEFAULT_SOURCE, "", wish)
    assert source in (DEFAULT_SOURCE, examples_of(upload)[0])
    assert not any(token["unknown"] for token in json.loads(viewer)["run"]["source"]["tokens"])


def test_an_example_of_another_model_gives_way_and_ones_own_text_stays() -> None:
    def picked(model: str, text: str) -> tuple[Any, ...]:
        return handlers.show(model, text, "", json.dumps({"action": "pick"}))[1:]

    source, _, viewer, _ = picked("digits-sort", "She is very ___.")
    assert source == examples_of("digits-sort")[0]
    assert json.loads(viewer)["run"]["target"]["text"] == "".join(sorted(source))
    assert picked("digits-sort", "5201")[0] == "5201"
    source, _, _, status = picked("digits-sort", "My own words.")
    assert source.isdecimal()
    assert said_all(status).startswith("Your text was replaced by an example.")
    assert "digits only" in said_all(status)
    assert picked("en-causal", "My own words")[0] == "My own words"


def test_a_model_of_digits_begins_with_digits() -> None:
    assert read_query("?model=digits-sort").settings.source.isdecimal()
