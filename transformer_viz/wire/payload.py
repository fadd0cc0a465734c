"""A run as the browser receives it: texts, figures without arrays, and the weights of all heads."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import asdict, replace

from transformer_viz.capture.edit_text import edits_to_text
from transformer_viz.capture.edits import attention_sites
from transformer_viz.capture.input_edits import ForceWord, reads_padding
from transformer_viz.capture.lens import logit_lens
from transformer_viz.capture.trace import edited
from transformer_viz.checkpoints.store import Card
from transformer_viz.figures.beam import beam_tree
from transformer_viz.figures.diagram import DIAGRAMS, Diagram, Sizes
from transformer_viz.figures.probabilities import SHOWN
from transformer_viz.language import sentence
from transformer_viz.model.encoder_only import EncoderOnly
from transformer_viz.model.methods import GREEDY, Method
from transformer_viz.model.sampling import Sampling, sampling_probabilities
from transformer_viz.session.comparing import Comparison, baseline, compare
from transformer_viz.session.reading import fills_blanks
from transformer_viz.session.running import Run, Settings
from transformer_viz.text.cleanup import Note
from transformer_viz.text.tokenizer import TextTokenizer, Token
from transformer_viz.wire.edit_labels import edit_label
from transformer_viz.wire.figures import Wire, figure_for_page, mask_for_page, weights_for_page
from transformer_viz.wire.link import examples_of, query_of
from transformer_viz.wire.method_text import method_to_text
from transformer_viz.wire.pictures import (
    blocked_cells,
    key_labels,
    kind_of,
    label,
    pictures_for_page,
    query_labels,
    stacks_of,
    stream_stages,
    vocabulary,
)
from transformer_viz.wire.walk import walk_for_page

_numbers = itertools.count(1)  # tells two runs apart in the browser; says nothing about visitors


def run_for_page(
    run: Run, settings: Settings, *, restored: bool = False, asked: int | None = None
) -> Wire:
    """Everything that the page draws of ``run`` at once, ready for JSON.

    All other tensors follow as one file, whose address is in ``trace``.

    Args:
        restored: it answers a link, or Back and Forward: the address is right already.
        asked: the browser's number of the question that it answers, so that an older answer can be
            told from the newest.
    """
    sent = _one_run(run, settings) | {"restored": restored, "asked": asked}
    if not settings.edits:
        return sent | {"edits": [], "baseline": None, "comparison": None}
    before = baseline(settings)
    return sent | {
        "edits": _edits(run),
        "baseline": _one_run(before, replace(settings, edits=())),
        "comparison": _comparison(compare(before, run)) | {"ahead": _looks_ahead(run, settings)},
    }


def _edits(run: Run) -> list[Wire]:
    problems = {edit: str(problem) for edit, problem in run.unfit}
    return [
        {
            "code": edits_to_text([edit]),
            "label": edit_label(edit, run),
            "problem": problems.get(edit, ""),
        }
        for edit in run.edits
    ]


def _comparison(comparison: Comparison) -> Wire:
    steps = [
        {
            "before": step.before and label(step.before),
            "p_before": step.p_before,
            "after": step.after and label(step.after),
            "p_after": step.p_after,
            "divergence": step.divergence,
        }
        for step in comparison.steps
    ]
    return {
        "common": comparison.common,
        "first_difference": comparison.first_difference,
        "steps": steps,
    }


def _looks_ahead(run: Run, settings: Settings) -> bool:
    """Whether the recorded pass, which holds all words at once, would write others than it did."""
    forced = any(isinstance(edit, ForceWord) for edit in run.edits)
    writes = run.model.predicts_words and run.written
    if not writes or forced or settings.method != GREEDY:
        return False
    best = run.trace["probabilities"][0].argmax(dim=-1).tolist()
    return best != [piece.id for piece in run.next_pieces]


def _one_run(run: Run, settings: Settings) -> Wire:
    sites = attention_sites(run.model.transformer)
    tokenizer, target_tokenizer = run.model.tokenizer, run.model.target_tokenizer
    return {
        "run": next(_numbers),
        "trace": f"viz/trace?{query_of(settings)}",
        "query": query_of(settings),
        "model": _model(run),
        "source": {
            "text": run.source.text,
            "tokens": _tokens(run.source_pieces, tokenizer),
        },
        "target": {
            "text": run.target.text,
            "tokens": _tokens(run.target_pieces, target_tokenizer),
            "written": run.written,
            "last": _token(run.next_pieces[-1], target_tokenizer) if run.target_pieces else None,
            "given": run.given,
        },
        "notes": _notes(run, settings),
        "kinds": {kind: _kind(run, kind) for kind in dict.fromkeys(map(kind_of, sites))},
        "weights": {site: weights_for_page(run.trace[f"{site}.weights"]) for site in sites},
        "blocked": {site: mask_for_page(blocked_cells(run, site)) for site in sites},
        "figures": pictures_for_page(run),
        "method": method_to_text(settings.method),
        "lens": _lens(run),
        "drawn": _drawn(run, settings.method),
        "tree": _tree(run),
        "streams": {stack: stream_stages(run, stack) for stack in stacks_of(run)},
        "diagram": _diagram(run),
        "walk": walk_for_page(run),
    }


def _notes(run: Run, settings: Settings) -> list[str]:
    """What was done to the text, with the text as typed beside the text as read."""
    said = [note_text(note) for note in (*run.source.notes, *run.target.notes)]
    if run.source.notes and run.source.text != settings.source:
        values = {"typed": settings.source, "read": run.source.text}
        said.insert(0, sentence("notes.typed_and_read", values))
    return said


def note_text(note: Note) -> str:
    """A note in words."""
    return sentence(note.key, dict(note.values))


def _lens(run: Run) -> list[Wire]:
    """The most probable word of every decoder layer at every step."""
    if isinstance(run.model.transformer, EncoderOnly):
        return []  # it writes nothing, so there is nothing that its layers would have written
    with edited(run.changes):
        best = logit_lens(run.model.transformer, run.trace).max(dim=-1)
    words = vocabulary(run)
    return [
        {"words": [words[i] for i in ids], "probabilities": probabilities}
        for ids, probabilities in zip(best.indices.tolist(), best.values.tolist(), strict=True)
    ]


def _drawn(run: Run, method: Method) -> list[dict[str, float]] | None:
    """For sampling: of each step's best words, how probably they are drawn after the cuts."""
    if not isinstance(method, Sampling) or not run.written:
        return None
    drawn = sampling_probabilities(run.trace["logits"][0], method)
    best = run.trace["logits"][0].topk(SHOWN).indices
    return [
        {str(i): row[i].item() for i in ids if row[i] > 0}
        for row, ids in zip(drawn, best.tolist(), strict=True)
    ]


