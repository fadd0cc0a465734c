"""A run as the browser receives it: texts, figures without arrays, and the tensors once."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import torch
from torch import Tensor

from transformer_viz.capture.edits import attention_sites
from transformer_viz.figures.attention import attention_heatmap
from transformer_viz.figures.wire import (
    ATTENTION_FILLS,
    Wire,
    figure_for_page,
    mask_for_page,
    weights_for_page,
)
from transformer_viz.language import sentence
from transformer_viz.session import Run
from transformer_viz.text.cleanup import Note
from transformer_viz.text.tokenizer import Token

_numbers = itertools.count(1)  # tells two runs apart in the browser; says nothing about visitors


def run_for_page(run: Run) -> Wire:
    """Everything that the page draws of ``run``, ready for JSON."""
    sites = attention_sites(run.model.transformer)
    return {
        "run": next(_numbers),
        "model": _model(run),
        "source": {"text": run.source.text, "tokens": _tokens(run.source_pieces)},
        "target": {
            "text": run.target.text,
            "tokens": _tokens(run.target_pieces),
            "written": run.written,
            "last": _token(run.next_pieces[-1]),
        },
        "notes": [note_text(note) for note in (*run.source.notes, *run.target.notes)],
        "kinds": {kind: _kind(run, kind) for kind in dict.fromkeys(map(kind_of, sites))},
        "weights": {site: weights_for_page(run.trace[f"{site}.weights"]) for site in sites},
        "blocked": {site: mask_for_page(blocked_cells(run, site)) for site in sites},
    }


def kind_of(site: str) -> str:
    """A site without its layer: ``decoder.cross_attention`` of ``decoder.layers.1.cross_attention``.

    Sites of one kind share queries and keys, and so one figure.
    """
    stack, _, _, block = site.split(".")
    return f"{stack}.{block}"


def query_labels(run: Run, kind: str) -> list[str]:
    """One label per row. A decoder row reads one token and writes the next: both are named."""
    if kind.startswith("encoder"):
        return [label(piece) for piece in run.source_pieces]
    pairs = zip(run.target_pieces, run.next_pieces, strict=True)
    return [f"{label(piece)} → {label(following)}" for piece, following in pairs]


def key_labels(run: Run, kind: str) -> list[str]:
    """One label per column."""
    looked_at = run.target_pieces if kind == "decoder.self_attention" else run.source_pieces
    return [label(piece) for piece in looked_at]


def label(piece: Token) -> str:
    """A piece on an axis; a dot in front says that it continues the word before it."""
    return piece.text if piece.starts_word else f"·{piece.text}"


def blocked_cells(run: Run, site: str) -> Tensor:
    """True where a mask forbids: (head, query, key), or one head for all if they agree."""
    blocked = run.trace[f"{site}.masked_scores"][0] == -torch.inf
    return blocked[:1] if (blocked == blocked[:1]).all() else blocked


def note_text(note: Note) -> str:
    """A note in words."""
    return sentence(note.key, dict(note.values))


def _kind(run: Run, kind: str) -> Wire:
    stack, block = kind.split(".")
    site = f"{stack}.layers.0.{block}"
    figure = attention_heatmap(
        run.trace[f"{site}.weights"][0, 0],
        query_labels(run, kind),
        key_labels(run, kind),
        blocked_cells(run, site)[0],
    )
    config = run.model.config
    layers = config.n_encoder_layers if stack == "encoder" else config.n_decoder_layers
    return {
        "layers": layers,
        "heads": config.n_heads,
        "queries": query_labels(run, kind),
        "keys": key_labels(run, kind),
        "figure": figure_for_page(figure, ATTENTION_FILLS),
    }


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
        "parameters": sum(x.numel() for x in run.model.transformer.parameters()),
        "trained": bool(card.get("trained")),
        "alignment_head": best[0] if best else None,
    }


def _tokens(pieces: Sequence[Token]) -> list[Wire]:
    return [_token(piece) for piece in pieces]


def _token(piece: Token) -> Wire:
    return {
        "text": piece.text,
        "id": piece.id,
        "starts": piece.starts_word,
        "special": piece.is_special,
        "unknown": piece.is_unknown,
    }
