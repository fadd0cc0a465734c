"""A long text written with the key/value cache against without: the same tokens, less work."""

from collections.abc import Iterator

import torch
from torch import Tensor

from tests.benchmarks.before import NO_WORSE
from tests.benchmarks.interleaved import row, timed, turns
from tests.benchmarks.judge import Row
from tests.benchmarks.worker import NEW_TOKENS, writing
from tests.benchmarks.workers import before, here, worker_turns

ROUNDS = 7


def rows() -> Iterator[Row]:
    """With / without, and with / with at the commit before."""
    works = {how: writing(how) for how in ("Cached", "Afresh")}
    cached, afresh = (work() for work in works.values())
    assert isinstance(cached, Tensor)
    assert isinstance(afresh, Tensor)
    assert torch.equal(cached, afresh), "the cache must not change what is written"
    times = turns({how: timed(work) for how, work in works.items()}, ROUNDS)
    name = f"writing {NEW_TOKENS} tokens"
    yield row(f"{name} with / without the cache", times, "Cached", "Afresh", 0.45)
    times = worker_turns({"ours": here("write", "Cached"), "before": before("write", "Cached")}, 15)
    yield row(f"{name} with the cache / before", times, "ours", "before", NO_WORSE)
