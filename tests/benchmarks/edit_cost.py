"""From a click on an edit to the answer, against the bare work: one decoding, one captured pass."""

import itertools
import json

import torch

import transformer_viz as tv
from tests.benchmarks.interleaved import line, medians
from transformer_viz.capture.edits import changes_of
from transformer_viz.capture.trace import Trace, capture, edited
from transformer_viz.model.decoding import Afresh, greedy
from transformer_viz.session.running import Settings, run_settings
from transformer_viz.text.tokenizer import END, PAD, START
from transformer_viz.ui import handlers
from transformer_viz.wire.link import query_of

SOURCE = (
    "My grandmother does not eat the red apples and the small black cat sleeps on the chair. "
    "Do you see the old house?"
)
SITE = "encoder.layers.1.self_attention"
TEMPERATURES = (1 + i / 10_000 for i in itertools.count(1))  # every edit is a new one


@torch.inference_mode()
def report() -> None:
    """Print one line."""
    plain = run_settings(Settings("en-fr", SOURCE))
    transformer = plain.model.transformer
    source_ids = torch.tensor([[piece.id for piece in plain.source_pieces]])

    def handler() -> str:
        edit = tv.Temperature(SITE, next(TEMPERATURES))
        wish = {"query": query_of(Settings("en-fr", SOURCE, None, (edit,))), "asked": 1}
        sent, _ = handlers.edit(json.dumps(wish))
        return json.dumps(sent)

    def bare() -> Trace:
        changes = changes_of([tv.Temperature(SITE, next(TEMPERATURES))], transformer)
        with edited(changes):
            target_ids = greedy(
                Afresh(transformer, source_ids),
                torch.tensor([[START]]),
                end_id=END,
                pad_id=PAD,
                max_new_tokens=64,
            )[:, :-1]
        with capture(changes) as trace:
            transformer.predict(source_ids, target_ids)
        return trace

    times = medians({"handler": handler, "bare": bare}, 20)
    what = f"edit: handler with payload / bare work, {len(plain.source_pieces)} source tokens"
    print(line(what, times["handler"], times["bare"], 1.5))
