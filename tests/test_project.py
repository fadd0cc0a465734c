"""The repository keeps its own promises: README, pins, strings, names."""

import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import transformer_viz as tv
from transformer_viz.capture.edits import attention_sites

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def tracked(folder: str) -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", folder], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return [Path(line) for line in listed.stdout.splitlines()]


def test_every_dependency_is_pinned_exactly() -> None:
    peer = "tests/benchmarks/peer/requirements.txt"
    for name in ("requirements.txt", "requirements-dev.txt", "requirements-bench.txt", peer):
        for line in (ROOT / name).read_text().split("\n"):
            if line and not line.startswith("-r "):
                assert re.fullmatch(r"[\w\[\]-]+==[\w.]+", line), line


def test_browser_tests_stay_few() -> None:
    """A browser test only for what a browser alone can show; several looks in one visit."""
    listed = [sys.executable, "-m", "pytest", "--collect-only", "-q", "tests/browser"]
    done = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True)
    counts = re.findall(r"^tests/browser/\S+: (\d+)$", done.stdout, re.M)
    assert 20 < sum(map(int, counts)) <= 40


def test_every_npm_package_is_pinned_exactly() -> None:
    package = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    assert package.keys() & {"dependencies", "optionalDependencies"} == set()  # nothing is served
    for name, version in package["devDependencies"].items():
        assert re.fullmatch(r"[\d.]+", version), name
    assert not (ROOT / "package-lock.json").exists()  # it would record where packages came from


def test_what_was_taken_in_is_the_very_file_of_its_package() -> None:
    """lit-html is served as it was published, with its licence."""
    published = ROOT / "node_modules/lit-html"
    for ours, theirs in (("lit-html.js", "lit-html.js"), ("lit-html.LICENSE", "LICENSE")):
        ours_bytes = (ROOT / "assets/page/vendor" / ours).read_bytes()
        assert ours_bytes == (published / theirs).read_bytes(), ours
        assert hashlib.sha256(ours_bytes).hexdigest() in CONTRIBUTING


def test_the_space_gets_the_gradio_that_is_tested() -> None:
    (version,) = re.findall(r"^sdk_version: (\S+)$", README, re.M)
    assert f"gradio=={version}" in (ROOT / "requirements.txt").read_text().split("\n")
    assert re.search(r'^python_version: "3\.11"$', README, re.M)


def test_the_tree_of_the_readme_is_complete() -> None:
    tree = README.split("## The tree")[1].split("```")[1]
    names = {path.name for path in tracked(".")}
    for path in tracked("transformer_viz"):
        if path.suffix == ".py" and not path.name.startswith("__"):
            named = path.parent.name if "grammar" in path.parts else path.name
            assert re.search(rf"^\s*{re.escape(named)}", tree, re.M), f"{path} is not in the tree"
    for name in re.findall(r"(\w+\.py)\b", tree):
        assert name in names, f"{name} is in the tree only"


def test_every_string_that_is_used_exists_and_the_other_way_round() -> None:
    strings = json.loads((ROOT / "assets/strings/en.json").read_text(encoding="utf-8"))
    sources = [*(ROOT / "transformer_viz").rglob("*.py"), *(ROOT / "assets").rglob("*.html")]
    scripts = (ROOT / "assets/page").rglob("*.js")
    sources += [path for path in scripts if not path.name.endswith(".test.js")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    rooms = "|".join({key.split(".")[0] for key in strings})
    named = set(re.findall(rf"""["'`]((?:{rooms})\.[a-z_.]+)["'`]""", text)) - {"page.css"}
    built = set(re.findall(rf"""["'`]((?:{rooms})\.[a-z_]*)[$]?{{""", text))  # `tensor.${{key}}`
    assert named <= strings.keys() | {"probabilities.all"}
    unused = {key for key in strings.keys() - named if not key.startswith(tuple(built))}
    assert unused == set()


def test_shipped_models_are_small_and_complete() -> None:
    for name, card in tv.catalogue().items():
        if not card["trained"]:
            continue  # a preset has no files
        folder = ROOT / "assets/models" / name
        assert sum(path.stat().st_size for path in folder.iterdir()) < 8_000_000
        assert {"title", "data", "recipe", "license", "trained", "quality"} <= card.keys()


def test_every_tensor_that_was_promised_is_in_the_trace() -> None:
    model = tv.load("en-fr")
    trace = tv.run(model, "I like cats.").trace
    for site in attention_sites(model.transformer):
        for tensor in ("q", "k", "v", "scores", "masked_scores", "weights", "context", "output"):
            assert trace[f"{site}.{tensor}"].shape[0] == 1
    for layer in range(model.config.n_decoder_layers):
        inside = [path for path in trace if path.startswith(f"decoder.layers.{layer}.")]
        assert len(inside) >= 25


@pytest.mark.parametrize("name", ["lint-imports"])
def test_imports_point_one_way(name: str) -> None:
    done = subprocess.run([ROOT / ".venv/bin" / name], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
