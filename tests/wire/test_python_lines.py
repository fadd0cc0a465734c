"""The lines that the page offers to copy give the run that it shows."""

from dataclasses import replace
from typing import Any

import pytest
import torch

import transformer_viz as tv
from tests.capture.test_edit_text import EVERY_KIND
from transformer_viz.capture.edits import Edit
from transformer_viz.session.running import Settings, run_settings
from transformer_viz.wire.python_lines import python_lines

PLAIN = Settings("en-fr", "The cat sleeps.")
CROSS = "decoder.layers.1.cross_attention"
OTHERS = [
    PLAIN,
    replace(PLAIN, source='She says "no\\n" and don\'t.'),
    replace(PLAIN, target="Le chat dort."),
    replace(PLAIN, edits=(tv.HeadOff(CROSS, 1), tv.BlockAttention(CROSS, None, (0, 1)))),
    replace(PLAIN, method=tv.Sampling(temperature=2.0, top_k=5, seed=3)),
    replace(PLAIN, method=tv.Beam(width=2)),
    Settings("own:encoder-only~d_model=16", "5 7 9"),
]


def ran(lines: str) -> Any:
    names: dict[str, Any] = {}
    exec(lines, names)
    return names["run"]


@pytest.mark.parametrize("settings", OTHERS, ids=str)
def test_the_lines_give_the_run_on_show(settings: Settings) -> None:
    shown, run = run_settings(settings), ran(python_lines(settings))
    assert run.output == shown.output
    for path, tensor in shown.trace.items():
        assert torch.equal(run.trace[path], tensor), path


@pytest.mark.parametrize("edit", EVERY_KIND, ids=lambda edit: type(edit).__name__)
def test_every_edit_is_written_as_python_makes_it(edit: Edit) -> None:
    assert eval(f"tv.{edit!r}", {"tv": tv}) == edit


def test_an_uploaded_models_secret_is_not_told() -> None:
    assert "secret" not in python_lines(Settings("upload:secret", "1"))
