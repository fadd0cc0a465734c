"""Processes that run one piece of work whenever they are asked, in any tree, with any Python."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.benchmarks.before import ROOT, tree_before
from tests.benchmarks.interleaved import Times, turns

SCRIPT = Path(__file__).parent / "worker.py"
Job = tuple[Path, Sequence[str], str]  # tree, words for worker.py, Python


def here(*words: str) -> Job:
    """The job on this tree."""
    return ROOT, words, sys.executable


def before(*words: str) -> Job:
    """The same job on the tree of the commit that is compared with."""
    return tree_before(), words, sys.executable


@contextmanager
def worker(job: Job) -> Iterator[Callable[[], float]]:
    """A process for ``job``; every call makes it work once and returns its CPU seconds."""
    tree, words, python = job
    process = subprocess.Popen(
        [python, "-P", str(SCRIPT), *words],
        env={**os.environ, "PYTHONPATH": str(tree)},
        cwd=tree,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin
    assert process.stdout
    question, answers = process.stdin, process.stdout

    def ask() -> float:
        question.write("\n")
        question.flush()
        answer = answers.readline()
        if not answer:
            raise RuntimeError(f"worker ended: {' '.join(words)}, exit code {process.wait()}")
        return float(answer)

    try:
        yield ask
    finally:
        question.close()
        process.wait(timeout=60)


def worker_turns(jobs: Mapping[str, Job], rounds: int) -> Times:
    """The jobs side by side, each in a process of its own, taking turns."""
    with ExitStack() as stack:
        asked = {name: stack.enter_context(worker(job)) for name, job in jobs.items()}
        return turns(asked, rounds)
