"""A Hub on this machine: the few answers that ``huggingface_hub`` asks for."""

from __future__ import annotations

import hashlib
import json
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote

Files = dict[str, bytes]


@dataclass
class FakeHub:
    """Repositories by name and revision, and how the server behaves."""

    files: dict[tuple[str, str], Files] = field(default_factory=dict)
    facts: dict[str, object] = field(default_factory=dict)  # gated, private, tags
    status: int = 200  # of every answer about a repository
    silent: float = 0.0  # seconds before any answer
    drip: float = 0.0  # seconds between the pieces of a file
    asked: list[str] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)

    def add(self, name: str, files: Files, revision: str = "main") -> None:
        self.files[name, revision] = files


@contextmanager
def serving(hub: FakeHub) -> Iterator[str]:
    """The address at which ``hub`` answers."""

    class Answers(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            pass

        def do_HEAD(self) -> None:
            self.answer(body=False)

        def do_GET(self) -> None:
            self.answer(body=True)

        def answer(self, body: bool) -> None:
            path = unquote(self.path)
            hub.asked.append(f"{self.command} {path}")
            hub.headers.append(dict(self.headers))
            time.sleep(hub.silent)
            if hub.status != 200:
                self.send({"error": "no"}, hub.status)
            elif match := re.match(r"/api/models/([^/]+/[^/]+)/discussions", path):
                self.discussions(match[1])
            elif match := re.match(r"/api/models/([^/]+/[^/]+)/revision/([^?]+)", path):
                self.describe(match[1], match[2])
            elif match := re.match(r"/([^/]+/[^/]+)/resolve/(.+)/([^/]+)$", path):
                self.file(*match.groups(), body)
            else:
                self.missing()

        def send(self, value: object, status: int = 200, **headers: str) -> None:
            content = json.dumps(value).encode()
            self.send_response(status)
            for name, text in headers.items():
                self.send_header(name.replace("_", "-"), text)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            if self.command == "GET":
                self.wfile.write(content)

        def missing(self) -> None:
            self.send({"error": "Repository not found"}, 404, X_Error_Code="RepoNotFound")

        def discussions(self, name: str) -> None:
            offers = [
                {
                    "num": int(revision.rsplit("/", 1)[1]),
                    "author": {"name": "SFconvertbot"},
                    "title": "Adding `safetensors` variant of this model",
                    "status": "open",
                    "isPullRequest": True,
                    "createdAt": "2023-01-01T00:00:00.000Z",
                    "repo": {"name": name, "type": "model"},
                }
                for repository, revision in hub.files
                if repository == name and revision.startswith("refs/pr/")
            ]
            self.send({"discussions": offers, "count": len(offers), "start": 0})

        def describe(self, name: str, revision: str) -> None:
            if (name, revision) not in hub.files:
                self.missing()
                return
            siblings = [
                {"rfilename": file, "size": len(content), "blobId": "0" * 40}
                for file, content in hub.files[name, revision].items()
            ]
            self.send({"id": name, "sha": "a" * 40, "siblings": siblings, "tags": [], **hub.facts})

        def file(self, name: str, revision: str, file: str, body: bool) -> None:
            content = hub.files.get((name, revision), {}).get(file)
            if content is None:
                self.send({"error": "no"}, 404, X_Error_Code="EntryNotFound")
                return
            self.send_response(200)
            self.send_header("ETag", f'"{hashlib.sha256(content).hexdigest()}"')
            self.send_header("X-Repo-Commit", hashlib.sha1(revision.encode()).hexdigest())
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            if not body:
                return
            piece = 1_000 if hub.drip else len(content) or 1  # a test may change it meanwhile
            for first in range(0, len(content), piece):
                self.wfile.write(content[first : first + piece])
                self.wfile.flush()
                time.sleep(hub.drip)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    server.daemon_threads = True
    server.block_on_close = False
    server.handle_error = lambda *_: None  # somebody gave up: that is what is tested
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
