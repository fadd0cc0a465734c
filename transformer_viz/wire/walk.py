"""Every shape of the worked example, one after another, with a batch of two sentences."""

from __future__ import annotations

import torch

from transformer_viz.checkpoints.presets import worked_steps
from transformer_viz.model.encoder_only import EncoderOnly
from transformer_viz.session.reading import given_pieces
from transformer_viz.session.running import Run
from transformer_viz.wire.figures import Wire, floats_for_page

PLAIN = ["plain"]
SCALES = {  # families of colours: of the step's tensor, and of those beside it
    "weights": ["weights"],
    "qkv": ["q", "k", "v"],
    "split": ["q"],
    "context": ["v"],
    "merged": ["v"],
}


def walk_for_page(run: Run) -> Wire | None:
    """The steps with their numbers; None for a model whose card has no sentence beside.

    The visitor's own sentence is the first of the batch, the card's the second; the shorter one is
    padded, as in training.
    """
    beside, model = run.model.card.get("beside"), run.model.transformer
    if not isinstance(beside, str) or not beside or not isinstance(model, EncoderOnly):
        return None
    other, _ = given_pieces(run.model, beside, ())
    sentences = [[piece.id for piece in pieces] for pieces in (run.source_pieces, other)]
    length, pad = max(map(len, sentences)), run.model.config.source_pad_id
    batch = torch.tensor([ids + [pad] * (length - len(ids)) for ids in sentences])
    steps = worked_steps(model, batch, run.changes)
    return {
        "beside": beside,
        "padded": len(sentences[0]) != len(sentences[1]),
        "steps": [
            {
                "name": step.name,
                "path": step.path,
                "scales": SCALES.get(step.name, PLAIN),
                **floats_for_page(step.value),
                "beside": [floats_for_page(x) for x in step.beside],
            }
            for step in steps
        ],
    }
