"""Models from the Hugging Face Hub, by the name ``hub:owner/name``.

Only configuration, safetensors and tokenizer files are fetched, never a pickle; nobody's token is
used; sizes are checked first. What was fetched once is read from the cache when the Hub cannot be
reached.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import huggingface_hub
from httpx2 import HTTPError
from huggingface_hub import constants, errors
from tqdm import tqdm

from transformer_viz.checkpoints.families import (
    WEIGHTS,
    read_family,
    read_settings,
    tokenizer_files,
)
from transformer_viz.checkpoints.patience import Report, TooSlowError, wait_for
from transformer_viz.checkpoints.sources.source import Progress
from transformer_viz.checkpoints.store import Card, LoadedModel
from transformer_viz.errors import InputError

PREFIX = "hub:"
NAME = re.compile(r"hub:([A-Za-z0-9][\w.-]{0,95}/[A-Za-z0-9][\w.-]{0,95})", re.ASCII)
MAX_BYTES = {"config.json": 200_000, WEIGHTS: 600_000_000}
MAX_TOKENIZER_BYTES = 10_000_000
SECONDS = 20.0  # longest wait for an answer, or for SLOWEST bytes of a file
SLOWEST = 500_000
FREE_BYTES = 2_000_000_000  # what a download must leave on the disk
# The library reports after each such piece. With its own 10 MB a slow line would look dead to us.
constants.DOWNLOAD_CHUNK_SIZE = 65_536
CONVERTER = "SFconvertbot"  # its pull requests hold the safetensors that a repository lacks

ENDPOINT: str | None = None  # the Hub itself; tests have one of their own


@dataclass(frozen=True)
class Repository:
    """What the Hub says about one repository."""

    name: str  # owner/name
    revision: str
    sizes: dict[str, int]  # bytes by file
    license: str | None


def repository_name(name: str) -> str:
    """``owner/name`` out of ``hub:owner/name``.

    Raises:
        InputError: it is no such name: an address, a path, blanks.

    >>> repository_name("hub:Helsinki-NLP/opus-mt-en-fr")
    'Helsinki-NLP/opus-mt-en-fr'
    """
    match = NAME.fullmatch(name)
    if match is None or ".." in name or "--" in name:
        raise InputError("errors.hub_name", name=name.removeprefix(PREFIX)[:100])
    return match[1]


def load_hub(name: str, progress: Progress | None = None) -> LoadedModel:
    """The model ``hub:owner/name`` in our modules.

    Call it outside of any queue for computing: it waits for the network.

    Args:
        progress: told how many bytes have arrived, and of how many.

    Raises:
        InputError: the name is none; the repository is missing, private, gated, of another family,
            too large or without safetensors; the Hub is down or slow and the cache has no copy; or
            the files do not fit together.
    """
    repository = repository_name(name)
    try:
        found = look_up(repository)
        files = {file: path.read_bytes() for file, path in fetch(found, progress).items()}
    except InputError as refusal:
        if refusal.key not in ("errors.hub_down", "errors.hub_slow"):
            raise
        found, files = from_cache(repository, refusal)
    return read_family(name, files, _card(found))


def look_up(repository: str) -> Repository:
    """What the Hub says, from the main branch or from the converter's pull request.

    Raises:
        InputError: as ``load_hub``.
    """
    api = huggingface_hub.HfApi(endpoint=ENDPOINT, token=False)
    with _mendable(repository):
        found = wait_for(lambda _: _described(api, repository, "main"), seconds=SECONDS)
        if WEIGHTS not in found.sizes:
            converted = wait_for(lambda _: _converted(api, repository), seconds=SECONDS)
            found = converted or found
    if WEIGHTS not in found.sizes:
        lacks = "errors.hub_sharded" if f"{WEIGHTS}.index.json" in found.sizes else None
        raise InputError(lacks or "errors.hub_no_safetensors", name=repository, file=WEIGHTS)
    if "config.json" not in found.sizes:
        raise InputError("errors.hub_lacks", files="config.json")
    return found


def fetch(found: Repository, progress: Progress | None = None) -> dict[str, Path]:
    """Bring the files of a repository into the cache; those that are there are not sent again.

    Raises:
        InputError: as ``load_hub``.
    """
    _check_sizes(found, ["config.json", WEIGHTS])
    config = _download(found, "config.json", None)
    family, _ = read_settings(found.name, config.read_bytes())
    names = [*tokenizer_files(family, found.sizes), WEIGHTS]
    _check_sizes(found, names)
    total, arrived = sum(found.sizes[name] for name in names), 0

    def report(count: int) -> None:
        nonlocal arrived
        arrived = min(arrived + count, total)
        if progress is not None:
            progress(arrived, total)

    return {"config.json": config} | {name: _download(found, name, report) for name in names}


def from_cache(repository: str, refusal: InputError) -> tuple[Repository, dict[str, bytes]]:
    """What an earlier visit left.

    Raises:
        InputError: ``refusal``, since there is nothing.
    """
    folder = Path(constants.HF_HUB_CACHE, f"models--{repository.replace('/', '--')}")
    snapshots = sorted((folder / "snapshots").glob("*"), key=lambda path: path.stat().st_mtime)
    for snapshot in reversed(snapshots):
        sizes = {path.name: path.stat().st_size for path in snapshot.iterdir() if path.is_file()}
        if {"config.json", WEIGHTS} <= sizes.keys():
            found = Repository(repository, snapshot.name, sizes, None)
            config = (snapshot / "config.json").read_bytes()
            family, _ = read_settings(repository, config)
            names = ["config.json", WEIGHTS, *tokenizer_files(family, sizes)]
            _check_sizes(found, names, on_disk=True)
            return found, {name: (snapshot / name).read_bytes() for name in names}
    raise refusal


def _described(api: huggingface_hub.HfApi, repository: str, revision: str) -> Repository:
    info = api.model_info(
        repository, revision=revision, files_metadata=True, timeout=SECONDS, token=False
    )
    if info.gated or info.private:
        raise InputError("errors.hub_gated", name=repository)
    sizes = {file.rfilename: file.size or 0 for file in info.siblings or []}
    licenses = [tag.removeprefix("license:") for tag in info.tags or [] if "license:" in tag]
    return Repository(repository, revision, sizes, licenses[0] if licenses else None)


def _converted(api: huggingface_hub.HfApi, repository: str) -> Repository | None:
    """The pull request in which the Hub's own converter offers the same weights as safetensors."""
    offers = api.get_repo_discussions(
        repository, author=CONVERTER, discussion_type="pull_request", token=False
    )
    for offer in offers:
        if offer.author == CONVERTER and offer.status == "open":
            described = _described(api, repository, f"refs/pr/{offer.num}")
            if WEIGHTS in described.sizes:
                return described
    return None


