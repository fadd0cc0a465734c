"""Edits that depend on what was written."""

from __future__ import annotations

from transformer_viz.capture.edits import Edit
from transformer_viz.capture.input_edits import ForceWord
from transformer_viz.model.beam import Beam
from transformer_viz.session.running import Settings, run_settings


def edits_with_word(settings: Settings, step: int, token_id: int) -> tuple[Edit, ...]:
    """The edits of ``settings`` with another word at one step.

    What was forced at later steps would follow other words now, and goes. A beam follows several
    beginnings, so the words before are held too, or they would be others.
    """
    is_beam = isinstance(settings.method, Beam)
    kept = [
        e for e in settings.edits if not (isinstance(e, ForceWord) and (is_beam or e.step >= step))
    ]
    held: list[Edit] = []
    if is_beam:
        run = run_settings(settings)
        before = run.target_pieces[run.given : run.given + step]
        held = [ForceWord(at, piece.id) for at, piece in enumerate(before)]
    return (*kept, *held, ForceWord(step, token_id))
