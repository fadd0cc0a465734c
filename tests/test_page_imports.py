"""Imports of the page's JavaScript point one way, like those of the package."""

import re
from pathlib import Path

from transformer_viz.server.http import PAGE, page_modules

ROOMS = [
    "vendor",
    "base",
    "operations",
    "data",
    "figures",
    "parts",
    "main",
]  # each may use what stands before it


def room_of(path: Path) -> str:
    inside = path.relative_to(PAGE)
    return inside.parts[0] if len(inside.parts) > 1 else "main" if inside.stem == "main" else "base"


def imports() -> list[tuple[Path, Path]]:
    """Every module, and each that it imports."""
    return [
        (path, (path.parent / name).resolve())
        for path in page_modules()
        for name in re.findall(r'\b(?:from|import) "(\.[^"]+)"', path.read_text(encoding="utf-8"))
    ]


def test_imports_point_one_way() -> None:
    assert len(imports()) > 50
    for path, used in imports():
        assert used.exists(), f"{path.name} imports {used}"
        order = ROOMS.index(room_of(path)), ROOMS.index(room_of(used))
        assert order[1] <= order[0], f"{path.relative_to(PAGE)} imports {used.relative_to(PAGE)}"


def test_every_module_can_be_reached_from_the_entry() -> None:
    uses = imports()
    reached, waiting = set(), [PAGE / "main.js"]
    while waiting:
        path = waiting.pop()
        if path not in reached:
            reached.add(path)
            waiting += [used for user, used in uses if user == path]
    assert reached == set(page_modules())
