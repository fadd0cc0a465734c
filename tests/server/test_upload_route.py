"""The route for one's own checkpoint: its limits, its messages, and whom it tells the name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.testclient import TestClient

import transformer_viz as tv
from tests.helpers import small_decoder_only, tiny_tokenizer
from transformer_viz.checkpoints import upload
from transformer_viz.checkpoints.library import Library
from transformer_viz.checkpoints.sources.upload import Uploads
from transformer_viz.server.upload_route import MAX_FORM, UploadRoute
from transformer_viz.session.running import Runs, Settings

HEADERS = {"x-upload": "1"}
Files = dict[str, bytes]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    folder = tmp_path_factory.mktemp("own")
    tokenizer = tiny_tokenizer()
    transformer = small_decoder_only(target_vocab_size=tokenizer.vocab_size)
    tv.save(tv.LoadedModel("own", transformer, tokenizer, (), {"trained": None}), folder)
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def client_of(route: UploadRoute) -> TestClient:
    return TestClient(Starlette(routes=[Route("/viz/upload", route.upload, methods=["POST"])]))


@pytest.fixture
def uploads() -> Uploads:
    return Uploads()


@pytest.fixture
def client(uploads: Uploads) -> TestClient:
    return client_of(UploadRoute(uploads))


def send(client: TestClient, files: Files):
    form = [("file", (name, content)) for name, content in files.items()]
    return client.post("/viz/upload", files=form, headers=HEADERS)


def test_a_saved_folder_arrives_and_runs(
    client: TestClient, uploads: Uploads, files: Files
) -> None:
    library = Library(uploads)
    name = send(client, files).json()["model"]
    assert re.fullmatch(r"upload:[\w-]{32}", name)
    assert library.canonical(name) == name
    assert send(client, files).json()["model"] != name
    run = Runs(library).run(Settings(name, "the cat"))
    weights, config, tokenizer = (
        files[file] for file in ("weights.safetensors", "config.json", "tokenizer.model")
    )
    expected = upload.read_upload(weights, config, tokenizer, "tokenizer.model")
    assert run.trace["logits"].equal(tv.run(expected, "the cat").trace["logits"])


def test_a_folder_in_front_of_a_name_is_no_matter(client: TestClient, files: Files) -> None:
    moved = {f"C:\\mine\\{name}": content for name, content in files.items()}
    assert send(client, moved).status_code == 200


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"config.json": None}, "needs these files too: config.json"),
        ({"tokenizer.model": None}, "needs these files too: tokenizer.model / tokenizer.txt"),
        ({"evil.py": b"x"}, "“evil.py” is no file of a checkpoint"),
        ({"tokenizer.txt": b"x"}, "Two tokenizers were sent, tokenizer.model, tokenizer.txt"),
        ({"weights.safetensors": b"PK\x03\x04"}, "pickle"),
        ({"weights.safetensors": b"\xff" * 50}, "not a safetensors file"),
        ({"config.json": b"{}"}, "lacks needed ones (source_vocab_size, target_vocab_size)"),
        ({"words.txt": b"x" * 1_000_001}, "words.txt has 1,000,001 bytes"),
        ({"weights.safetensors": b"x" * MAX_FORM}, "has more than"),
    ],
)
def test_what_does_not_fit_is_named(
    client: TestClient, files: Files, changes: dict[str, bytes | None], message: str
) -> None:
    changed = {
        name: content for name, content in {**files, **changes}.items() if content is not None
    }
    answer = send(client, changed)
    assert answer.status_code == 400
    assert message in answer.text


def test_no_more_is_read_than_the_limit(uploads: Uploads) -> None:
    client = client_of(UploadRoute(uploads, max_form=100_000))
    read = 0

    def endless():
        nonlocal read
        yield b'--x\r\nContent-Disposition: form-data; name="file"; filename="words.txt"\r\n\r\n'
        for _ in range(1_000):
            read += 1
            yield b"y" * 10_000

    headers = {**HEADERS, "content-type": "multipart/form-data; boundary=x"}
    answer = client.post("/viz/upload", content=endless(), headers=headers)
    assert "has more than 100,000 bytes" in answer.text


@pytest.mark.parametrize("body", [b"", b"--x\r\n", b"nonsense"])
def test_what_is_no_form_is_refused(client: TestClient, body: bytes) -> None:
    headers = {**HEADERS, "content-type": "multipart/form-data; boundary=x"}
    assert client.post("/viz/upload", content=body, headers=headers).status_code == 400
    assert client.post("/viz/upload", content=body, headers=HEADERS).status_code == 400


def test_a_form_of_another_site_is_refused(client: TestClient, files: Files) -> None:
    assert client.post("/viz/upload", files={"file": ("words.txt", b"")}).status_code == 415


def test_only_so_many_at_once(uploads: Uploads, files: Files) -> None:
    assert "Others are uploading" in send(client_of(UploadRoute(uploads, at_once=0)), files).text


def test_the_browser_is_given_the_same_limits() -> None:
    said = upload.upload_limits()
    assert said.pop("tokenizer") == upload.MAX_TOKENIZER_BYTES
    assert said == upload.MAX_BYTES
    script = Path("assets/page/parts/models/upload.js").read_text(encoding="utf-8")
    assert not re.search(r"\d_?000", script)  # it has none of its own
