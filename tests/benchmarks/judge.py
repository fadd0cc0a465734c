"""One row per promise, what was measured beside its goal, and a verdict for all of them."""

import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

NAME_WIDTH = 74


@dataclass(frozen=True, kw_only=True)
class Row:
    """One promise and what came of it.

    Attributes:
        name: what is promised, as "ours / theirs".
        goal: the largest ratio that keeps it, or the smallest with ``at_least``; None for a figure
            that is only told.
        ratios: one for each round of the run; empty if it could not be measured.
        note: the absolute figures behind the ratio; or why there are none.
        failed: it should have been measured, and that went wrong.
    """

    name: str
    goal: float | None
    ratios: Sequence[float] = ()
    note: str = ""
    at_least: bool = False
    failed: bool = False

    @property
    def median(self) -> float:
        """The middle ratio of all rounds."""
        return statistics.median(self.ratios)

    @property
    def verdict(self) -> str:
        """``"met"``, ``"MISSED"``, ``"told"`` or ``"not measured"``."""
        if self.failed:
            return "MISSED"
        if not self.ratios:
            return "not measured"
        if self.goal is None:
            return "told"
        met = self.median >= self.goal if self.at_least else self.median <= self.goal
        return "met" if met else "MISSED"

    def line(self) -> str:
        """The row as it is printed."""
        name = f"{self.name:<{NAME_WIDTH}}"
        goal = "" if self.goal is None else f"{'≥' if self.at_least else '≤'} {self.goal:.2f}"
        if not self.ratios:
            return f"{name} {goal:>6}  {'–':>23}  {self.verdict}  {self.note}"
        low, high = spread(self.ratios)
        measured = f"{self.median:.3f} ({low:.3f}–{high:.3f})"
        return f"{name} {goal:>6}  {measured:>23}  {self.verdict:<6}  {self.note}"


def spread(ratios: Sequence[float]) -> tuple[float, float]:
    """The quartiles: half of the rounds lie between them.

    >>> spread([1.0, 2.0, 3.0, 4.0, 50.0])
    (2.0, 4.0)
    """
    if len(ratios) < 2:
        return ratios[0], ratios[0]
    low, _, high = statistics.quantiles(ratios, n=4, method="inclusive")
    return low, high


Room = Callable[[], Iterable[Row]]


def judge(rooms: Mapping[str, Room], wanted: Sequence[str], say: Callable[[str], object]) -> int:
    """Measure the rooms named in ``wanted``, all without a name; say every row as soon as it is.

    Returns:
        The exit code: 0 if no promise was missed, 1 if one was, 2 if a room has no such name.
    """
    unknown = [name for name in wanted if name not in rooms]
    if unknown:
        say(f"no such rows: {', '.join(unknown)}; there are {', '.join(rooms)}")
        return 2
    rows: list[Row] = []
    for name in wanted or rooms:
        try:
            for row in rooms[name]():
                rows.append(row)
                say(row.line())
        except Exception as error:  # a bench that breaks keeps no promise, and others go on
            what = " ".join(f"{type(error).__name__}: {error}".split())[:300]
            rows.append(Row(name=f"rows of {name}", goal=None, note=what, failed=True))
            say(rows[-1].line())
    return _sum_up(rows, say)


def _sum_up(rows: Sequence[Row], say: Callable[[str], object]) -> int:
    for verdict in ("not measured", "MISSED"):
        names = [row.name for row in rows if row.verdict == verdict]
        if names:
            say(f"\n{verdict}: {len(names)} of {len(rows)} rows")
            for name in names:
                say(f"  {name}")
    return int(any(row.verdict == "MISSED" for row in rows))
