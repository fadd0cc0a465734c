"""From the start of a process until ``/`` is delivered: ours, the commit before, bare Gradio."""

from collections.abc import Iterator
from pathlib import Path

from tests.benchmarks.before import NO_WORSE, ROOT, tree_before
from tests.benchmarks.interleaved import row, turns
from tests.benchmarks.judge import Row
from tests.benchmarks.served import served

ROUNDS = 5
BARE = Path(__file__).parent / "bare_gradio.py"


def rows() -> Iterator[Row]:
    """CPU of the process, beside the commit before and beside a page with one plot."""

    def start(tree: Path, script: str | Path = "app.py") -> float:
        with served(tree, script) as server:
            return server.cpu_seconds()

    works = {
        "ours": lambda: start(ROOT),
        "before": lambda: start(tree_before()),
        "bare": lambda: start(ROOT, BARE),
    }
    times = turns(works, ROUNDS, warm_up=1)
    yield row(
        "start until / is delivered: CPU / before", times, "ours", "before", NO_WORSE, unit="s"
    )
    name = "start until / is delivered: CPU / a Gradio page with one plot"
    yield row(name, times, "ours", "bare", None, unit="s")
