"""Every source of models answers to the same questions; a new one is a class and a line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import transformer_viz as tv
from tests.helpers import small_decoder_only, tiny_tokenizer
from transformer_viz.checkpoints.catalog import FOLDER
from transformer_viz.checkpoints.library import Library
from transformer_viz.checkpoints.sources.hub import Hub
from transformer_viz.checkpoints.sources.own import Own
from transformer_viz.checkpoints.sources.presets import Presets
from transformer_viz.checkpoints.sources.shelf import Shelf
from transformer_viz.checkpoints.sources.shipped import Shipped
from transformer_viz.checkpoints.sources.source import Progress, Source
from transformer_viz.checkpoints.sources.upload import Uploads
from transformer_viz.checkpoints.store import Card
from transformer_viz.errors import InputError


def model_called(name: str) -> tv.LoadedModel:
    transformer = small_decoder_only(target_vocab_size=tiny_tokenizer().vocab_size)
    return tv.LoadedModel(name, transformer, tiny_tokenizer(), (), {"title": f"title of {name}"})


class Drawer:
    """A source that no file of the package knows: ``drawer:…`` in any mixture of capitals."""

    def __init__(self, *, needs_fetching: bool = False) -> None:
        self.needs_fetching = needs_fetching
        self.shelf = Shelf()

    def owns(self, name: str) -> bool:
        return name.startswith("drawer:")

    def cards(self) -> dict[str, Card]:
        return {"drawer:top": self.card("drawer:top")}

    def canonical(self, name: str) -> str:
        if name == "drawer:":
            raise InputError("errors.hub_name", name=name)
        return name.lower()

    def card(self, name: str) -> Card:
        return {"title": self.canonical(name).removeprefix("drawer:")}

    def load(self, name: str, progress: Progress | None = None) -> tv.LoadedModel:
        called = self.canonical(name)
        return self.shelf.find_or_make(called, lambda: model_called(called))


@pytest.mark.parametrize("kind", [lambda: Shipped(FOLDER), Presets, Own, Hub, Uploads, Drawer])
def test_every_source_keeps_to_the_protocol(kind: Callable[[], Source]) -> None:
    source = kind()
    assert isinstance(source, Source)
    for name, card in source.cards().items():
        assert source.owns(name)
        assert source.canonical(name) == name
        assert source.card(name) == card
        assert card["title"]
    for name in ("", "drawer", "../en-fr", "/etc", "hub", "own", "upload", "upload:", "en"):
        assert not source.owns(name)


def test_a_new_source_joins_the_others() -> None:
    library = Library(Presets(), Drawer())
    assert list(library.cards())[-1] == "drawer:top"
    assert library.canonical("drawer:TOP") == "drawer:top"
    assert library.card("drawer:TOP") == {"title": "top"}
    model = library.load("drawer:Top")
    assert model.name == "drawer:top"
    assert library.at_hand("drawer:TOP") is model
    assert library.is_at_hand(model)
    assert not library.is_at_hand(model_called("drawer:top"))
    with pytest.raises(InputError, match="is no model name"):
        library.load("drawer:")


def test_what_must_be_fetched_is_told_by_its_name_and_only_loaded_by_load() -> None:
    library = Library(Drawer(needs_fetching=True))
    with pytest.raises(InputError, match="The model top is not in the memory") as refusal:
        library.at_hand("drawer:TOP")
    assert refusal.value.values["fetch"] == "drawer:top"
    model = library.load("drawer:TOP")
    assert library.at_hand("drawer:Top") is model


def test_the_first_source_that_owns_a_name_has_it() -> None:
    first, second = Drawer(), Drawer()
    model = Library(first, second).load("drawer:top")
    assert first.shelf.holds(model)
    assert not second.shelf.holds(model)


@pytest.mark.parametrize("name", ["", "en-xx", "Drawer:top"])
def test_a_name_of_nobody_lists_what_there_is(name: str) -> None:
    library = Library(Drawer())
    for ask in (library.load, library.at_hand, library.canonical):
        with pytest.raises(InputError) as refusal:
            ask(name)
        assert str(refusal.value) == (
            f"There is no model called “{name}”. Choose one of: drawer:top."
        )
    assert library.card(name) == {"title": name}
    assert library.is_at_hand(model_called(name))  # it came from elsewhere, and nothing kept it


def test_a_folder_is_for_python_alone(tmp_path: Path) -> None:
    tv.save(model_called("any"), tmp_path / "mine")
    assert tv.load(str(tmp_path / "mine")).name == "mine"
    with pytest.raises(InputError, match="There is no model called"):
        Library(Shipped(FOLDER), Own(), Hub(), Uploads()).load(str(tmp_path / "mine"))


def test_what_is_shipped_is_read_once() -> None:
    source = Shipped(FOLDER)
    assert source.load("digits-copy") is source.load("digits-copy")
    source.cards()["digits-copy"]["title"] = "changed"
    assert source.card("digits-copy")["title"] != "changed"
