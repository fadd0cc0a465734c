"""A server of its own and a real browser for every test of the page."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize, sync_playwright

from transformer_viz.capture.edit_data import edit_from_data
from transformer_viz.capture.edit_text import edits_to_text

DESKTOP: ViewportSize = {"width": 1440, "height": 900}
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def _free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


@contextmanager
def serving_page(**environment: str) -> Iterator[str]:
    """The address of a server of its own; ``environment`` is added to that of the tests."""
    port = _free_port()
    settings = {**os.environ, **environment, "GRADIO_SERVER_PORT": str(port)}
    process = subprocess.Popen([sys.executable, "app.py"], env=settings)
    address = f"http://127.0.0.1:{port}/"
    try:
        _wait_for(address, process)
        yield address
    finally:
        process.terminate()
        process.wait(timeout=20)


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    with serving_page() as address:
        yield address


def _wait_for(address: str, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        assert process.poll() is None, "the server ended before it answered"
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except OSError:
            time.sleep(0.3)
    raise TimeoutError(f"no answer from {address}")


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowserContext]:
    """One browser for all tests, with a profile: it keeps compiled scripts.

    A page that was opened before opens in less than half of the time.
    """
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch_persistent_context(
            tmp_path_factory.mktemp("profile"),
            executable_path=shutil.which("chromium"),
            args=CHROMIUM_FLAGS,
            viewport=DESKTOP,
            color_scheme="light",
        )
        yield browser
        browser.close()


OPEN_EVERY_BOX = """async (tensors) => {
  const find = (selector) => document.querySelector(selector);
  const press = async (selector, i) => {
    const click = new MouseEvent("click", { bubbles: true });
    document.querySelectorAll(selector)[i].dispatchEvent(click);
    do await new Promise((done) => setTimeout(done));
    while (find("#inside").getAttribute("aria-busy") === "true");
  };
  const opened = [];
  const note = () => opened.push({
    part: find("#diagram .chosen").dataset.part, path: find("#tensor-path").textContent,
    said: find(".detail").innerText, title: find(".arithmetic-title b")?.innerText ?? "",
    final: [...document.querySelectorAll("#face-arithmetic .value.final")].at(-1)?.innerText ?? "",
  });
  for (let i = 0; i < document.querySelectorAll("#diagram .box").length; i++) {
    await press("#diagram .box", i);
    const count = tensors ? document.querySelectorAll("#tensors .tensor").length : 0;
    if (!count) note();
    for (let j = 0; j < count; j++) {
      await press("#tensors .tensor", j);
      note();
    }
  }
  return opened;
}"""

LISTED_TENSORS = """async () => {
  const { store } = await import("./viz/page/store.js");
  const { model } = store.state;
  const pathsOf = ({ part, layers }) => Array.from({ length: layers },
    (_, layer) => model.tensorsAt({ part, layer }).map(({ path }) => path));
  return model.boxes.flatMap(pathsOf).flat();
}"""
PAINTED = "() => new Promise(r => requestAnimationFrame(() => setTimeout(() => setTimeout(r))))"
LEFT = ("signal is aborted", "Connection errored out")  # Gradio's, of a page left while it listens
LISTED_EDITS = "items => items.map(item => JSON.parse(item.dataset.edit))"


@dataclass(frozen=True)
class Opened:
    """What the inspector says when a box, or one of its tensors, is opened.

    Attributes:
        part: of the diagram.
        path: of the tensor as Python reaches it; empty if it has none.
        said: all words of the inspector.
        title, final: the number that the arithmetic begins with, and the one that it comes to.
    """

    part: str
    path: str
    said: str
    title: str
    final: str


class Visitor:
    """One browser window, and what a test wants to know about it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        page.set_default_timeout(90_000)  # a busy machine is no failure
        self.requests: list[str] = []
        self.errors: list[str] = []
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("pageerror", lambda error: self._note(str(error)))
        page.on("console", lambda said: self._note(said.text) if said.type == "error" else None)

    def _note(self, error: str) -> None:
        if not any(sign in error for sign in LEFT):
            self.errors.append(error)

    def open(self, query: str = "") -> "Visitor":
        self.page.goto(self.address + query)
        self.wait_for_figure()
        return self

    def wait_for_figure(self) -> None:
        """Wait for the picture of the very run that the address asks for."""
        self.page.wait_for_function("document.querySelector('#detail-figure')?._fullLayout?.meta")
        self.page.wait_for_function("!document.querySelector('[aria-busy=true]:has(#diagram)')")

    @property
    def run_number(self) -> int:
        return self.meta["run"]

    @property
    def meta(self) -> dict[str, object]:
        return self.page.evaluate("document.querySelector('#detail-figure').layout.meta")

    def graph(self, expression: str) -> object:
        """A value read off the Plotly graph, called ``gd`` in the expression."""
        graph = "document.querySelector('#detail-figure')"
        return self.page.evaluate(f"(() => {{ const gd = {graph}; return {expression}; }})()")

    def wait_for_new_run(self, before: int) -> None:
        self.page.wait_for_function(
            "before => document.querySelector('#detail-figure').layout.meta.run !== before",
            arg=before,
        )

    def type(self, text: str) -> None:
        """Type a sentence and press Enter; does not wait."""
        self.page.fill("#source-text textarea", text)
        self.page.press("#source-text textarea", "Enter")

    def run(self, text: str) -> None:
        """Type a sentence, press Enter, and wait for its picture."""
        before = self.run_number
        self.type(text)
        self.wait_for_new_run(before)

    def text(self, selector: str) -> str:
        return self.page.inner_text(selector).strip()

    def panel(self, name: str) -> None:
        """Open a panel of the rail."""
        self.page.click(f"#tab-panel-{name}")

    def tab(self, name: str) -> None:
        """Open a view of the page: inside, write or heads."""
        self.page.click(f".view-link[data-view={name}]")

    def wait_for_proofs(self, which: str = "") -> None:
        """Wait until the run on show has been checked."""
        self.page.wait_for_selector(f"#badges .proof{which}", state="attached")

    def chips(self, side: str) -> list[str]:
        return self.page.locator(f"#{side}-strip .chip .text").all_inner_texts()

    def open_every_box(self, face: str = "picture", *, tensors: bool = False) -> list[Opened]:
        """Open one box of the diagram after another, or every tensor of every box.

        The clicks are made inside the page: thousands from outside would take minutes.
        """
        self.page.click(f"#tab-{face}")
        found = self.page.evaluate(OPEN_EVERY_BOX, tensors)
        return [Opened(**one) for one in found]

    @property
    def link(self) -> str:
        """The address, once what was looked at last is written: after painting."""
        self.page.evaluate(PAINTED)
        return self.page.url

    def listed_edits(self) -> list[str]:
        """The edits in the list, as a link would hold them."""
        data = self.page.eval_on_selector_all("#edit-list li", LISTED_EDITS)
        return [edits_to_text([edit_from_data(one)]) for one in data]

    def listed_tensors(self) -> set[str]:
        """The paths of all tensors that can be opened: of every box and every layer."""
        return set(self.page.evaluate(LISTED_TENSORS))

    def choose(self, kind: str, layer: int, head: int) -> None:
        """Click the small picture of a head, layers and heads counted from 1."""
        self.page.click(f'.thumb[aria-label="{kind}, layer {layer}, head {head}"]')
        self.page.wait_for_function(
            "([layer, head]) => { const m = document.querySelector('#detail-figure').layout.meta;"
            " return m.layer === layer && m.head === head; }",
            arg=[layer - 1, head - 1],
        )


OpenWindow = Callable[[str], Visitor]


@pytest.fixture
def open_window(browser: BrowserContext) -> Iterator[OpenWindow]:
    """Opens an empty window for a visitor of that address; it is closed after the test."""
    pages: list[Page] = []

    def open_window(address: str) -> Visitor:
        pages.append(browser.new_page())
        return Visitor(pages[-1], address)

    yield open_window
    for page in pages:
        page.close()


@pytest.fixture
def visitor(server: str, open_window: OpenWindow) -> Visitor:
    return open_window(server)
