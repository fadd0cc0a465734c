"""The judge of ``make bench``: what it calls missed, and how it ends. Nothing is timed here."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import torch

from tests.benchmarks.judge import Row, judge
from tests.benchmarks.torch_model import TorchTransformer
from transformer_viz.model.config import TransformerConfig
from transformer_viz.model.transformer import Transformer

ROOT = Path(__file__).parent.parent
KEPT = Row(name="kept", goal=1.1, ratios=[1.0, 1.1, 9.0])  # the median counts, one bad round not
MISSED = Row(name="too slow", goal=1.1, ratios=[1.0, 1.2, 1.2])
FASTER = Row(name="fast enough", goal=0.9, ratios=[1.0], at_least=True)
SLOWER = Row(name="not fast enough", goal=0.9, ratios=[0.8], at_least=True)
TOLD = Row(name="told", goal=None, ratios=[5.0])
ABSENT = Row(name="absent peer", goal=0.1, note="not installed")
CONFIG = TransformerConfig(
    source_vocab_size=20,
    target_vocab_size=20,
    d_model=16,
    n_heads=2,
    n_encoder_layers=2,
    n_decoder_layers=1,
    d_ff=24,
)


@pytest.mark.parametrize(
    ("row", "code"),
    [(KEPT, 0), (MISSED, 1), (FASTER, 0), (SLOWER, 1), (TOLD, 0), (ABSENT, 0)],
    ids=lambda x: x.name if isinstance(x, Row) else str(x),
)
def test_a_missed_row_is_the_exit_code(row: Row, code: int) -> None:
    said: list[str] = []
    assert judge({"room": lambda: [KEPT, row]}, [], said.append) == code
    assert (f"  {row.name}" in said) == (row.verdict in ("MISSED", "not measured"))


def test_a_bench_that_breaks_is_missed_and_the_others_go_on() -> None:
    def broken() -> Iterator[Row]:
        yield KEPT
        raise RuntimeError("the button is gone")

    said: list[str] = []
    assert judge({"broken": broken, "room": lambda: [FASTER]}, [], said.append) == 1
    assert "the button is gone" in said[1]
    assert said[2].startswith("fast enough")
    assert said[-1] == "  rows of broken"


def test_a_wish_for_some_rows_measures_no_others() -> None:
    said: list[str] = []
    rooms = {"good": lambda: [KEPT], "bad": lambda: [MISSED]}
    assert judge(rooms, ["good"], said.append) == 0
    assert judge(rooms, ["good", "bda"], said.append) == 2
    assert "bda" in said[-1]
    assert "good, bad" in said[-1]


SAME = """
import torch
from tests.benchmarks.plain import assert_same, plain
from transformer_viz.model.config import TransformerConfig
from transformer_viz.model.transformer import Transformer

sizes = {"d_model": 16, "n_heads": 2, "n_encoder_layers": 2, "n_decoder_layers": 1, "d_ff": 24}
model = Transformer(TransformerConfig(source_vocab_size=20, target_vocab_size=20, **sizes)).eval()
source, target = torch.randint(4, 20, (2, 1, 7))
assert_same(model, plain(model), source, target)
try:
    assert_same(model, model, source, target)
except AssertionError as error:
    print(error)
"""


def test_the_plain_model_is_the_same_without_anything_to_look_at() -> None:
    """In a process of its own: here, shapes are checked by wrappers."""
    done = subprocess.run([sys.executable, "-c", SAME], cwd=ROOT, capture_output=True, text=True)
    assert "hook points are left" in done.stdout, done.stderr


def test_the_model_of_torch_has_as_many_weights() -> None:
    def weights(model: torch.nn.Module) -> int:
        return sum(x.numel() for x in model.parameters())

    theirs = TorchTransformer(20, 16, 2, 2, 24, tied=False)
    ours = Transformer(TransformerConfig(**{**CONFIG.as_dict(), "n_decoder_layers": 2}))  # pyright: ignore
    assert weights(theirs) == weights(ours)
