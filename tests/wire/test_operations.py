"""The page's own operations, in node: from a model's graph they come to torch's numbers."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import orjson
import pytest
import torch
from playwright._impl._driver import compute_driver_executable

from tests.anatomy.test_reading import small
from transformer_viz.anatomy.reading import read_graph
from transformer_viz.capture.trace import capture
from transformer_viz.wire.graph import as_json

ROOT = Path(__file__).parent.parent.parent
PARTS: list[tuple[str, dict[str, Any]]] = [
    ("encoder-decoder", {"d_k": 3, "d_v": 5}),
    ("encoder-decoder", {"norm": "pre", "norm_kind": "rms", "activation": "gelu"}),
    ("decoder-only", {"norm": "pre", "activation": "gelu_tanh", "positions": "learned"}),
    ("decoder-only", {"activation": "swish", "positions": "none"}),
    ("encoder-only", {"n_segments": 2, "output_transform": True, "output_bias": True}),
]


@pytest.mark.parametrize(("architecture", "choices"), PARTS)
def test_every_number_is_recomputed(
    architecture: str, choices: dict[str, Any], tmp_path: Path
) -> None:
    model: Any = (
        small(architecture, n_encoder_layers=1, **choices)
        if architecture != ("decoder-only")
        else small(architecture, n_decoder_layers=1, **choices)
    )
    lengths = {"encoder": 5, "decoder": 4}
    ids = {tower: list(range(3, 3 + lengths[tower])) for tower in model.config.towers}
    ids["encoder" if "encoder" in ids else "decoder"][-1] = 0  # padding
    with torch.inference_mode(), capture() as trace:
        model.predict(*(torch.tensor([row]) for row in ids.values()))
    named = (*model.named_parameters(), *model.named_buffers())
    shapes = {name: list(x.shape) for name, x in named}
    written = {
        "nodes": orjson.loads(as_json(read_graph(model), shapes)),
        "weights": {name: x.detach().tolist() for name, x in named},
        "ids": ids,
        "trace": {
            path: {"shape": list(x.shape[1:]), "values": _plain(x)} for path, x in trace.items()
        },
    }
    file = tmp_path / "model.json"
    file.write_text(json.dumps(written))
    node = compute_driver_executable()[0]
    done = subprocess.run(
        [node, "--test", "assets/page/operations/recompute.test.js"],
        cwd=ROOT,
        env={**os.environ, "RECOMPUTE": str(file)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-3000:]
    assert "skipped 0" in done.stdout


def _plain(x: torch.Tensor) -> list[float | None]:
    """JSON has no infinity: minus infinity is null."""
    return [None if value == -torch.inf else float(value) for value in x.flatten().tolist()]
