"""A full capture against ``run_with_cache`` of TransformerLens, recorded: it is a heavy peer.

To measure again: ``pip install "transformer-lens<3" torch==…`` in an environment of its own, then
``python -m tests.benchmarks.lens_cost path/to/its/python``.
"""

import datetime
import json
import platform
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from tests.benchmarks.before import ROOT
from tests.benchmarks.interleaved import ratios
from tests.benchmarks.judge import Row
from tests.benchmarks.workers import here, worker_turns

GOAL = 0.45
RECORD = Path(__file__).parent / "lens_record.json"
ROUNDS = 15
PACKAGES = ("transformer-lens", "torch", "transformers", "numpy")
ASK = "import sys; from importlib.metadata import version; print(*map(version, sys.argv[1:]))"


def rows() -> Iterator[Row]:
    """A row per length, from the record."""
    name = "capture / run_with_cache of TransformerLens, decoder 128/4/3"
    if not RECORD.exists():
        yield Row(name=name, goal=GOAL, note="nothing is recorded")
        return
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    note = f"recorded {record['date']}, transformer-lens {record['peer']['transformer-lens']}"
    for tokens, measured in record["ratios"].items():
        yield Row(name=f"{name}, {tokens} tokens", goal=GOAL, ratios=measured, note=note)


def record(python: str) -> None:
    """Measure both, ours with this Python and the peer with ``python``, and keep the figures."""
    found = {}
    for tokens in ("16", "64"):
        jobs = {"ours": here("decoder", tokens), "lens": (ROOT, ("lens", tokens), python)}
        times = worker_turns(jobs, ROUNDS)
        found[tokens] = [round(x, 4) for x in ratios(times["ours"], times["lens"])]
    asked = subprocess.run([python, "-c", ASK, *PACKAGES], capture_output=True, text=True)
    figures = {
        "what": "full capture / run_with_cache: decoder, 128 wide, 4 heads, 3 layers, d_ff 512",
        "how": "two processes taking turns, ten passes a turn, CPU time of one thread each",
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "python": platform.python_version(),
        "ours": {"torch": version("torch")},
        "peer": dict(zip(PACKAGES, asked.stdout.split(), strict=True)),
        "ratios": found,
    }
    RECORD.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    record(*sys.argv[1:])
