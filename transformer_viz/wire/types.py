"""The contract as TypeScript declarations: ``python -m transformer_viz.wire.types`` writes them."""

from __future__ import annotations

from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from transformer_viz.wire import contract

FILE = Path(__file__).parent.parent.parent / "assets" / "page" / "contract.d.ts"
HEADER = "// Written by `python -m transformer_viz.wire.types` from wire/contract.py.\n"
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null"}


def declarations() -> str:
    """One interface per TypedDict of the contract, in its order."""
    dicts = [value for value in vars(contract).values() if is_typeddict(value)]
    return HEADER + "".join(f"\n{_interface(one)}" for one in dicts)


def _interface(one: Any) -> str:
    fields = get_type_hints(one)
    lines = [f"  {name}: {type_script(hint)};\n" for name, hint in fields.items()]
    return f"export interface {one.__name__} {{\n{''.join(lines)}}}\n"


def type_script(hint: Any) -> str:
    """A type in TypeScript's spelling.

    Raises:
        TypeError: the contract holds a type that nobody taught this function.

    >>> type_script(dict[str, list[int | None]])
    'Record<string, (number | null)[]>'
    """
    origin, inside = get_origin(hint), get_args(hint)
    if hint is Any:
        return "any"
    if hint in PLAIN:
        return PLAIN[hint]
    if is_typeddict(hint):
        return hint.__name__
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in inside)
    if origin in (Union, UnionType):
        return " | ".join(map(type_script, inside))
    if origin is list:
        item = type_script(inside[0])
        return f"({item})[]" if " | " in item else f"{item}[]"
    if origin is dict:
        return f"Record<{type_script(inside[0])}, {type_script(inside[1])}>"
    raise TypeError(hint)


if __name__ == "__main__":
    FILE.write_text(declarations(), encoding="utf-8")
