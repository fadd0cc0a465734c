"""A browser whose main thread is timed, and a web of its own made of files that are at hand."""

import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import CDPSession, Page, Route, sync_playwright

from tests.browser.conftest import CHROMIUM_FLAGS
from transformer_viz.server.http import page_modules
from transformer_viz.ui.page import ASSETS

HERE = "http://bench.test/"
PAINTED = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
SAY_SO = f"{PAINTED}.then(() => console.log('painted'))"
TYPES = {".js": "text/javascript", ".html": "text/html; charset=utf-8"}


def our_modules() -> dict[str, Path]:
    """Our JavaScript, each module under its place in ``assets``."""
    return {path.relative_to(ASSETS).as_posix(): path for path in page_modules()}


@dataclass(frozen=True)
class Window:
    """A page that sees nothing but ``files``; addresses outside of it do not exist."""

    page: Page
    devtools: CDPSession
    files: dict[str, bytes]

    def cpu_seconds(self) -> float:
        """CPU time that the main thread has spent on this page; a navigation starts it afresh."""
        metrics = self.devtools.send("Performance.getMetrics")["metrics"]
        return next(m["value"] for m in metrics if m["name"] == "TaskDuration")

    def open(self, address: str) -> float:
        """CPU seconds until the page at ``address`` says on its console that it is painted."""
        self.page.goto(HERE + "empty.html")
        with self.page.expect_console_message(lambda said: said.text == "painted", timeout=600_000):
            self.page.goto(HERE + address, wait_until="commit", timeout=600_000)
        return self.cpu_seconds()


@contextmanager
def window(files: Mapping[str, bytes | Path]) -> Iterator[Window]:
    """A new browser with one window; ``files`` by their whole address, or relative to ``HERE``."""
    at_hand = {
        name if "://" in name else HERE + name: x if isinstance(x, bytes) else x.read_bytes()
        for name, x in {"empty.html": b"<!doctype html>", **files}.items()
    }

    def answer(route: Route) -> None:
        content = at_hand.get(route.request.url)
        if content is None:
            return route.abort()
        ending = Path(route.request.url).suffix
        return route.fulfill(body=content, content_type=TYPES.get(ending, "text/html"))

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=CHROMIUM_FLAGS
        )
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.route("**/*", answer)
        page.goto(HERE + "empty.html")
        devtools = page.context.new_cdp_session(page)
        devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
        yield Window(page, devtools, at_hand)
        browser.close()
