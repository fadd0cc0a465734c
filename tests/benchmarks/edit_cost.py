"""From a click on an edit until it is drawn: CPU of the page's main thread and of the server.

Both commits are served at once and looked at in one browser, click by click in turn. In every round
another head is switched off, which is a new run; then it is switched on again, which is a kept one.
"""

from collections.abc import Iterator
from contextlib import ExitStack
from urllib.parse import urlencode

from tests.benchmarks.before import ROOT, tree_before
from tests.benchmarks.interleaved import Times, row, turns
from tests.benchmarks.judge import Row
from tests.benchmarks.served import Server, Visit, served, visits

GOAL = 0.66
TEXT = "My grandmother does not eat the red apples and the small black cat sleeps on the chair."
HEADS = 7  # rounds: the first heads of the overview, each switched off once
EDIT = "button:text-is('Head off')"
TAKE_BACK = "#edit-list button"
NEW_RUN = "meta.run !== before.run"
WAYS = {"new edit": EDIT, "edit taken back": TAKE_BACK}


def rows() -> Iterator[Row]:
    """Page and server, for an edit that is new and for one that is taken back."""
    pages, servers = measure()
    for way in WAYS:
        for who, times in (("page's main thread", pages), ("server", servers)):
            name = f"{way}, click until drawn: {who}'s CPU / before"
            yield row(name, times, f"ours {way}", f"before {way}", GOAL)


def measure() -> tuple[Times, Times]:
    """CPU seconds of the page and of the server, by "ours" or "before" and the way of the edit."""
    with ExitStack() as stack:
        browser = stack.enter_context(visits())
        clicks = {}
        seconds: Times = {}
        for name, tree in (("ours", ROOT), ("before", tree_before())):
            server = stack.enter_context(served(tree))
            visit = browser.window()
            visit.open(f"{server.address}?{urlencode({'source': TEXT})}")
            for way, selector in WAYS.items():
                spent = seconds.setdefault(f"{name} {way}", [])
                clicks[f"{name} {way}"] = Click(server, visit, selector, spent)
        pages = turns(clicks, HEADS, warm_up=1)
    return pages, {name: spent[1:] for name, spent in seconds.items()}


class Click:
    """One click of a round; what the server spent on it is noted in ``spent``."""

    def __init__(self, server: Server, visit: Visit, selector: str, spent: list[float]) -> None:
        self.server, self.visit, self.selector, self.spent = server, visit, selector, spent

    def __call__(self) -> float:
        if self.selector == EDIT:
            heads = self.visit.page.locator("#head-overview button[aria-label]")
            heads.nth(len(self.spent)).evaluate("button => button.click()")
            self.visit.settle()
        started = self.server.cpu_seconds()
        passed = self.visit.press(self.selector, NEW_RUN)
        self.spent.append(self.server.cpu_seconds() - started)
        return passed
