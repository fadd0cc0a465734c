"""The word tables: text files under words/ that are edited by hand, read with strict checks.

A table is lines of cells with "|" between them. The first line names the columns; what follows "#"
is a comment, and blank lines are skipped. Spaces around a cell do not count; empty cells at the end
of a line may be left out.

    english | french | gender
    cat     | chat   | m       # a comment
"""

from collections.abc import Callable, Iterator
from dataclasses import MISSING, dataclass, fields
from itertools import zip_longest
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

WORDS = Path(__file__).parent / "words"
Row = TypeVar("Row")


class WordTableError(ValueError):
    """A mistake in a word table; the message begins with file and line."""


@dataclass(frozen=True)
class _TranslationRow:
    english: str
    french: str


class _Column(NamedTuple):
    kind: Any  # str, int, tuple[…, ...] or Literal[…]
    needed: bool


def read_table(
    name: str, row: type[Row], unique: tuple[str, ...] = (), folder: Path = WORDS
) -> tuple[Row, ...]:
    """All rows of a table, in the order of the file.

    Args:
        name: the file without its ".txt".
        row: a dataclass whose fields are the columns; one with a default may be left empty, or
            out. A field is text, a whole number, a tuple of words, or one of a few (Literal).
        unique: the columns that tell two rows apart; without them, all columns.

    Raises:
        WordTableError: unknown or missing column, missing or unfit value, duplicate row, no row.
    """
    path = folder / f"{name}.txt"
    columns = _columns(row)
    make: Callable[..., Row] = row
    lines = _lines(path)
    number, header = next(lines, (1, []))
    names = [column.replace(" ", "_") for column in header]
    _check_header(f"{path.name}:{number}", names, columns)
    rows: list[Row] = []
    seen: dict[tuple[object, ...], int] = {}
    for number, cells in lines:
        where = f"{path.name}:{number}"
        if len(cells) > len(names):
            raise WordTableError(f"{where}: {len(cells)} cells under {len(names)} columns")
        made = make(**_values(where, columns, zip_longest(names, cells, fillvalue="")))
        identity = tuple(getattr(made, column) for column in unique or columns)
        if identity in seen:
            raise WordTableError(f"{where}: the same entry as in line {seen[identity]}")
        seen[identity] = number
        rows.append(made)
    if not rows:
        raise WordTableError(f"{path.name}:{number}: no entry under the header")
    return tuple(rows)


def read_translations(name: str) -> tuple[tuple[str, str], ...]:
    """English and French of a table that has no other column."""
    rows = read_table(name, _TranslationRow, unique=("english",))
    return tuple((row.english, row.french) for row in rows)


def _columns(row: type) -> dict[str, _Column]:
    kinds = get_type_hints(row)
    return {field.name: _Column(kinds[field.name], field.default is MISSING)
            for field in fields(row)}  # fmt: skip


def _lines(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Line numbers from 1, and cells."""
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1):
        content = line.partition("#")[0]
        if content.strip():
            yield number, [cell.strip() for cell in content.split("|")]


def _check_header(where: str, names: list[str], columns: dict[str, _Column]) -> None:
    for name in names:
        if name not in columns:
            raise WordTableError(f"{where}: unknown column {name!r}")
        if names.count(name) > 1:
            raise WordTableError(f"{where}: two columns {name!r}")
    for name, column in columns.items():
        if column.needed and name not in names:
            raise WordTableError(f"{where}: no column {name!r}")


def _values(
    where: str, columns: dict[str, _Column], cells: Iterator[tuple[str, str]]
) -> dict[str, object]:
    values: dict[str, object] = {}
    for name, cell in cells:
        if cell:
            values[name] = _value(f"{where}: {name}", cell, columns[name].kind)
        elif columns[name].needed:
            raise WordTableError(f"{where}: {name} is missing")
    return values


def _value(where: str, cell: str, kind: Any) -> object:
    if get_origin(kind) is tuple:
        return tuple(_value(where, word, get_args(kind)[0]) for word in cell.split())
    if get_origin(kind) is Literal and cell not in get_args(kind):
        raise WordTableError(f"{where} is {cell!r}, not one of {', '.join(get_args(kind))}")
    if kind is not int:
        return cell
    try:
        return int(cell)
    except ValueError:
        raise WordTableError(f"{where} is {cell!r}, not a whole number") from None
