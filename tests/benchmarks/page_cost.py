"""The first visit of a browser that has seen nothing yet: bytes, and CPU of its main thread."""

from collections.abc import Iterator
from contextlib import ExitStack

from tests.benchmarks.before import NO_WORSE, ROOT, tree_before
from tests.benchmarks.interleaved import Times, row, turns
from tests.benchmarks.judge import Row
from tests.benchmarks.served import Server, served, visits

ROUNDS = 5


def rows() -> Iterator[Row]:
    """CPU and bytes, each beside the commit before."""
    sizes: Times = {"ours": [], "before": []}
    with ExitStack() as stack:
        trees = {"ours": ROOT, "before": tree_before()}
        servers = {name: stack.enter_context(served(tree)) for name, tree in trees.items()}

        def first_visit(name: str, server: Server) -> float:
            with visits() as browser:
                visit = browser.window()
                visit.devtools.send("Network.enable")
                arrived: list[float] = []
                visit.devtools.on(
                    "Network.loadingFinished", lambda x: arrived.append(x["encodedDataLength"])
                )
                visit.open(server.address)
                sizes[name].append(sum(arrived))
                return visit.cpu_seconds()

        works = {name: lambda n=name, s=s: first_visit(n, s) for name, s in servers.items()}
        times = turns(works, ROUNDS, warm_up=1)
    yield row("first visit: page's main thread CPU / before", times, "ours", "before", NO_WORSE)
    bytes_ = {name: each[1:] for name, each in sizes.items()}
    yield row("first visit: bytes / before", bytes_, "ours", "before", NO_WORSE, unit="kB")
