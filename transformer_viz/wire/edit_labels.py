"""Edits in the words of the page: layers and heads counted from 1, positions by their tokens."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from transformer_viz.capture.edits import Edit, Positions, heads_in_words, number_in_words
from transformer_viz.language import sentence
from transformer_viz.session.running import Run
from transformer_viz.wire.pictures import key_labels, position_labels, query_labels, vocabulary

MAX_QUOTED = 40  # characters of another sentence


def edit_label(edit: Edit, run: Run) -> str:
    """One line for an edit of this run."""
    values: dict[str, Any] = {f.name: getattr(edit, f.name) for f in fields(edit)}  # pyright: ignore[reportArgumentType]
    place = values.get("site") or values.get("block") or values.get("path") or ""
    head: int | None = values.get("head")
    words: dict[str, object] = {
        "place": place_name(place),
        "heads": heads_in_words(None if head is None else head + 1),
        "queries": _positions(values.get("query"), "query", _rows(run, place)),
        "keys": _positions(values.get("key"), "key", _columns(run, place)),
    }
    if "stack" in values:
        words["place"] = _stack(values["stack"])
    if "pattern" in values:
        words["pattern"] = sentence(f"patterns.{values['pattern']}", {"size": values["size"]})
    if "value" in values:
        words["value"] = number_in_words(values["value"])
    if "token_id" in values:
        words["word"] = _word(run, values["token_id"])
        words["step"] = values["step"] + 1
    if "source" in values:
        words["source"] = _quoted(values["source"])
        words["positions"] = _positions(values["position"], "position", _places(run, place))
    if head is not None:
        words["head"] = head + 1
    return sentence(f"edit_labels.{edit.told_as.removeprefix('edits.')}", values | words)


def place_name(path: str) -> str:
    """The place of a path: ``decoder.layers.0.cross_attention`` → Cross-attention, layer 1."""
    parts = path.split(".")
    if len(parts) < 4 or parts[1] != "layers":
        return path
    stack, _, layer, block, *tensor = parts
    name = sentence(
        "edit_labels.every_layer" if layer == "*" else "edit_labels.one_layer",
        {
            "stack": _stack(stack),
            "layer": int(layer) + 1 if layer.isdigit() else layer,
            "block": _block(block),
        },
    )
    return f"{name}, {'.'.join(tensor)}" if tensor else name


def _block(block: str) -> str:
    for suffix in ("_add", "_norm"):
        if block.endswith(suffix):
            return f"{_block(block.removesuffix(suffix))} · {suffix[1:]}"
    known = ("self_attention", "cross_attention", "feed_forward")
    return sentence(f"diagram.{block}").lower() if block in known else block


def _stack(stack: str) -> str:
    return sentence(f"diagram.{stack}") if stack in ("encoder", "decoder") else stack


def _positions(positions: Positions, what: str, labels: list[str]) -> str:
    if positions is None:
        return sentence(f"edit_labels.every_{what}")
    first, last = (positions, positions) if isinstance(positions, int) else positions
    shown = [labels[i] if i < len(labels) else str(i) for i in (first, last)]
    if first == last:
        return sentence("edit_labels.one", {"word": shown[0]})
    return sentence("edit_labels.some", {"first": shown[0], "last": shown[1]})


def _rows(run: Run, site: str) -> list[str]:
    kind = _kind(site)
    return query_labels(run, kind) if kind else []


def _columns(run: Run, site: str) -> list[str]:
    kind = _kind(site)
    return key_labels(run, kind) if kind else []


def _places(run: Run, path: str) -> list[str]:
    return position_labels(run, "source" if path.startswith("encoder") else "target")


def _kind(site: str) -> str:
    parts = site.split(".")
    is_attention = len(parts) == 4 and parts[3].endswith("attention")
    return f"{parts[0]}.{parts[3]}" if is_attention else ""


def _word(run: Run, token_id: int) -> str:
    words = vocabulary(run)
    return words[token_id] if token_id < len(words) else str(token_id)


def _quoted(text: str) -> str:
    return text if len(text) <= MAX_QUOTED else f"{text[:MAX_QUOTED]}…"
