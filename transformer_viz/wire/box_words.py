"""The words of a box: its names, the sentence about it, its formula with this model's numbers."""

from __future__ import annotations

from collections.abc import Sequence

from transformer_viz.anatomy.boxes import Box
from transformer_viz.anatomy.kinds import words_of
from transformer_viz.checkpoints.store import LoadedModel
from transformer_viz.wire.contract import Look, Side, Words
from transformer_viz.wire.looks import SIDES, Facts, lowest


def label_of(box: Box, facts: Facts, looks: Sequence[Look]) -> str:
    """The key of a box's name in the diagram."""
    if box.kind == "tokens":
        return f"diagram.{SIDES[box.tower]}_tokens"
    for path, look in zip(box.tensors, looks, strict=True):
        if look["picture"] == "mask":
            behind = {node.operation for node in facts.graph.made_by(lowest(path))}
            return f"diagram.{'masked_' if 'tril' in behind else ''}{_name(box)}"
    return f"diagram.{'final_norm' if box.kind == 'norm' and not box.is_layered else box.kind}"


def title_of(box: Box, side: Side) -> str:
    """The key of a box's full name."""
    if box.kind == "attention":
        return f"viewer.{box.tower}.{_name(box)}"
    return f"diagram.{side}_tokens" if box.kind == "tokens" else f"diagram.{box.kind}"


def _name(box: Box) -> str:
    return box.part.rpartition(".")[2]


def explanation_of(model: LoadedModel, box: Box) -> str:
    """The key of the sentence about a box: some say what this model does there."""
    if box.kind == "attention":
        return f"viewer.{box.tower}.{_name(box)}.explain"
    if box.kind == "positions":
        module = model.transformer.get_submodule(box.owners[0])
        kind = model.config.positions
        words = words_of(module)
        plain = kind.startswith("sinusoidal") or words != "positions"
        return f"explain.{words}" if plain else f"explain.{words}_{kind}"
    if box.kind == "feed_forward" and model.config.activation != "relu":
        return "explain.feed_forward_smooth"
    if box.kind in ("norm", "add_norm"):
        words = words_of(model.transformer.get_submodule(box.owners[-1]))
        return f"explain.{'add_' if box.kind == 'add_norm' else ''}{words}"
    return f"explain.{box.kind}"


def formula_of(model: LoadedModel, box: Box) -> Words | None:
    """The box's formula with this model's numbers."""
    config = model.config
    values = {
        "d_k": config.key_width,
        "d_model": config.d_model,
        "eps": config.layer_norm_eps,
        "activation": config.activation,
    }
    kind = box.kind
    if kind in ("norm", "add_norm"):
        kind = explanation_of(model, box).removeprefix("explain.")
    if kind == "feed_forward" and config.activation != "relu":
        kind = "feed_forward_smooth"
    if kind == "positions" and not config.positions.startswith("sinusoidal"):
        kind = f"positions_{config.positions}{'_segments' if config.n_segments else ''}"
    if kind == "embedding" and config.scale_embeddings:
        kind = "embedding_scaled"
    if kind == "logits" and config.output_bias:
        kind = "logits_bias"
    return None if kind == "tokens" else Words(key=f"formula.{kind}", values=values)
