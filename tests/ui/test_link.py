"""Settings in the address of the page."""

import pytest

from transformer_viz.session import Settings
from transformer_viz.ui.link import (
    DEFAULT_SOURCE,
    default_settings,
    offered,
    query_of,
    read_query,
)


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


def test_the_page_offers_the_trained_models_that_it_can_draw() -> None:
    assert {"en-fr", "digits-reverse", "digits-sort", "digits-copy"} <= offered().keys()
    for card in offered().values():
        assert card["trained"]
        assert card["architecture"] == "encoder-decoder"


@pytest.mark.parametrize("name", ["worked-example", "../en-fr", "en-masked"])
def test_a_link_to_any_other_model_falls_back(name: str) -> None:
    link = read_query(f"?model={name}")
    assert link.settings == default_settings()
    assert len(link.problems) == 1


def test_a_model_of_digits_begins_with_digits() -> None:
    assert read_query("?model=digits-sort").settings.source.isdecimal()
