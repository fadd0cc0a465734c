"""Waiting for somebody else's server, but not for ever."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

Result = TypeVar("Result")
Report = Callable[[int], None]  # so many bytes have arrived since the last report


class TooSlowError(Exception):
    """The work was given up; whoever does it learns so at its next report."""


def wait_for(
    work: Callable[[Report], Result],
    *,
    seconds: float,
    least: int = 1,
    progress: Report | None = None,
) -> Result:
    """Do ``work`` as long as it gets on, in a thread of its own: nothing stops a hanging socket.

    Args:
        work: receives the function to report arrived bytes with.
        seconds: longest time in which ``least`` more bytes, or the end, must arrive.
        least: bytes; a server that drips slower than that is given up like one that is silent.
        progress: called with every number of bytes, in the thread that waits.

    Raises:
        TooSlowError: it did not get on. What ``work`` or ``progress`` raises is raised here too,
            and the work is given up.
    """
    events: queue.Queue[tuple[str, Any]] = queue.Queue()
    given_up = threading.Event()

    def report(count: int) -> None:
        if given_up.is_set():
            raise TooSlowError
        events.put(("arrived", count))

    def run() -> None:
        try:
            events.put(("done", work(report)))
        except BaseException as error:  # handed to whoever waits
            events.put(("failed", error))

    threading.Thread(target=run, daemon=True, name="patience").start()
    try:
        return _waited(events, seconds, least, progress)
    finally:
        given_up.set()  # also where ``progress`` had enough of it


def _waited(
    events: queue.Queue[tuple[str, Any]], seconds: float, least: int, progress: Report | None
) -> Any:
    deadline, arrived = time.monotonic() + seconds, 0
    while True:
        try:
            event, value = events.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise TooSlowError from None
        if event == "done":
            return value
        if event == "failed":
            raise value
        arrived += value
        if arrived >= least:
            deadline, arrived = time.monotonic() + seconds, 0
        if progress is not None:
            progress(value)
