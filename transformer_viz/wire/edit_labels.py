"""Edits in the words of the page: layers and heads counted from 1, positions by their tokens."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from transformer_viz.anatomy.boxes import folded, layer_of
from transformer_viz.capture.edits import Edit, Positions, number_in_words
from transformer_viz.language import dictionary
from transformer_viz.session.running import Run
from transformer_viz.wire.contract import BoxSent, Look, Words
from transformer_viz.wire.description import describe
from transformer_viz.wire.pictures import labels_of, vocabulary
from transformer_viz.wire.words import words

MAX_QUOTED = 40  # characters of another sentence


def edit_label(edit: Edit, run: Run) -> Words:
    """One line for an edit of this run."""
    values: dict[str, Any] = {f.name: getattr(edit, f.name) for f in fields(edit)}  # pyright: ignore[reportArgumentType]
    place = values.get("site") or values.get("block") or values.get("path") or ""
    head: int | None = values.get("head")
    rows, columns = _labels(run, place)
    said: dict[str, object] = {
        "place": place_name(run, place),
        "heads": _heads(head),
        "queries": _positions(values.get("query"), "query", rows),
        "keys": _positions(values.get("key"), "key", columns),
    }
    if "stack" in values:
        said["place"] = _tower(values["stack"])
    if "pattern" in values:
        said["pattern"] = words(f"patterns.{values['pattern']}", size=values["size"])
    if "value" in values:
        said["value"] = number_in_words(values["value"])
    if "token_id" in values:
        said["word"] = _word(run, values["token_id"])
        said["step"] = values["step"] + 1
    if "source" in values:
        said["source"] = _quoted(values["source"])
        said["positions"] = _positions(values["position"], "position", rows)
    if head is not None:
        said["head"] = head + 1
    plain = {key: value for key, value in values.items() if isinstance(value, str | int | float)}
    return words(f"edit_labels.{edit.told_as.removeprefix('edits.')}", **plain | said)


def _heads(head: int | None) -> Words:
    return words("edits.all_heads") if head is None else words("edits.one_head", head=head + 1)


def place_name(run: Run, path: str) -> object:
    """The place of a path: ``decoder.layers.0.cross_attention`` is in "Decoder layer 1"."""
    parts = path.split(".")
    if len(parts) < 4 or parts[1] != "layers":
        return path
    layer = layer_of(f"{path}.")
    boxes = [box for box in describe(run.model).boxes if _is_at(box, folded(f"{path}."))]
    if boxes:
        block = boxes[0]["blocks"].rpartition(".")[2]
    elif f"edit_labels.{parts[3]}" in dictionary():
        block = parts[3]  # of another model
    else:
        return path
    name = words(
        "edit_labels.every_layer" if layer is None else "edit_labels.one_layer",
        stack=_tower(parts[0]),
        layer="*" if layer is None else layer + 1,
        block=_block(parts[3], block),
    )
    tensor = ".".join(parts[4:])
    return words("edit_labels.tensor", place=name, tensor=tensor) if tensor else name


def _block(part: str, block: str) -> Words:
    """A block, or what surrounds it: "feed forward", "feed forward · norm"."""
    name = words(f"edit_labels.{block}")
    return (
        name
        if part == block
        else words("edit_labels.around", block=name, part=part[len(block) + 1 :])
    )


def _is_at(box: BoxSent, path: str) -> bool:
    """Whether a path leads to a block, or into a box around it."""
    inside = {tensor["path"].rpartition(".")[0] for tensor in box["tensors"]}
    return any(path.startswith(f"{owner}.") for owner in inside if owner)


def _labels(run: Run, path: str) -> tuple[list[str], list[str]]:
    """The words along the rows and columns of what an edit changes."""
    labels, described = labels_of(run), describe(run.model)
    for box in described.boxes:
        for tensor in box["tensors"]:
            look: Look = described.looks[tensor["look"]]
            owner = tensor["path"].rpartition(".")[0]
            if folded(f"{path}.") == f"{tensor['path']}.":
                return labels[look["rows"]], []
            if look["grid"] and folded(f"{path}.") == f"{owner}.":
                return labels[look["rows"]], labels[look["columns"]]
    return [], []


def _tower(tower: str) -> object:
    return words(f"diagram.{tower}") if tower in ("encoder", "decoder") else tower


def _positions(positions: Positions, what: str, labels: list[str]) -> Words:
    if positions is None:
        return words(f"edit_labels.every_{what}")
    first, last = (positions, positions) if isinstance(positions, int) else positions
    shown = [labels[i] if i < len(labels) else str(i) for i in (first, last)]
    if first == last:
        return words("edit_labels.one", word=shown[0])
    return words("edit_labels.some", first=shown[0], last=shown[1])


def _word(run: Run, token_id: int) -> str:
    known = vocabulary(run)
    return known[token_id] if token_id < len(known) else str(token_id)


def _quoted(text: str) -> str:
    return text if len(text) <= MAX_QUOTED else f"{text[:MAX_QUOTED]}…"
