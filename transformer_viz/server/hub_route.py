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

from transformer_viz.checkpoints.catalog import load
from transformer_viz.checkpoints.hub import PREFIX, repository_name
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

    def __init__(self, name: str) -> None:
        self.name = name
        self.arrived, self.total = 0, 0  # bytes
        self.problem = ""
        self.watchers = 0
        self.alone_since = time.monotonic()
        self.ended = threading.Event()

    def run(self) -> None:
        """Load the model; called once, in a thread of its own."""
        try:
            load(self.name, self._progress)
        except InputError as problem:
            self.problem = str(problem)
        except _AbandonedError:
            self.problem = sentence("hub.cancelled")
        except Exception:
            self.problem = our_fault()
        finally:
            with _starting:
                _fetches.pop(self.name, None)
            self.ended.set()

    def _progress(self, arrived: int, total: int) -> None:
        self.arrived, self.total = arrived, total
        if not self.watchers and time.monotonic() - self.alone_since > SECONDS_ALONE:
            raise _AbandonedError

    def state(self) -> dict[str, object]:
        """What a line of progress says."""
        return {"arrived": self.arrived, "total": self.total}

    def result(self) -> dict[str, object]:
        """What the last line says: the name to run, or the problem in words."""
        return {"problem": self.problem} if self.problem else {"model": self.name}


_fetches: dict[str, Fetch] = {}
_starting = threading.Lock()


def fetch(name: str) -> Fetch:
    """The fetch of ``name``: one that goes on already, or a new one.

    Raises:
        InputError: it is no such name, or too many others are being fetched.
    """
    repository = repository_name(name)
    with _starting:
        going = _fetches.get(name)
        if going is not None:
            return going
        if len(_fetches) >= AT_ONCE:
            raise InputError("errors.hub_busy", name=repository, limit=AT_ONCE)
        begun = _fetches[name] = Fetch(name)
    threading.Thread(target=begun.run, daemon=True, name="hub").start()
    return begun


async def hub(request: Request) -> Response:
    """POST ``{"name": "owner/name"}``: progress as lines of JSON, then the model or the problem."""
    if "json" not in request.headers.get("content-type", ""):
        return PlainTextResponse("JSON is expected", status_code=415)  # no other site can send it
    try:
        going = fetch(PREFIX + await _asked(request))
    except InputError as problem:
        return PlainTextResponse(str(problem), status_code=400)
    # Compression would hold lines back until there are enough of them.
    headers = {"Cache-Control": "no-store", "Content-Encoding": "identity"}
    return StreamingResponse(_lines(going), media_type="application/x-ndjson", headers=headers)


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


async def _lines(going: Fetch) -> AsyncIterator[str]:
    going.watchers += 1
    try:
        while not going.ended.is_set():
            yield f"{json.dumps(going.state())}\n"
            await asyncio.sleep(SECONDS_BETWEEN)
        yield f"{json.dumps(going.result())}\n"
    finally:
        going.watchers -= 1
        going.alone_since = time.monotonic()
