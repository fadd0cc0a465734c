"""What switching every head off in turn would do, as the page receives it."""

from __future__ import annotations

from transformer_viz.anatomy.boxes import folded, layer_of
from transformer_viz.capture.attention_edits import HeadOff
from transformer_viz.capture.edit_data import edit_to_data
from transformer_viz.session.comparing import sweep
from transformer_viz.session.run import Settings
from transformer_viz.session.running import RUNS, Runs
from transformer_viz.wire.figures import Wire


def sweep_for_page(settings: Settings, runs: Runs = RUNS) -> list[Wire]:
    """One row per attention block: its box, its layer, and for every head the effect in nats.

    Raises:
        InputError: as ``sweep``.
    """
    return [
        {
            "part": folded(f"{site}.").rstrip("."),
            "layer": layer_of(f"{site}.") or 0,
            "effects": effects,
            "edits": [edit_to_data(HeadOff(site, head)) for head in range(len(effects))],
        }
        for site, effects in sweep(settings, runs).items()
    ]