def _download(found: Repository, file: str, progress: Report | None) -> Path:
    def work(report: Report) -> str:
        return huggingface_hub.hf_hub_download(
            found.name,
            file,
            revision=found.revision,
            token=False,
            endpoint=ENDPOINT,
            tqdm_class=_bar(report),
        )

    with _mendable(found.name):
        least = max(1, min(SLOWEST, found.sizes[file] // 2))
        return Path(wait_for(work, seconds=SECONDS, least=least, progress=progress))


def _bar(report: Report) -> type[tqdm[Any]]:
    """A progress bar that draws nothing and reports what arrives."""

    class Bar(tqdm):
        def __init__(self, *args: Any, **options: Any) -> None:
            options.pop("name", None)
            super().__init__(*args, **{**options, "disable": True})

        def update(self, n: int | float | None = 1) -> None:
            report(int(n or 0))

    return Bar


def _check_sizes(found: Repository, names: Collection[str], *, on_disk: bool = False) -> None:
    for name in names:
        limit = MAX_BYTES.get(name, MAX_TOKENIZER_BYTES)
        if found.sizes[name] > limit:
            count = f"{found.sizes[name]:,}"
            raise InputError("errors.file_size", file=name, count=count, limit=f"{limit:,}")
    folder = Path(constants.HF_HUB_CACHE)
    home = next(path for path in (folder, *folder.parents) if path.exists())
    needed = sum(found.sizes[name] for name in names) + FREE_BYTES
    if not on_disk and shutil.disk_usage(home).free < needed:
        raise InputError("errors.hub_disk", name=found.name)


@contextmanager
def _mendable(repository: str) -> Iterator[None]:
    """The Hub's troubles as messages to the visitor."""
    try:
        yield
    except InputError:
        raise  # it says more
    except TooSlowError as error:
        raise InputError("errors.hub_slow", name=repository, seconds=int(SECONDS)) from error
    except (errors.GatedRepoError, errors.DisabledRepoError) as error:
        raise InputError("errors.hub_gated", name=repository) from error
    except (errors.RepositoryNotFoundError, errors.RevisionNotFoundError) as error:
        raise InputError("errors.hub_missing", name=repository) from error
    except errors.LocalEntryNotFoundError as error:  # it could not be asked
        raise InputError("errors.hub_down", name=repository) from error
    except errors.EntryNotFoundError as error:
        raise InputError("errors.hub_missing", name=repository) from error
    except (OSError, HTTPError, ValueError) as error:  # ValueError: an answer that is no JSON
        raise InputError("errors.hub_down", name=repository) from error


def _card(found: Repository) -> Card:
    return {
        "title": found.name,
        "source": f"https://huggingface.co/{found.name}",
        "license": found.license,
        "revision": found.revision,
        "trained": True,
    }
