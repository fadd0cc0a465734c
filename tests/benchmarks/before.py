"""The commit that nothing may fall behind, in a work tree of its own, for as long as the run."""

import atexit
import subprocess
import tempfile
from functools import cache
from pathlib import Path

COMMIT = "6baf6d4"
NO_WORSE = 1.10  # noise leaves room for no stricter a goal
ROOT = Path(__file__).parents[2]


@cache
def tree_before() -> Path:
    """Where the files of ``COMMIT`` are; they go when this process ends."""
    folder = tempfile.TemporaryDirectory(prefix="before-")
    tree = Path(folder.name) / COMMIT
    _git("worktree", "add", "--detach", str(tree), COMMIT)
    atexit.register(folder.cleanup)
    atexit.register(_git, "worktree", "remove", "--force", str(tree))
    return tree


def _git(*words: str) -> None:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"git {words[0]} {words[1]}: {done.stderr.strip()}")
