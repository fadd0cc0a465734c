"""What every answer of the server carries, and what it never does for anybody."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from transformer_viz.server.http import launch_settings


async def theirs(request: Request) -> PlainTextResponse:
    """In place of Gradio, which answers everything that is not ours."""
    return PlainTextResponse(f"relayed {request.url.path}")


@pytest.fixture(scope="module")
def client() -> TestClient:
    app: Any = launch_settings()["app_kwargs"]
    routes = [*app["routes"], Route("/{path:path}", theirs)]
    return TestClient(Starlette(routes=routes, middleware=app["middleware"]))


def policy_of(client: TestClient, path: str) -> dict[str, list[str]]:
    sent = client.get(path).headers["content-security-policy"]
    return {name: sources for name, *sources in map(str.split, sent.split(";"))}


@pytest.mark.parametrize(
    "path", ["/", "/viz/page/main.js", "/viz/plotly.js", "/viz/trace?model=no"]
)
def test_every_answer_says_what_a_page_may_load_and_who_may_frame_it(
    client: TestClient, path: str
) -> None:
    policy = policy_of(client, path)
    assert policy["default-src"] == ["'self'"]  # also where fetch and sockets may go
    assert {*policy["script-src"]} == {"'self'", "'unsafe-inline'", "'unsafe-eval'"}
    assert "https://huggingface.co" in policy["frame-ancestors"]
    assert "*" not in policy["frame-ancestors"]
    assert client.get(path).headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("address", ["http://example.org/x.png", "https://example.org/x.png"])
@pytest.mark.parametrize("front", ["/file=", "/gradio_api/file=", "/gradio_api/file%3D"])
def test_nobody_is_relayed_to_another_server(client: TestClient, front: str, address: str) -> None:
    answer = client.get(f"{front}{address}", follow_redirects=False)
    assert answer.status_code == 404
    assert "example.org" not in answer.text
    assert "location" not in answer.headers


def test_other_files_of_gradio_are_served(client: TestClient) -> None:
    answer = client.get("/gradio_api/file=/tmp/gradio/x.png")
    assert answer.text == "relayed /gradio_api/file=/tmp/gradio/x.png"


def test_our_own_files_are_kept_but_asked_about_every_time(client: TestClient) -> None:
    assert client.get("/viz/page/main.js").headers["cache-control"] == "no-cache"
    assert "max-age" in client.get("/viz/plotly.js").headers["cache-control"]
    assert "cache-control" not in client.get("/").headers


def test_plotly_is_sent_once_and_compressed_for_those_who_can_read_that(
    client: TestClient,
) -> None:
    packed = client.get("/viz/plotly.js", headers={"accept-encoding": "gzip"})
    plain = client.get("/viz/plotly.js", headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.text == plain.text
    assert packed.text.startswith("/**\n* plotly.js")
    again = client.get("/viz/plotly.js", headers={"if-none-match": packed.headers["etag"]})
    assert again.status_code == 304
    assert again.content == b""
