"""The live badges: claims about a run, checked on it, in words."""

from __future__ import annotations

import threading

import torch
from cachetools import LRUCache, cached

from transformer_viz.capture.proofs import prove
from transformer_viz.capture.trace import edited
from transformer_viz.figures.wire import Wire
from transformer_viz.language import sentence
from transformer_viz.session import Settings, run_settings


@cached(LRUCache(256), lock=threading.Lock())
@torch.inference_mode()
def proofs_for_page(settings: Settings) -> list[Wire]:
    """All claims about the run of these settings, with its edits.

    Raises:
        InputError: as ``run_settings``.
    """
    run = run_settings(settings)
    with edited(run.changes):
        proofs = prove(run.model.transformer, run.inputs, run.trace)
    return [
        {
            "name": proof.name,
            "holds": proof.holds,
            "text": sentence(proof.key, dict(proof.values)),
        }
        for proof in proofs
    ]
