"""The live badges: claims about a run, checked on it, in words."""

from __future__ import annotations

import torch

from transformer_viz.capture.proofs import Proof, prove
from transformer_viz.capture.trace import edited
from transformer_viz.language import sentence
from transformer_viz.session.run import Run
from transformer_viz.wire.edit_labels import place_name
from transformer_viz.wire.figures import Wire
from transformer_viz.wire.pictures import kind_of, position_labels, query_labels


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
    targets = position_labels(run, "target")
    for name in ("position", "changed"):
        if name in values:
            values[name] = targets[int(str(values[name]))]
    if "site" in values:
        site = str(values["site"])
        rows = query_labels(run, kind_of(site))
        values["query"] = rows[int(str(values["query"]))]
        values |= {"site": place_name(site), "head": int(str(values["head"])) + 1}
    return {"name": proof.name, "holds": holds, "text": sentence(key, values)}
