"""Fetching a model from the Hub beside Gradio's queue, with its progress told line by line.

A fetch is one thread, shared by everybody who waits for that name. It waits for the network, so it
never stands where runs wait; and there are few of them, since anybody may ask for any name.
"""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import AsyncIterator

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse

from transformer_viz.checkpoints.hub import PREFIX
from transformer_viz.checkpoints.library import Library
from transformer_viz.errors import InputError
from transformer_viz.language import sentence
from transformer_viz.wire.messages import our_fault

AT_ONCE = 2  # fetches in the whole process
SECONDS_BETWEEN = 0.25  # two lines of progress
SECONDS_ALONE = 5.0  # a fetch that nobody waits for goes on so long: a page may be reloaded
MAX_BODY = 1_000


class _AbandonedError(Exception):
    """Everybody who waited has gone."""


class Fetch:
    """One model on its way; ``problem`` says why it did not come."""

    def __init__(self, name: str, seconds_alone: float = SECONDS_ALONE) -> None:
        self.name = name
        self.arrived, self.total = 0, 0  # bytes
        self.problem = ""
        self.watchers = 0
        self.alone_since = time.monotonic()
        self.ended = threading.Event()
        self._seconds_alone = seconds_alone

    def run(self, library: Library) -> None:
        """Load the model; called once, in a thread of its own."""
        try:
            library.load(self.name, self._progress)
        except InputError as problem:
            self.problem = str(problem)
        except _AbandonedError:
            self.problem = sentence("hub.cancelled")
        except Exception:
            self.problem = our_fault()

    def _progress(self, arrived: int, total: int) -> None:
        self.arrived, self.total = arrived, total
        if not self.watchers and time.monotonic() - self.alone_since > self._seconds_alone:
            raise _AbandonedError

    def state(self) -> dict[str, object]:
        """What a line of progress says."""
        return {"arrived": self.arrived, "total": self.total}

    def result(self) -> dict[str, object]:
        """What the last line says: the name to run, or the problem in words."""
        return {"problem": self.problem} if self.problem else {"model": self.name}


class Fetches:
    """The models that are on their way into a library.

    Args:
        at_once: most of them.
        seconds_between: two lines of progress.
        seconds_alone: how long a fetch goes on that nobody waits for.

    Attributes:
        going: those that have not ended, by name.
    """

    def __init__(
        self,
        library: Library,
        *,
        at_once: int = AT_ONCE,
        seconds_between: float = SECONDS_BETWEEN,
        seconds_alone: float = SECONDS_ALONE,
    ) -> None:
        self.going: dict[str, Fetch] = {}
        self._library = library
        self._at_once = at_once
        self._seconds_between = seconds_between
        self._seconds_alone = seconds_alone
        self._starting = threading.Lock()

    def fetch(self, name: str) -> Fetch:
        """The fetch of ``name``: one that goes on already, or a new one.

        Raises:
            InputError: it is no such name, or too many others are being fetched.
        """
        name = self._library.canonical(name)
        with self._starting:
            going = self.going.get(name)
            if going is not None:
                return going
            if len(self.going) >= self._at_once:
                title = self._library.card(name)["title"]
                raise InputError("errors.hub_busy", name=title, limit=self._at_once)
            begun = self.going[name] = Fetch(name, self._seconds_alone)
        threading.Thread(target=self._run, args=(begun,), daemon=True, name="hub").start()
        return begun

    async def hub(self, request: Request) -> Response:
        """POST ``{"name": "owner/name"}``: progress as lines of JSON, then model or problem."""
        if "json" not in request.headers.get("content-type", ""):
            return PlainTextResponse("JSON is expected", status_code=415)  # no other site sends it
        try:
            going = self.fetch(self._full_name(await _asked(request)))
        except InputError as problem:
            return PlainTextResponse(str(problem), status_code=400)
        # Compression would hold lines back until there are enough of them.
        headers = {"Cache-Control": "no-store", "Content-Encoding": "identity"}
        lines = self._lines(going)
        return StreamingResponse(lines, media_type="application/x-ndjson", headers=headers)

    def _full_name(self, asked: str) -> str:
        """A name without the sign of a source that fetches is one of the Hub."""
        source = self._library.source_of(asked)
        return asked if source is not None and source.needs_fetching else PREFIX + asked

    def _run(self, begun: Fetch) -> None:
        try:
            begun.run(self._library)
        finally:
            with self._starting:
                self.going.pop(begun.name, None)
            begun.ended.set()

    async def _lines(self, going: Fetch) -> AsyncIterator[str]:
        going.watchers += 1
        try:
            while not going.ended.is_set():
                yield f"{json.dumps(going.state())}\n"
                await asyncio.sleep(self._seconds_between)
            yield f"{json.dumps(going.result())}\n"
        finally:
            going.watchers -= 1
            going.alone_since = time.monotonic()


async def _asked(request: Request) -> str:
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > MAX_BODY:
            break
    try:
        name = json.loads(body)["name"]
    except (ValueError, KeyError, TypeError, RecursionError):
        name = ""
    return str(name)[:200]
