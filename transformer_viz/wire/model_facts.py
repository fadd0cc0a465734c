"""What is true of a model whatever it reads, as the page receives it: once."""

from __future__ import annotations

from typing import Any, cast

from transformer_viz.capture.edit_data import edit_to_data
from transformer_viz.checkpoints.store import Card, LoadedModel
from transformer_viz.session.experiments import Experiment, experiments_of
from transformer_viz.session.reading import fills_blanks
from transformer_viz.wire.contract import ExperimentSent, ModelSent, PlaceSent
from transformer_viz.wire.description import Description, describe
from transformer_viz.wire.link import examples_of


def model_facts(model: LoadedModel) -> ModelSent:
    """Sizes, boxes, examples, and where a visitor begins to look."""
    config, card, described = model.config, model.card, describe(model)
    quality = card.get("quality", {})
    best = quality.get("alignment_heads", []) if isinstance(quality, dict) else []
    trained: Any = card.get("trained")
    license_, source = card.get("license"), card.get("source")
    return ModelSent(
        key=described.key,
        name=model.name,
        architecture=config.architecture,
        d_model=config.d_model,
        n_heads=config.n_heads,
        n_encoder_layers=config.n_encoder_layers,
        n_decoder_layers=config.n_decoder_layers,
        parameters=sum(x.numel() for x in model.transformer.parameters()),
        trained=trained,
        license=None if license_ is None else str(license_),
        source=None if source is None else str(source),
        predicts_words=model.predicts_words,
        blank=model.tokenizer.blank_id if fills_blanks(model) else None,
        label_smoothing=_label_smoothing(card),
        examples=examples_of(model.name),
        experiments=[_experiment(one, described) for one in experiments_of(model)],
        alignment_head=best[0] if best else None,
        first=_first_place(described, best[0] if best else {}),
        width=described.width,
        height=described.height,
        looks=list(described.looks),
        offers=list(described.offers),
        boxes=list(described.boxes),
        frames=cast(Any, list(described.frames)),
        streams=described.streams,
        kept=list(described.kept),
        tables=described.tables,
    )


def _experiment(experiment: Experiment, described: Description) -> ExperimentSent:
    """As data; the word that is taken away is put in by the page."""
    edits = [edit_to_data(edit) for edit in experiment.edits]
    side = None
    if experiment.kind == "word":
        (edit,) = edits
        box = next(b for b in described.boxes if b["grid"] and b["blocks"] == edit["site"])
        weights = next(tensor for tensor in box["tensors"] if tensor["path"] == box["grid"])
        columns = described.looks[weights["look"]]["columns"]
        side = "source" if columns == "source" else "target"
        edits = [edit | {"key": "@word"}]
    words = {text: list(span) for text, span in experiment.words.items()}
    return ExperimentSent(kind=experiment.kind, edits=edits, side=side, words=words)


def _first_place(described: Description, best: dict[str, Any]) -> PlaceSent:
    """Where a visitor begins: the head that translates word by word, or what is predicted."""
    grids = [box for box in described.boxes if box["grid"]]
    across = [box for box in grids if box["tower"] == "decoder"]
    last = described.boxes[-1]
    if not across and last["kind"] == "probabilities":
        name = last["tensors"][0]["name"]
        return PlaceSent(part=last["part"], layer=0, head=0, tensor=name)
    box = [b for b in across or grids if len(b["inputs"]) > 1][-1:] or (across or grids)[-1:]
    layer, head = int(best.get("layer", 0)), int(best.get("head", 0))
    name = box[0]["grid"].rpartition(".")[2]
    return PlaceSent(part=box[0]["part"], layer=layer, head=head, tensor=name)


def _label_smoothing(card: Card) -> float:
    """The probability that training took from the right word, from 0 to 1."""
    recipe = card.get("recipe")
    smoothing = recipe.get("label_smoothing") if isinstance(recipe, dict) else 0.0
    return smoothing if isinstance(smoothing, float) else 0.0
