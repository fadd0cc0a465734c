"""The edits that a box offers, as data: what the page sends back needs no grammar there.

``"@site"`` and its like stand for what is looked at when the edit is made; ``contract.Offer`` lists
them. An offer that a model has no place for is not made.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from transformer_viz.anatomy.boxes import Box
from transformer_viz.capture.attention_edits import MAX_TEMPERATURE
from transformer_viz.capture.edit_data import edit_from_data
from transformer_viz.capture.edits import no_donor
from transformer_viz.capture.input_edits import reads_padding
from transformer_viz.capture.mask_edits import PATTERNS, SIZED, SQUARE
from transformer_viz.checkpoints.store import LoadedModel
from transformer_viz.errors import InputError
from transformer_viz.wire.contract import Offer

LOW_SCORE = -1e9  # what tutorials put where a mask hides
PADDING = {"kind": "PadSource", "count": 3}
SIZES = {"window": 1, "prefix": 2}  # of the patterns that have one
ALLOWING = ("prefix", "everything")  # they change nothing where all may be looked at already
SEED = 1  # of shuffled positions
SECTIONS = {  # where an offer stands among the others
    "heads": ("head_off", "only_head", "head_mean"),
    "mask": (*PATTERNS, "paint", "block_cell", "block_query", "block_key"),
    "scores": ("scaling_off", "temperature", "mask_fill"),
    "block": ("sub_layer_off", "residual_off", "norm_off"),
    "input": ("positions_off", "positions_shuffled", "pad_source"),
    "tensor": ("patch",),
}
RARE = ("head_mean", "block_query", "mask_fill", "positions_shuffled", "patch")  # folded away
SAMPLE = {"head": 0, "heads": 0, "row": 0, "column": 0, "rows": 0, "columns": 0, "value": 1.0}


def offers_of(model: LoadedModel, box: Box, block: str) -> list[Offer]:
    """What can be changed at a box of this model.

    Args:
        block: path with ``*`` of the block that its edits name.
    """
    made = [*_OFFERS.get(box.kind, _nothing)(model, box), *_patches(box)]
    return [offer for offer in made if _has_place(offer, model, box, block)]


def _offer(name: str, edit: dict[str, Any], needs: str = "", **more: Any) -> Offer:
    others: dict[str, Any] = {"group": "", "replaces": [], "also": None, "field": {}}
    section = next(key for key, names in SECTIONS.items() if name in names)
    others |= {"section": section, "rare": name in RARE}
    return Offer(name=name, edit=edit, needs=needs, **others | more)


def _attention(model: LoadedModel, box: Box) -> Iterator[Offer]:
    site = {"site": "@site"}
    head = site | {"head": "@head"}
    yield _offer("head_off", {"kind": "HeadOff", **head, "replacement": "zero"}, "head")
    yield _offer("head_mean", {"kind": "HeadOff", **head, "replacement": "mean"}, "head")
    yield _offer("only_head", {"kind": "OnlyHead", **head}, "head")
    yield from _patterns(model, box)
    cells = {"query": "@rows", "key": "@columns", "head": "@heads"}
    yield _offer("paint", {"kind": "BlockAttention", **site, **cells}, "paint", group="block")
    yield _offer("paint", {"kind": "AllowAttention", **site, **cells}, "paint", group="allow")
    for name, needs, query, key in (
        ("block_cell", "cell", "@row", "@column"),
        ("block_query", "row", "@row", None),
        ("block_key", "column", None, "@column"),
    ):
        which = {"query": query, "key": key, "head": "@heads"}
        yield _offer(name, {"kind": "BlockAttention", **site, **which}, needs)
    yield _offer("mask_fill", {"kind": "MaskFill", **site, "value": LOW_SCORE})
    yield _offer("scaling_off", {"kind": "ScalingOff", **site})
    edit = {"kind": "Temperature", **site, "temperature": "@value", "head": "@heads"}
    field = {
        "type": "number",
        "min": 0.05,
        "max": MAX_TEMPERATURE,
        "step": 0.05,
        "placeholder": "1",
    }
    yield _offer("temperature", edit, "value", field=field, replaces=["kind", "site"])
    yield _offer("sub_layer_off", {"kind": "SubLayerOff", "block": "@site"})


def _patterns(model: LoadedModel, box: Box) -> Iterator[Offer]:
    is_square = not box.looks_across  # keys and queries are the same positions
    for pattern in ("causal", "future", "window", "prefix", "itself", "everything", "wrong_axis"):
        assert pattern in PATTERNS
        needs_padding = pattern == "wrong_axis" or (not is_square and pattern in ALLOWING)
        if pattern in SQUARE and not is_square:
            continue
        if pattern == "wrong_axis" and box.tower != "encoder":
            continue
        if needs_padding and not reads_padding(model.config):
            continue
        size = SIZES[pattern] if pattern in SIZED else 0
        edit = {"kind": "MaskPattern", "site": "@site", "pattern": pattern, "size": size}
        also = PADDING if needs_padding else None
        yield _offer(
            pattern, edit | {"head": "@heads"}, group="mask", also=also, field={"size": size}
        )


def _positions(model: LoadedModel, box: Box) -> Iterator[Offer]:
    yield _offer("positions_off", {"kind": "PositionsOff", "stack": box.tower})
    edit = {"kind": "PositionsShuffled", "stack": box.tower, "seed": SEED}
    yield _offer("positions_shuffled", edit)


def _tokens(model: LoadedModel, box: Box) -> Iterator[Offer]:
    if box.tower == "encoder":
        yield _offer("pad_source", PADDING)


def _feed_forward(model: LoadedModel, box: Box) -> Iterator[Offer]:
    yield _offer("sub_layer_off", {"kind": "SubLayerOff", "block": "@here"})


def _around(model: LoadedModel, box: Box) -> Iterator[Offer]:
    """What surrounds a block: its addition and its norm."""
    if not box.is_layered:  # the norm at the top belongs to no block
        return
    for name, kind in (
        ("sub_layer_off", "SubLayerOff"),
        ("residual_off", "ResidualOff"),
        ("norm_off", "NormOff"),
    ):
        yield _offer(name, {"kind": kind, "block": "@here"})


def _patches(box: Box) -> Iterator[Offer]:
    """Take the tensor on show from another sentence."""
    if "." not in box.part or not box.tensors:
        return  # what the model predicts is nothing to go on with
    field = {"type": "text", "size": 22}
    edit = {"kind": "Patch", "path": "@tensor", "source": "@value"}
    edit |= {"position": "@pinned_row", "head": "@tensor_head"}
    yield _offer("patch", edit, "value", group="tensor", field=field)


def _nothing(model: LoadedModel, box: Box) -> Iterator[Offer]:
    yield from ()


_OFFERS = {
    "tokens": _tokens,
    "positions": _positions,
    "attention": _attention,
    "feed_forward": _feed_forward,
    "add_norm": _around,
    "add": _around,
    "norm": _around,
}


def _has_place(offer: Offer, model: LoadedModel, box: Box, block: str) -> bool:
    """Whether the edit can be made in the lowest layer."""
    if offer["group"] == "tensor":
        return True
    here = block.replace("*", "0")
    sample = SAMPLE | {"site": here, "here": here}
    filled = {
        name: sample[value[1:]] if isinstance(value, str) and value[:1] == "@" else value
        for name, value in offer["edit"].items()
    }
    try:
        edit_from_data(filled).changes(model.transformer, no_donor)
    except InputError:
        return False
    return True
