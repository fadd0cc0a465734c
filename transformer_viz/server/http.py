"""Start the page: everything about HTTP and nothing about its content."""

from __future__ import annotations

import gzip
import os
from importlib.metadata import version
from pathlib import Path

import plotly
import torch
from gradio.themes import Base
from starlette.middleware import Middleware
from starlette.middleware.base import BaseHTTPMiddleware, RequestResponseEndpoint
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from transformer_viz.capture.memory import keep_freed_memory
from transformer_viz.checkpoints.catalog import LIBRARY, UPLOADS
from transformer_viz.figures import theme
from transformer_viz.server.hub_route import Fetches
from transformer_viz.server.run_routes import RunRoutes, costs, graph, weights
from transformer_viz.server.upload_route import UploadRoute
from transformer_viz.session.running import RUNS
from transformer_viz.ui.page import ASSETS, explore

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
    blocks.launch(**(launch_settings() | changes))  # pyright: ignore[reportArgumentType]


def launch_settings() -> dict[str, object]:
    """What Gradio's server is started with."""
    return {
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


def routes() -> list[Route | Mount]:
    """Our own files, and the plotly.js that the plotly package ships."""
    runs, uploads, fetches = RunRoutes(RUNS), UploadRoute(UPLOADS), Fetches(LIBRARY)
    return [
        Route("/viz/plotly.js", PlotlyJs().plotly_js),
        Route("/viz/trace", runs.trace),
        Route("/viz/trace.npz", runs.trace),
        Route("/viz/sweep", runs.sweep),
        Route("/viz/proofs", runs.proofs),
        Route("/viz/weights", weights),
        Route("/viz/graph", graph),
        Route("/viz/costs", costs),
        Route("/viz/hub", fetches.hub, methods=["POST"]),
        Route("/viz/upload", uploads.upload, methods=["POST"]),
        Mount("/viz/page", StaticFiles(directory=PAGE)),
    ]


class PlotlyJs:
    """plotly.js, compressed once per process and not once per visitor."""

    def __init__(self, path: Path = PLOTLY_JS) -> None:
        self._content = path.read_bytes()
        self._compressed = gzip.compress(self._content, compresslevel=6)
        self._etag = f'"plotly-{version("plotly")}"'

    async def plotly_js(self, request: Request) -> Response:
        """The file, or that the browser has it already."""
        headers = {
            "Cache-Control": "public, max-age=604800",
            "ETag": self._etag,
            "Vary": "Accept-Encoding",
        }
        if request.headers.get("if-none-match") == self._etag:
            return Response(status_code=304, headers=headers)
        content = self._content
        if "gzip" in request.headers.get("accept-encoding", ""):
            content = self._compressed
            headers["Content-Encoding"] = "gzip"
        return Response(content, media_type="text/javascript", headers=headers)


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
