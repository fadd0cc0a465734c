"""Medians of candidates that take turns, so that a noisy machine troubles all of them alike."""

import statistics
import time
from collections.abc import Callable, Mapping


def medians(candidates: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Median CPU seconds of each candidate over ``rounds`` turns, after three turns to warm up.

    Only this thread is counted: what else the machine does is not.
    """
    seconds: dict[str, list[float]] = {name: [] for name in candidates}
    for turn in range(rounds + 3):
        for name, candidate in candidates.items():
            started = time.thread_time()
            result = candidate()
            passed = time.thread_time() - started
            del result  # its memory is freed outside of the next candidate's time
            if turn >= 3:
                seconds[name].append(passed)
    return {name: statistics.median(times) for name, times in seconds.items()}


def line(what: str, ours: float, reference: float, goal: float) -> str:
    """One line of the report."""
    ratio = ours / reference
    verdict = "reached" if ratio <= goal else "MISSED"
    return (
        f"{what:<58} {ours * 1e3:8.2f} ms / {reference * 1e3:8.2f} ms"
        f" = {ratio:5.3f}  (at most {goal}: {verdict})"
    )


def ratio_line(what: str, ours: int, reference: int, goal: float) -> str:
    """One line of the report, for bytes."""
    ratio = ours / reference
    verdict = "reached" if ratio <= goal else "MISSED"
    return (
        f"{what:<58} {ours / 1e3:8.1f} kB / {reference / 1e3:8.1f} kB"
        f" = {ratio:5.3f}  (at most {goal}: {verdict})"
    )
