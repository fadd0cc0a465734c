"""What is really sent is what the contract says; the page's declarations are written from it."""

from __future__ import annotations

import functools
import json
from typing import Any, get_type_hints, is_typeddict

import orjson
import pytest
from pydantic import ConfigDict, TypeAdapter, with_config
from typing_extensions import TypedDict

import transformer_viz as tv
from transformer_viz.session.running import Settings, run_settings
from transformer_viz.wire import contract, payload
from transformer_viz.wire.payload import ANSWERS, Answers, shown_for_page
from transformer_viz.wire.types import FILE, declarations, type_script

BY_PATH = ("weights", "masks", "figures", "labels")  # as in assets/page/data/run.js
CROSS = "decoder.layers.1.cross_attention"
PLAIN = {
    "en-fr": "She does not eat the apples.",
    "en-masked": "The black ___ sleeps.",
    "en-causal": "My sister wants to",
    "worked-example": "5 7 9",
    "own:decoder-only~n_heads=1~d_k=3~d_v=5~n_decoder_layers=1~norm=pre": "5 7 9",
}
EDITED = {
    "head off": Settings("en-fr", PLAIN["en-fr"], edits=(tv.HeadOff(CROSS, 2),)),
    "padding and a mask": Settings(
        "en-fr", "I like cats.", edits=(tv.PadSource(2), tv.BlockAttention(CROSS, 1, (0, 2)))
    ),
    "an edit that does not fit": Settings(
        "en-fr", "I like cats.", edits=(tv.HeadOff("decoder.layers.9.x", 2),)
    ),
    "another word": Settings("en-causal", PLAIN["en-causal"], edits=(tv.ForceWord(1, 99),)),
    "one tower": Settings(
        "en-masked", PLAIN["en-masked"], edits=(tv.ScalingOff("encoder.layers.0.self_attention"),)
    ),
}
METHODS = [tv.Beam(width=2), tv.Sampling(top_k=5, seed=3)]


@functools.cache
def answers() -> TypeAdapter[Any]:
    """The contract, with nothing converted and nothing more than it names.

    Before Python 3.12 pydantic asks for the TypedDict of typing_extensions: each is made again.
    """
    made: dict[str, Any] = {}
    for name, one in vars(contract).items():
        if is_typeddict(one):
            again = TypedDict(name, get_type_hints(one, vars(contract), made))
            made[name] = with_config(ConfigDict(strict=True, extra="forbid"))(again)
    return TypeAdapter(made["Answer"])


def check(settings: Settings, **more: Any) -> Any:
    text = ANSWERS.text(run_settings(settings), settings, **more)
    answers().validate_json(text, strict=True)
    return json.loads(text)


def merged(sent: Any, baseline: Any) -> Any:
    """What the browser does with what was sent once."""
    whole = {**sent, **baseline}
    return whole | {part: sent[part] | baseline.get(part, {}) for part in BY_PATH}


@pytest.mark.parametrize("model", PLAIN)
def test_a_run_is_what_the_contract_says(model: str) -> None:
    answer = check(Settings(model, PLAIN[model]))
    assert answer["baseline"] is None
    assert answer["comparison"] is None
    assert answer["edits"] == []


@pytest.mark.parametrize("settings", EDITED.values(), ids=EDITED)
def test_a_run_with_edits_is_what_the_contract_says(settings: Settings) -> None:
    answer = check(settings, restored=True, asked=3)
    assert answer["restored"] is True
    assert answer["asked"] == 3
    assert len(answer["edits"]) == len(settings.edits)


@pytest.mark.parametrize("method", METHODS, ids=str)
def test_a_run_that_was_written_otherwise_is_what_the_contract_says(method: Any) -> None:
    answer = check(Settings("en-fr", "I like cats.", method=method))
    assert (answer["run"]["tree"] is not None) is isinstance(method, tv.Beam)
    assert (answer["run"]["drawn"] is not None) is isinstance(method, tv.Sampling)


@pytest.mark.parametrize("spoil", ["missing", "more", "text for number"])
def test_the_check_sees_what_the_contract_does_not_allow(spoil: str) -> None:
    settings = Settings("en-fr", "I like cats.")
    answer: Any = json.loads(ANSWERS.text(run_settings(settings), settings))
    answers().validate_python(answer, strict=True)
    box = answer["model"]["boxes"][3]
    if spoil == "missing":
        del box["grid"]
    elif spoil == "more":
        box["colour"] = "red"
    else:
        box["layers"] = "2"
    with pytest.raises(ValueError, match="boxes"):
        answers().validate_python(answer, strict=True)


@pytest.mark.parametrize("settings", EDITED.values(), ids=EDITED)
def test_the_baseline_over_the_run_is_the_run_without_edits(settings: Settings) -> None:
    answer: Any = shown_for_page(run_settings(settings), settings)
    plain = Settings(settings.model, settings.source, settings.target, method=settings.method)
    expected: Any = shown_for_page(run_settings(plain), plain)["run"]
    whole = merged(answer["run"], answer["baseline"])
    for name in expected:
        assert whole[name] == expected[name], name
    assert whole.keys() == expected.keys()


def test_with_one_head_off_the_baseline_is_less_than_half_of_a_run() -> None:
    settings = Settings("en-fr", PLAIN["en-fr"], edits=(tv.HeadOff(CROSS, 2),))
    answer: Any = shown_for_page(run_settings(settings), settings)
    assert 2 * len(orjson.dumps(answer["baseline"])) < len(orjson.dumps(answer["run"]))
    assert "encoder.layers.0.self_attention.weights" not in answer["baseline"].get("weights", {})


def test_the_declarations_of_the_page_are_those_of_the_contract() -> None:
    """If not: python -m transformer_viz.wire.types"""
    assert FILE.read_text(encoding="utf-8") == declarations()


def test_a_type_without_a_spelling_is_an_error() -> None:
    with pytest.raises(TypeError):
        type_script(set[int])


def test_an_answer_is_made_once_and_numbered_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Settings] = []

    def noted(run: Any, settings: Settings) -> Any:
        made.append(settings)
        return shown_for_page(run, settings)

    monkeypatch.setattr(payload, "shown_for_page", noted)
    answers_kept, settings = Answers(), Settings("en-fr", "I like cats.")
    run = run_settings(settings)
    first, again = (json.loads(answers_kept.text(run, settings)) for _ in range(2))
    other = json.loads(answers_kept.text(run, settings, asked=7, knows=first["model"]["key"]))
    assert made == [settings]
    assert first["number"] < again["number"] < other["number"]
    assert first["run"] == again["run"] == other["run"]
    assert (other["asked"], other["model"]) == (7, first["model"]["key"])
