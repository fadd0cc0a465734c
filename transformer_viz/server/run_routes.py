"""What the page asks for beside Gradio's queue: more about the run that a query describes."""

from __future__ import annotations

import threading
from collections.abc import Callable

from cachetools import LRUCache
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from transformer_viz.errors import InputError
from transformer_viz.session.run import Settings
from transformer_viz.session.running import Runs
from transformer_viz.wire.costs import costs_for_page
from transformer_viz.wire.figures import Wire
from transformer_viz.wire.graph import graph_for_page
from transformer_viz.wire.link import read_query
from transformer_viz.wire.proofs import proofs_for_page
from transformer_viz.wire.sweep import sweep_for_page
from transformer_viz.wire.trace_file import trace_file, trace_npz
from transformer_viz.wire.weights import weight_row

KEPT_A_WHILE = {"Cache-Control": "private, max-age=600"}
KEPT_PROOFS = 256  # a full room looks at the same sentence


class RunRoutes:
    """Answers about runs. Anyone may ask, so no one gets all cores."""

    def __init__(self, runs: Runs) -> None:
        self._runs = runs
        self._proofs: LRUCache[Settings, list[Wire]] = LRUCache(KEPT_PROOFS)
        self._one_trace_at_a_time = threading.Lock()
        self._one_check_at_a_time = threading.Lock()  # of a long text: traces do not wait for it

    def trace(self, request: Request) -> Response:
        """All tensors of the run that the query asks for: made again if it is no longer kept."""
        as_file = trace_npz if request.url.path.endswith(".npz") else trace_file

        def make(settings: Settings) -> Response:
            content = as_file(self._runs.run(settings))
            return Response(content, media_type="application/octet-stream", headers=KEPT_A_WHILE)

        return _answer(request, make, self._one_trace_at_a_time)

    def sweep(self, request: Request) -> Response:
        """What switching every head off in turn would do to the run that the query asks for."""

        def make(settings: Settings) -> Response:
            return JSONResponse(sweep_for_page(settings, self._runs))

        return _answer(request, make, self._one_check_at_a_time)

    def proofs(self, request: Request) -> Response:
        """The claims that every visitor can check, checked on the run that the query asks for."""

        def make(settings: Settings) -> Response:
            found = self._proofs.get(settings)
            if found is None:
                found = self._proofs[settings] = proofs_for_page(self._runs.run(settings))
            return JSONResponse(found)

        return _answer(request, make, self._one_check_at_a_time)


def weights(request: Request) -> Response:
    """One row of one weight."""
    try:
        content = weight_row(request.query_params)
    except InputError as problem:
        return PlainTextResponse(str(problem), status_code=400)
    return JSONResponse(content, headers=KEPT_A_WHILE)


def graph(request: Request) -> Response:
    """How every tensor of a model is computed."""
    try:
        content = graph_for_page(request.query_params)
    except InputError as problem:
        return PlainTextResponse(str(problem), status_code=400)
    return Response(content, media_type="application/json", headers=KEPT_A_WHILE)


def costs(request: Request) -> Response:
    """What a configuration costs, or in words why it cannot work: the form shows either."""
    return JSONResponse(costs_for_page(request.query_params))


def _answer(
    request: Request, make: Callable[[Settings], Response], one_at_a_time: threading.Lock
) -> Response:
    """The answer for the run that the query asks for, or in words why there is none."""
    link = read_query(request.url.query)
    try:
        for problem in link.problems:
            raise problem
        with one_at_a_time:
            return make(link.settings)
    except InputError as problem:
        return PlainTextResponse(str(problem), status_code=400)
