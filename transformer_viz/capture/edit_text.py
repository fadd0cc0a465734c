"""Edits as a short text that fits into a link, and back.

One edit is its class and its fields, joined by ``~``; several edits are joined by ``!``. What a
visitor typed is percent-encoded first, so that it cannot contain either.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any
from urllib.parse import quote, unquote

from transformer_viz.capture.attention_edits import HeadOff, OnlyHead, ScalingOff, Temperature
from transformer_viz.capture.block_edits import (
    NormOff,
    PositionsOff,
    PositionsShuffled,
    ResidualOff,
    SubLayerOff,
)
from transformer_viz.capture.edits import Edit, Positions
from transformer_viz.capture.input_edits import ForceWord, PadSource, Patch
from transformer_viz.capture.mask_edits import AllowAttention, BlockAttention, MaskFill, MaskPattern
from transformer_viz.errors import InputError

MAX_EDITS = 40
KINDS: dict[str, type] = {
    kind.__name__: kind
    for kind in (
        BlockAttention,
        AllowAttention,
        MaskPattern,
        MaskFill,
        HeadOff,
        OnlyHead,
        ScalingOff,
        Temperature,
        SubLayerOff,
        ResidualOff,
        NormOff,
        PositionsOff,
        PositionsShuffled,
        PadSource,
        ForceWord,
        Patch,
    )
}


def edits_to_text(edits: Sequence[Edit]) -> str:
    """The edits in their order; no edits are an empty text.

    >>> edits_to_text([BlockAttention("encoder.layers.*.self_attention", (2, 4), None)])
    'BlockAttention~encoder.layers.*.self_attention~2-4~~'
    """
    return "!".join(
        "~".join([type(edit).__name__, *(_written(getattr(edit, f.name)) for f in _fields(edit))])
        for edit in edits
    )


def text_to_edits(text: str) -> tuple[Edit, ...]:
    """The edits that ``edits_to_text`` wrote.

    Raises:
        InputError: it holds something that is no edit, or more than ``MAX_EDITS``.

    >>> text_to_edits("HeadOff~decoder.layers.0.cross_attention~1~zero")
    (HeadOff(site='decoder.layers.0.cross_attention', head=1, replacement='zero'),)
    """
    parts = text.split("!") if text else []
    if len(parts) > MAX_EDITS:
        raise InputError("errors.too_many_edits", count=len(parts), limit=MAX_EDITS)
    return tuple(_edit(part) for part in parts)


def _edit(part: str) -> Edit:
    name, *values = part.split("~")
    return one_edit(name, values, part, is_text=True)


def one_edit(name: str, values: Sequence[Any], shown: str, *, is_text: bool = False) -> Edit:
    """An edit of this class with these values, in the order of its fields.

    Args:
        values: as ``edits_to_text`` writes them, or plain values that it would write.
        shown: what the visitor is told of what cannot be read.

    Raises:
        InputError: there is no such class, or a value cannot be.
    """
    kind = KINDS.get(name)
    try:
        texts = values if is_text else [_written(value) for value in values]
        if kind is None or len(texts) != len(_fields(kind)):
            raise ValueError(name)
        read = {f.name: READERS[f.name](v) for f, v in zip(_fields(kind), texts, strict=True)}
    except (ValueError, OverflowError):
        short = shown if len(shown) <= 60 else f"{shown[:60]}…"
        raise InputError("errors.edit_unreadable", edit=short) from None
    return kind(**read)


def _fields(edit: Any) -> tuple[Any, ...]:
    return fields(edit)


def _written(value: str | float | Positions) -> str:
    if value is None:
        return ""
    if isinstance(value, tuple):
        return f"{value[0]}-{value[1]}"
    if isinstance(value, str):
        return quote(value, safe="*").replace("~", "%7E")
    return repr(value)


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 10):
        raise ValueError(text)
    return int(text)


def _whole_or_none(text: str) -> int | None:
    return _whole(text) if text else None


def _positions(text: str) -> Positions:
    first, dash, last = text.partition("-")
    return (_whole(first), _whole(last)) if dash else _whole_or_none(text)


def _number(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(text)
    return value


READERS: dict[str, Callable[[str], Any]] = {
    "site": unquote,
    "block": unquote,
    "stack": unquote,
    "path": unquote,
    "source": unquote,
    "replacement": unquote,
    "pattern": unquote,
    "query": _positions,
    "key": _positions,
    "head": _whole_or_none,
    "position": _whole_or_none,
    "temperature": _number,
    "value": _number,
    "size": _whole,
    "seed": _whole,
    "count": _whole,
    "step": _whole,
    "token_id": _whole,
}