def _tree(run: Run) -> Wire | None:
    """The tree of a beam search."""
    if not run.nodes:
        return None
    words = vocabulary(run)
    figure = beam_tree(run.nodes, [words[node.token_id] for node in run.nodes], run.winner)
    return figure_for_page(figure, ())


def _kind(run: Run, kind: str) -> Wire:
    config = run.model.config
    return {
        "layers": config.n_encoder_layers if kind[0] == "e" else config.n_decoder_layers,
        "heads": config.n_heads,
        "queries": query_labels(run, kind),
        "keys": key_labels(run, kind),
    }


def _diagram(run: Run) -> Wire:
    config = run.model.config
    diagram: Diagram = DIAGRAMS[config.architecture](
        Sizes(
            source=len(run.source_pieces),
            target=len(run.target_pieces),
            d_model=config.d_model,
            vocab=config.vocab_size if run.model.predicts_words else 0,
            encoder_layers=config.n_encoder_layers,
            decoder_layers=config.n_decoder_layers,
            norm=config.norm,
        )
    )
    boxes = [
        {**asdict(box), "short": box.shape.short, "shape": str(box.shape)} for box in diagram.boxes
    ]
    return {**asdict(diagram), "boxes": boxes}


def _model(run: Run) -> Wire:
    config, card = run.model.config, run.model.card
    quality = card.get("quality", {})
    best = quality.get("alignment_heads", []) if isinstance(quality, dict) else []
    return {
        "name": run.model.name,
        "d_model": config.d_model,
        "d_k": config.key_width,
        "n_heads": config.n_heads,
        "n_encoder_layers": config.n_encoder_layers,
        "n_decoder_layers": config.n_decoder_layers,
        "norm": config.norm,
        "positions": config.positions,
        "activation": config.activation,
        "scaled": config.scale_embeddings,
        "has_segments": config.n_segments > 0,
        "has_transform": config.output_transform,
        "has_bias": config.output_bias,
        "reads_padding": reads_padding(config),
        "predicts_words": run.model.predicts_words,
        "eps": config.layer_norm_eps,
        "parameters": sum(x.numel() for x in run.model.transformer.parameters()),
        "trained": card.get("trained"),
        "architecture": config.architecture,
        "license": card.get("license"),
        "source": card.get("source"),
        "blank": run.model.tokenizer.blank_id if fills_blanks(run.model) else None,
        "label_smoothing": _label_smoothing(card),
        "examples": examples_of(run.model.name),
        "alignment_head": best[0] if best else None,
    }


def _label_smoothing(card: Card) -> float:
    """The probability that training took from the right word, from 0 to 1."""
    recipe = card.get("recipe")
    smoothing = recipe.get("label_smoothing") if isinstance(recipe, dict) else 0.0
    return smoothing if isinstance(smoothing, float) else 0.0


def _tokens(pieces: Sequence[Token], tokenizer: TextTokenizer) -> list[Wire]:
    return [_token(piece, tokenizer) for piece in pieces]


def _token(piece: Token, tokenizer: TextTokenizer) -> Wire:
    """What a chip shows: the characters, and the entry of the vocabulary where it differs."""
    entry = tokenizer.token(piece.id).text
    return {
        "text": piece.text,
        "entry": "" if entry == piece.text or piece.hex else entry,
        "part": list(piece.part),
        "hex": piece.hex,
        "id": piece.id,
        "starts": piece.starts_word,
        "special": piece.is_special,
        "unknown": piece.is_unknown,
    }
