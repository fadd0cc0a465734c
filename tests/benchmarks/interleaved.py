"""Candidates that take turns, A B A B …, so that a noisy machine troubles all of them alike."""

import statistics
import time
from collections.abc import Callable, Mapping, Sequence

from tests.benchmarks.judge import Row

Times = dict[str, list[float]]  # seconds of each candidate, one for each round


def turns(candidates: Mapping[str, Callable[[], float]], rounds: int, warm_up: int = 2) -> Times:
    """What every candidate returns, round by round; the first ``warm_up`` rounds do not count."""
    seconds: Times = {name: [] for name in candidates}
    for turn in range(rounds + warm_up):
        for name, candidate in candidates.items():
            passed = candidate()
            if turn >= warm_up:
                seconds[name].append(passed)
    return seconds


def timed(work: Callable[[], object], repeat: int = 1) -> Callable[[], float]:
    """CPU seconds of this thread for ``work``; what else the machine does is not counted."""

    def measure() -> float:
        passed = 0.0
        for _ in range(repeat):
            started = time.thread_time()
            result = work()
            passed += time.thread_time() - started
            del result  # its memory is freed outside of anybody's time
        return passed / repeat

    return measure


def ratios(ours: Sequence[float], theirs: Sequence[float]) -> list[float]:
    """Round by round.

    >>> ratios([2.0, 3.0], [4.0, 4.0])
    [0.5, 0.75]
    """
    return [a / b for a, b in zip(ours, theirs, strict=True)]


def row(
    name: str,
    times: Times,
    ours: str,
    theirs: str,
    goal: float | None,
    *,
    at_least: bool = False,
    unit: str = "ms",
) -> Row:
    """The row of two candidates; with ``at_least`` it is speeds that are compared, not times."""
    a, b = times[ours], times[theirs]
    factor = {"ms": 1e3, "s": 1, "kB": 1e-3}[unit]
    middle = [f"{statistics.median(x) * factor:,.4g} {unit}" for x in (a, b)]
    return Row(
        name=name,
        goal=goal,
        ratios=ratios(b, a) if at_least else ratios(a, b),
        note=" / ".join(middle),
        at_least=at_least,
    )
