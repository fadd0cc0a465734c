"""From a click on a head, a layer or a box until it is drawn: CPU of the page's main thread.

Both commits are served at once and looked at in one browser, click by click in turn.
"""

from collections.abc import Iterator
from contextlib import ExitStack
from urllib.parse import urlencode

from tests.benchmarks.before import ROOT, tree_before
from tests.benchmarks.interleaved import row, turns
from tests.benchmarks.judge import Row
from tests.benchmarks.served import Visit, served, visits

GOAL = 0.4
TEXT = "The black cat sleeps on the red chair."
ROUNDS = 8
HEADS = "#head-overview .thumb"
LOOKS = {  # selectors that are pressed in turn, and what tells that it is drawn
    "head": (f"{HEADS} >> nth=20", f"{HEADS} >> nth=21", "meta.head !== before.head"),
    "layer": (  # it begins at the highest
        "#layer-stepper button >> nth=1",
        "#layer-stepper button >> nth=0",
        "meta.layer !== before.layer",
    ),
    "box": (
        "#diagram .box >> nth=5",
        "#diagram .box >> nth=6",
        "meta.tensor !== before.tensor",
    ),
}


def rows() -> Iterator[Row]:
    """One for each sort of look."""
    for look, (one, other, until) in LOOKS.items():
        with ExitStack() as stack:
            browser = stack.enter_context(visits())
            clicks = {}
            for name, tree in (("ours", ROOT), ("before", tree_before())):
                server = stack.enter_context(served(tree))
                visit = browser.window()
                visit.open(f"{server.address}?{urlencode({'source': TEXT})}")
                clicks[name] = Look(visit, [one, other], until)
            times = turns(clicks, ROUNDS, warm_up=2)
        yield row(
            f"a click on a {look} until drawn: page's CPU / before", times, "ours", "before", GOAL
        )


class Look:
    """One click of a round: now here, now there."""

    def __init__(self, visit: Visit, selectors: list[str], until: str) -> None:
        self.visit, self.selectors, self.until = visit, selectors, until

    def __call__(self) -> float:
        self.selectors.reverse()
        return self.visit.press(self.selectors[0], self.until)
