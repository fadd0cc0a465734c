"""Start the page: everything about HTTP and nothing about its content."""

from __future__ import annotations

import gzip
import os
import threading
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import plotly
import torch
from gradio.themes import Base
from starlette.middleware import Middleware
from starlette.middleware.base import BaseHTTPMiddleware, RequestResponseEndpoint
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from transformer_viz.capture.memory import keep_freed_memory
from transformer_viz.errors import InputError
from transformer_viz.figures import theme
from transformer_viz.server.hub_route import hub
from transformer_viz.server.upload_route import upload
from transformer_viz.session import comparing
from transformer_viz.session.running import Settings, run_settings
from transformer_viz.ui.page import ASSETS, explore
from transformer_viz.wire.costs import costs_for_page
from transformer_viz.wire.link import read_query
from transformer_viz.wire.proofs import proofs_for_page
from transformer_viz.wire.trace_file import trace_file, trace_npz
from transformer_viz.wire.weights import weight_row

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self' 'unsafe-inline' 'unsafe-eval'",  # Gradio runs templates as code
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "frame-ancestors 'self' https://huggingface.co https://*.hf.space",
    )
)
PAGE = ASSETS / "page"
PLOTLY_JS = Path(plotly.__file__).parent / "package_data" / "plotly.min.js"


class Headers(BaseHTTPMiddleware):
    """Security headers for every answer; and no relay of addresses that others type."""

    async def dispatch(self, request: Request, call_next: RequestResponseEndpoint) -> Response:
        if "/file=http" in request.url.path:
            return PlainTextResponse("not here", status_code=404)
        response = await call_next(request)
        response.headers["Content-Security-Policy"] = CONTENT_SECURITY_POLICY
        response.headers["X-Content-Type-Options"] = "nosniff"
        if request.url.path.startswith("/viz/") and "Cache-Control" not in response.headers:
            response.headers["Cache-Control"] = "no-cache"  # kept, but asked about every time
        return response


def launch(**changes: object) -> None:
    """Serve the page until the process ends; ``changes`` are for tests."""
    keep_freed_memory()
    torch.set_num_threads(1)  # two were slower under load for models of this size
    blocks = explore()
    blocks.queue(default_concurrency_limit=1, max_size=600, status_update_rate=5, api_open=False)
    settings: dict[str, object] = {
        "server_name": os.environ.get("GRADIO_SERVER_NAME", "127.0.0.1"),
        "server_port": int(os.environ.get("GRADIO_SERVER_PORT", "7860")),
        "theme": page_theme(),
        "css": page_css(),
        "head": page_head(),
        "footer_links": [],
        "show_error": False,
        "run_history": False,
        "enable_monitoring": False,
        "ssr_mode": False,
        "allowed_paths": [],
        "max_file_size": "20mb",
        "max_threads": 16,
        "state_session_capacity": 500,
        "app_kwargs": {"routes": routes(), "middleware": [Middleware(Headers)]},
    }
    blocks.launch(**(settings | changes))  # pyright: ignore[reportArgumentType]


def routes() -> list[Route | Mount]:
    """Our own files, and the plotly.js that the plotly package ships."""
    return [
        Route("/viz/plotly.js", plotly_js),
        Route("/viz/trace", trace),
        Route("/viz/trace.npz", trace),
        Route("/viz/sweep", sweep),
        Route("/viz/proofs", proofs),
        Route("/viz/weights", weights),
        Route("/viz/costs", costs),
        Route("/viz/hub", hub, methods=["POST"]),
        Route("/viz/upload", upload, methods=["POST"]),
        Mount("/viz/page", StaticFiles(directory=PAGE)),
    ]


_compressed = gzip.compress(PLOTLY_JS.read_bytes(), compresslevel=6)
_etag = f'"plotly-{version("plotly")}"'


async def plotly_js(request: Request) -> Response:
    """plotly.js, compressed once per process and not once per visitor."""
    headers = {
        "Cache-Control": "public, max-age=604800",
        "ETag": _etag,
        "Vary": "Accept-Encoding",
    }
    if request.headers.get("if-none-match") == _etag:
        return Response(status_code=304, headers=headers)
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(PLOTLY_JS.read_bytes(), media_type="text/javascript", headers=headers)
    headers["Content-Encoding"] = "gzip"
    return Response(_compressed, media_type="text/javascript", headers=headers)


KEPT_A_WHILE = {"Cache-Control": "private, max-age=600"}
_one_trace_at_a_time = threading.Lock()  # anyone may ask, so no one gets all cores
_one_check_at_a_time = threading.Lock()  # of a long text it takes a second: traces do not wait


def answer(
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


def trace(request: Request) -> Response:
    """All tensors of the run that the query asks for: made again if it is no longer kept."""
    as_file = trace_npz if request.url.path.endswith(".npz") else trace_file

    def make(settings: Settings) -> Response:
        content = as_file(run_settings(settings))
        return Response(content, media_type="application/octet-stream", headers=KEPT_A_WHILE)

    return answer(request, make, _one_trace_at_a_time)


def sweep(request: Request) -> Response:
    """What switching every head off in turn would do to the run that the query asks for."""
    return answer(request, lambda s: JSONResponse(comparing.sweep(s)), _one_check_at_a_time)


def proofs(request: Request) -> Response:
    """The claims that every visitor can check, checked on the run that the query asks for."""
    return answer(request, lambda s: JSONResponse(proofs_for_page(s)), _one_check_at_a_time)


def weights(request: Request) -> Response:
    """One row of one weight."""
    try:
        content = weight_row(request.query_params)
    except InputError as problem:
        return PlainTextResponse(str(problem), status_code=400)
    return JSONResponse(content, headers=KEPT_A_WHILE)


def costs(request: Request) -> Response:
    """What a configuration costs, or in words why it cannot work: the form shows either."""
    return JSONResponse(costs_for_page(request.query_params))


def page_theme() -> Base:
    """Gradio's own parts in our fonts; their colours come from the CSS variables."""
    fonts = ["Inter", "system-ui", "sans-serif"]
    return Base(font=fonts, font_mono=["JetBrains Mono", "ui-monospace", "monospace"])


def page_modules() -> list[Path]:
    """Our JavaScript without its tests."""
    return sorted(path for path in PAGE.rglob("*.js") if not path.name.endswith(".test.js"))


def page_head() -> str:
    """Let the browser fetch our files while it still reads Gradio's."""
    modules = (path.relative_to(PAGE).as_posix() for path in page_modules())
    preloads = "".join(f'<link rel="modulepreload" href="viz/page/{path}">' for path in modules)
    plotly_first = '<link rel="preload" as="script" href="viz/plotly.js">'
    return f'<meta name="color-scheme" content="light dark">{plotly_first}{preloads}'


def page_css() -> str:
    """The tokens of figures/theme.py, then our style sheets.

    The order: css/tokens.css, css/gradio.css, css/base.css, then those of the components by name.
    They do not depend on each other's order, only on what stands in css/.
    """
    first = [PAGE / "css" / f"{name}.css" for name in ("tokens", "gradio", "base")]
    components = sorted(path for path in PAGE.rglob("*.css") if path not in first)
    sheets = (path.read_text(encoding="utf-8") for path in (*first, *components))
    return theme.css_variables() + "\n".join(sheets)
