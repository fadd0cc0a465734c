"""The live badges: claims about a run, checked on it, in words."""

from __future__ import annotations

import torch

from transformer_viz.capture.proofs import Proof, prove
from transformer_viz.capture.trace import edited
from transformer_viz.session.run import Run
from transformer_viz.wire.edit_labels import place_name
from transformer_viz.wire.figures import Wire
from transformer_viz.wire.pictures import labels_of
from transformer_viz.wire.words import words


@torch.inference_mode()
def proofs_for_page(run: Run) -> list[Wire]:
    """All claims about a run, with its edits."""
    with edited(run.changes):
        proofs = prove(run.model.transformer, run.inputs, run.trace)
    return [_badge(run, proof) for proof in proofs]


def _badge(run: Run, proof: Proof) -> Wire:
    """A claim in words: layers and heads counted from 1, positions by what stands there."""
    key, holds = proof.key, proof.holds
    if key == "proofs.torch_fail" and run.changes:
        key, holds = "proofs.torch_edited", None  # as it must be: torch knows nothing of edits
    values = dict(proof.values)
    labels = labels_of(run)
    for name in ("position", "changed"):
        if name in values:
            values[name] = labels["target"][int(str(values[name]))]
    if "site" in values:
        site = str(values["site"])
        rows = labels["source" if site.startswith("encoder") else "steps"]
        values["query"] = rows[int(str(values["query"]))]
        values |= {"site": place_name(run, site), "head": int(str(values["head"])) + 1}
    return {"name": proof.name, "holds": holds, "words": words(key, **values)}
