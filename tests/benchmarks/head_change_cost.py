"""A click on another head's small picture until the large one stands: our page against bertviz.

Ours is the page as it is served, with all that it shows beside the figure; bertviz has one layer
of as many heads and tokens. The same browser, click by click in turn.
"""

from collections.abc import Iterator
from contextlib import ExitStack
from urllib.parse import urlencode

from tests.benchmarks.before import ROOT
from tests.benchmarks.bertviz_page import NOT_HERE, PEER_FILES, is_here, peer_page
from tests.benchmarks.chromium import HERE, TYPES
from tests.benchmarks.interleaved import row, turns
from tests.benchmarks.judge import Row
from tests.benchmarks.overview_cost import attention_of
from tests.benchmarks.served import Server, Visit, Visits, served, visits

SETTINGS = ((32, 0.10, 8), (128, 0.01, 4))  # source tokens with their end, goal, rounds
HEADS = 4  # of one layer of the model on show
OTHER_HEAD = "meta.head !== before.head"
DETAIL = "document.querySelectorAll('.detail').length"


def rows() -> Iterator[Row]:
    """A row per length."""
    for tokens, goal, rounds in SETTINGS:
        name = f"change of head / bertviz, {tokens} tokens: CPU"
        if not is_here():
            yield Row(name=name, goal=goal, note=NOT_HERE)
            continue
        with ExitStack() as stack:
            server = stack.enter_context(served(ROOT))
            browser = stack.enter_context(visits())
            works = {"ours": _Ours(browser, server, tokens), "theirs": _Theirs(browser, tokens)}
            times = turns(works, rounds)
        yield row(name, times, "ours", "theirs", goal)


class _Ours:
    def __init__(self, browser: Visits, server: Server, tokens: int) -> None:
        self.visit = browser.window()
        text = " ".join(["the cat"] * 64).split()[: tokens - 1]  # a token for every word
        self.visit.open(f"{server.address}?{urlencode({'source': ' '.join(text)})}")
        self.turn = 0
        self()  # from wherever the page opens to the first layer of the source
        shown = self.visit.page.evaluate(
            "document.querySelector('#detail-figure').data[0].z.length"
        )
        assert shown == tokens, f"{shown} rows are on show, not {tokens}"

    def __call__(self) -> float:
        self.turn += 1
        kind, head = "[aria-label^='Encoder']", self.turn % HEADS + 1
        heads = f"#head-overview button{kind}[aria-label$=' 1, head {head}']"
        return self.visit.press(heads, OTHER_HEAD)


class _Theirs:
    def __init__(self, browser: Visits, tokens: int) -> None:
        words = [f"word{i}" for i in range(tokens)]
        html = peer_page(attention_of(tokens, 1, HEADS), words)
        self.visit: Visit = browser.window()
        page = self.visit.page
        for address in PEER_FILES:
            page.route(address, lambda route: route.fulfill(path=PEER_FILES[route.request.url]))
        page.route(HERE, lambda route: route.fulfill(body=html, content_type=TYPES[".html"]))
        with page.expect_console_message(lambda said: said.text == "painted", timeout=600_000):
            page.goto(HERE, wait_until="commit")
        self.turn = 0

    def __call__(self) -> float:
        self.turn += 1
        started = self.visit.cpu_seconds()
        pictures = self.visit.page.locator("#bertviz, body").first.locator(
            "svg rect[style*='opacity: 0']"
        )
        pictures.nth(self.turn % HEADS).dispatch_event("click")
        self.visit.page.wait_for_function(f"{DETAIL} > 0", polling=50)
        self.visit.settle()
        return self.visit.cpu_seconds() - started
