"""Our page, served from any tree by a process whose CPU time is known, and browsers to open it."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import BrowserContext, CDPSession, Page, sync_playwright

from tests.browser.conftest import CHROMIUM_FLAGS, DESKTOP

CLICK = "target => target.dispatchEvent(new MouseEvent('click', { bubbles: true }))"
DRAWN = "document.querySelector('#detail-figure')?.layout?.meta"
PATIENCE = 120_000  # ms, for a busy machine


@dataclass(frozen=True)
class Server:
    """A process that serves the page at ``address``."""

    address: str
    pid: int

    def cpu_seconds(self) -> float:
        """CPU time of all threads since the process began."""
        return time.clock_gettime((~self.pid << 3) | 2)  # Linux' clock of another process


@contextmanager
def served(tree: Path, script: str | Path = "app.py") -> Iterator[Server]:
    """Start ``script`` in ``tree``; the server answers when the block begins."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = {**os.environ, "PYTHONPATH": str(tree), "GRADIO_SERVER_PORT": str(port)}
    settings |= {"GRADIO_ANALYTICS_ENABLED": "False"}
    command = [sys.executable, str(script)]
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, env=settings, cwd=tree, stdout=quiet, stderr=quiet)
    server = Server(f"http://127.0.0.1:{port}/", process.pid)
    try:
        _wait_for(server.address, process)
        yield server
    finally:
        process.terminate()
        process.wait(timeout=20)


def _wait_for(address: str, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + PATIENCE / 1e3
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise RuntimeError("the server ended before it answered")
        try:
            with urllib.request.urlopen(address, timeout=30) as answer:
                answer.read()
                return
        except OSError:
            time.sleep(0.05)
    raise TimeoutError(f"no answer from {address}")


@dataclass(frozen=True)
class Visit:
    """A window on our page whose main thread is timed."""

    page: Page
    devtools: CDPSession

    def cpu_seconds(self) -> float:
        """CPU time of the page's main thread since the page was asked for."""
        metrics = self.devtools.send("Performance.getMetrics")["metrics"]
        return next(m["value"] for m in metrics if m["name"] == "TaskDuration")

    def open(self, address: str) -> None:
        """Open the page and wait until its figure stands and nothing more happens."""
        self.page.goto(address)
        self.page.wait_for_function(DRAWN)
        self.settle()

    def settle(self) -> None:
        """Let what a change of the figure brings along be drawn too."""
        self.page.wait_for_timeout(400)

    def press(self, selector: str, until: str) -> float:
        """CPU seconds of the page from a click on ``selector`` until ``until`` holds and is drawn.

        Args:
            until: an expression in ``meta``, that of the figure, and in ``before``, its old one.
        """
        button = self.page.locator(selector).first
        button.wait_for(state="attached")  # it may stand in a panel that is closed
        before = self.page.evaluate(DRAWN)
        started = self.cpu_seconds()
        button.evaluate(CLICK)
        changed = f"before => {{ const meta = {DRAWN}; return {until}; }}"
        self.page.wait_for_function(changed, arg=before, polling=50)
        self.settle()
        return self.cpu_seconds() - started


@contextmanager
def visits() -> Iterator["Visits"]:
    """A browser for as long as the block."""
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as profile:
        browser = playwright.chromium.launch_persistent_context(
            profile,
            executable_path=shutil.which("chromium"),
            args=CHROMIUM_FLAGS,
            viewport=DESKTOP,
            color_scheme="light",
        )
        yield Visits(browser)
        browser.close()


@dataclass(frozen=True)
class Visits:
    """Windows of one browser."""

    browser: BrowserContext

    def window(self) -> Visit:
        """An empty window."""
        page = self.browser.new_page()
        page.set_default_timeout(PATIENCE)
        devtools = page.context.new_cdp_session(page)
        devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
        return Visit(page, devtools)
