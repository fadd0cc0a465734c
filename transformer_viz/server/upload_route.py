"""One's own checkpoint: a form of files, read no further than its limits, answered with a name.

The name cannot be guessed, and nobody else is told; ``checkpoints/upload.py`` checks the content.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping
from pathlib import PurePath

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from transformer_viz.checkpoints.sources.upload import Uploads
from transformer_viz.checkpoints.store import TOKENIZERS, LoadedModel
from transformer_viz.checkpoints.upload import MAX_BYTES, MAX_TOKENIZER_BYTES, read_upload
from transformer_viz.errors import InputError

AT_ONCE = 2  # uploads in the whole process
SECONDS = 120.0  # longest time for the files to arrive
NEEDED = ("weights.safetensors", "config.json")
IGNORED = "card.json"  # it lies in the same folder; what it says is its owner's word
MAX_FORM = sum(MAX_BYTES.values()) + MAX_TOKENIZER_BYTES + 100_000  # bytes, boundaries included


class UploadRoute:
    """The way in for one's own checkpoint.

    Args:
        uploads: where it is kept.
        at_once: most uploads that go on at the same time.
        max_form: bytes of a whole form.
    """

    def __init__(
        self, uploads: Uploads, *, at_once: int = AT_ONCE, max_form: int = MAX_FORM
    ) -> None:
        self._uploads = uploads
        self._at_once = at_once
        self._max_form = max_form
        self._going = 0

    async def upload(self, request: Request) -> Response:
        """POST a form of files: ``{"model": name}``, or in words what does not fit."""
        if "x-upload" not in request.headers:  # no other site can send that
            return PlainTextResponse("this page's form is expected", status_code=415)
        try:
            name = await self._keep(request)
        except InputError as problem:
            return PlainTextResponse(str(problem), status_code=400)
        except (MultiPartException, TimeoutError, ClientDisconnect, KeyError):
            return PlainTextResponse(str(InputError("errors.upload_form")), status_code=400)
        return JSONResponse({"model": name}, headers={"Cache-Control": "no-store"})

    async def _keep(self, request: Request) -> str:
        """The name that the model in the form has got."""
        if self._going >= self._at_once:
            raise InputError("errors.upload_busy")
        self._going += 1
        try:
            async with asyncio.timeout(SECONDS):
                files = await _files(request, self._max_form)
            model = await run_in_threadpool(_read, files)
            return self._uploads.put(model).name
        finally:
            self._going -= 1


async def _files(request: Request, max_form: int) -> dict[str, bytes]:
    """The content of the form's files by name.

    Raises:
        InputError: they are too large together, or one of them is none of a checkpoint's.
    """
    parser = MultiPartParser(
        request.headers, _bounded(request, max_form), max_files=6, max_fields=0
    )
    form = await parser.parse()
    files: dict[str, bytes] = {}
    try:
        for _, sent in form.multi_items():
            assert isinstance(sent, UploadFile)  # max_fields is 0
            name = _checked(sent.filename or "", files)
            if name != IGNORED:
                files[name] = await sent.read()
    finally:
        await form.close()
    return files


async def _bounded(request: Request, max_form: int) -> AsyncGenerator[bytes, None]:
    arrived = 0
    async for part in request.stream():
        arrived += len(part)
        if arrived > max_form:
            count = f"more than {max_form:,}"
            raise InputError("errors.file_size", file="upload", count=count, limit=f"{max_form:,}")
        yield part


def _checked(sent: str, others: Mapping[str, bytes]) -> str:
    name = PurePath(sent.replace("\\", "/")).name
    known = (*MAX_BYTES, *TOKENIZERS)
    if name != IGNORED and name not in known:
        raise InputError("errors.upload_name", name=name[:60], options=", ".join(known))
    if name in others:
        raise InputError("errors.upload_twice", file=name)
    return name


def _read(files: Mapping[str, bytes]) -> LoadedModel:
    tokenizers = [name for name in TOKENIZERS if name in files]
    lacking = [name for name in NEEDED if name not in files]
    if not tokenizers:
        lacking.append(" / ".join(TOKENIZERS))
    if lacking:
        raise InputError("errors.upload_lacks", files=", ".join(lacking))
    if len(tokenizers) > 1:
        raise InputError("errors.upload_tokenizers", files=", ".join(tokenizers))
    weights, config = (files[name] for name in NEEDED)
    words = files.get("words.txt", b"")
    return read_upload(weights, config, files[tokenizers[0]], tokenizers[0], words)
