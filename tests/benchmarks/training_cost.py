"""Training steps per second: ours, torch's own modules at the same sizes, and the commit before."""

from collections.abc import Iterator

from tests.benchmarks.before import NO_WORSE
from tests.benchmarks.interleaved import row
from tests.benchmarks.judge import Row
from tests.benchmarks.workers import before, here, worker_turns

SETTINGS = (("en-fr", 1.0, 9), ("digits", 0.9, 25))  # sizes of, goal for the speed, rounds


def rows() -> Iterator[Row]:
    """Two rows per setting: speed against torch's model, time against the commit before."""
    for sizes, goal, rounds in SETTINGS:
        jobs = {
            "ours": here("train", sizes),
            "before": before("train", sizes),
            "torch": here("train", f"torch {sizes}"),
        }
        times = worker_turns(jobs, rounds)
        name = f"training steps, {sizes} sizes"
        yield row(
            f"{name}: speed / torch.nn.Transformer", times, "ours", "torch", goal, at_least=True
        )
        yield row(f"{name}: time / before", times, "ours", "before", NO_WORSE)
