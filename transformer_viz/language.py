"""Every string that a visitor reads, from one data file per language."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

DEFAULT = "en"
FOLDER = Path(__file__).parent.parent / "assets" / "strings"


@cache
def dictionary(language: str = DEFAULT) -> dict[str, str]:
    """All strings of one language by key.

    Raises:
        KeyError: there is no file for this language.
    """
    if language not in languages():
        raise KeyError(language)
    return json.loads((FOLDER / f"{language}.json").read_text(encoding="utf-8"))


@cache
def languages() -> tuple[str, ...]:
    """The two-letter codes that have a file, in alphabetical order."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.json")))


def sentence(key: str, values: Mapping[str, object] | None = None, language: str = DEFAULT) -> str:
    """One string with its ``{blanks}`` filled.

    >>> sentence("notes.whitespace")
    'Extra spaces were removed.'
    """
    return dictionary(language)[key].format_map(values or {})
