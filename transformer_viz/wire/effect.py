"""What the edits of a run did, as the page receives it."""

from __future__ import annotations

from dataclasses import replace

from transformer_viz.capture.edit_data import edit_to_data
from transformer_viz.capture.input_edits import ForceWord
from transformer_viz.model.methods import GREEDY
from transformer_viz.session.comparing import compare
from transformer_viz.session.reading import target_pieces
from transformer_viz.session.running import Run, Settings
from transformer_viz.wire.contract import ComparisonSent, EditSent
from transformer_viz.wire.description import changed_parts
from transformer_viz.wire.edit_labels import edit_label
from transformer_viz.wire.link import query_of
from transformer_viz.wire.pictures import label
from transformer_viz.wire.words import problem_words, words


def on_original_words(before: Run, after: Run, settings: Settings) -> str | None:
    """Where the tensors are that compare word by word; None where both read the same words anyway.

    Also None where the text of the original words would be read as other pieces than were written.
    """
    ids = [[piece.id for piece in run.target_pieces] for run in (before, after)]
    if ids[0] == ids[1] or not after.written:
        return None
    prompt = before.target_pieces[: before.given]
    read = target_pieces(before.model, before.target.text, prompt)
    if [piece.id for piece in (*prompt, *read)] != ids[0]:
        return None
    forced = replace(settings, target=before.target.text, method=GREEDY)
    return f"viz/trace?{query_of(forced)}"


def edits_sent(run: Run) -> list[EditSent]:
    """What was asked for, and what this run made of it."""
    problems = {
        edit: words("edits_card.no_place")
        if problem.key == "errors.site"
        else problem_words(problem)
        for edit, problem in run.unfit
    }
    return [
        EditSent(
            edit=edit_to_data(edit),
            label=edit_label(edit, run),
            problem=problems.get(edit),
            parts=[] if edit in problems else changed_parts(edit, run),
        )
        for edit in run.edits
    ]


def comparison_sent(before: Run, after: Run, settings: Settings) -> ComparisonSent:
    """Step by step, the run without the edits and the run with them.

    Args:
        settings: of the run with the edits.
    """
    comparison = compare(before, after)
    return ComparisonSent(
        common=comparison.common,
        first_difference=comparison.first_difference,
        steps=[
            {
                "before": step.before and label(step.before),
                "p_before": step.p_before,
                "after": step.after and label(step.after),
                "p_after": step.p_after,
                "instead": step.instead and label(step.instead),
                "p_instead": step.p_instead,
                "divergence": step.divergence,
            }
            for step in comparison.steps
        ],
        ahead=_looks_ahead(after, settings),
    )


def _looks_ahead(run: Run, settings: Settings) -> bool:
    """Whether the recorded pass, which holds all words at once, would write others than it did."""
    forced = any(isinstance(edit, ForceWord) for edit in run.edits)
    writes = run.model.predicts_words and run.written
    if not writes or forced or settings.method != GREEDY:
        return False
    best = run.trace["probabilities"][0].argmax(dim=-1).tolist()
    return best != [piece.id for piece in run.next_pieces]
