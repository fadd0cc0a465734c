"""Every figure that the page can show of a run, built once, ready to be filled for any head."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from unicodedata import bidirectional

import torch
from torch import Tensor

from transformer_viz.capture.edits import attention_sites
from transformer_viz.figures.attention import (
    LEVELS,
    attention_heatmap,
    attention_lines,
    line_axes,
)
from transformer_viz.figures.axes import MAX_TICK_LABELS, across, down, gap, token_axis
from transformer_viz.figures.norms import layer_norm_bars, residual_norms
from transformer_viz.figures.positions import (
    curve_dimensions,
    position_axis,
    position_curves,
    position_similarity,
)
from transformer_viz.figures.probabilities import SHOWN, probability_bars
from transformer_viz.figures.tensors import COLORAXES, scores_heatmap, vectors_heatmap
from transformer_viz.language import sentence
from transformer_viz.session.running import Run
from transformer_viz.text.tokenizer import TextTokenizer, Token
from transformer_viz.wire.figures import (
    ATTENTION_FILLS,
    BLOCKED_FILLS,
    Fill,
    Wire,
    figure_for_page,
    limit_fills,
    with_axes,
)

SIDES = {"source": "encoder", "target": "decoder"}


def pictures_for_page(run: Run) -> dict[str, Wire]:
    """All figures by name: ``weights:decoder.cross_attention``, ``vectors:source:q`` and so on.

    The browser brings the numbers and a run its words; everything else of a figure is the same for
    every run of every model, and built once.
    """
    kinds = dict.fromkeys(map(kind_of, attention_sites(run.model.transformer)))
    pictures: dict[str, Wire] = {}
    for kind in kinds:
        pictures |= _attention(kind, query_labels(run, kind), key_labels(run, kind))
    for side, stack in SIDES.items():
        if stack not in stacks_of(run):
            continue
        labels = position_labels(run, side)
        pictures |= _vectors(side, labels)
        pictures |= _positions(run, side, stack, labels)
        pictures |= _norms(run, side, stack, labels)
    if run.model.predicts_words:
        pictures["probabilities"] = _probability_blank()
    return pictures


def stacks_of(run: Run) -> list[str]:
    """The towers that this model has."""
    return [stack for stack in SIDES.values() if f"{stack}.embeddings.sum" in run.trace]


def kind_of(site: str) -> str:
    """A site without its layer: ``encoder.layers.1.self_attention`` → ``encoder.self_attention``.

    Sites of one kind share queries and keys, and so one figure.
    """
    stack, _, _, block = site.split(".")
    return f"{stack}.{block}"


def position_labels(run: Run, side: str) -> list[str]:
    """One label per position of the source or the target."""
    return [
        label(piece) for piece in (run.source_pieces if side == "source" else run.target_pieces)
    ]


def query_labels(run: Run, kind: str) -> list[str]:
    """One label per row. A decoder row reads one token and writes the next: both are named."""
    if kind.startswith("encoder"):
        return position_labels(run, "source")
    pairs = zip(run.target_pieces, run.next_pieces, strict=True)
    return [f"{_isolated(piece)} → {_isolated(following)}" for piece, following in pairs]


def _isolated(piece: Token) -> str:
    """A label that keeps its place beside an arrow, even where it is written from right to left."""
    text = label(piece)
    return f"\u2068{text}\u2069" if any(bidirectional(c) in ("R", "AL") for c in text) else text


def key_labels(run: Run, kind: str) -> list[str]:
    """One label per column."""
    return position_labels(run, "target" if kind == "decoder.self_attention" else "source")


def label(piece: Token) -> str:
    """A piece on an axis; a dot in front says that it continues the word before it.

    Of several pieces that are one character only together, each says which of them it is.
    """
    if piece.part != (1, 1):
        first, count = piece.part
        return f"{piece.text} {first}/{count}"
    continues = not piece.starts_word and piece.text[:1].isalnum() and not piece.hex
    return f"·{piece.text}" if continues else piece.text


def blocked_cells(run: Run, site: str) -> Tensor:
    """True where a mask forbids: (head, query, key), or one head for all if they agree."""
    blocked = ~run.trace[f"{site}.may_attend"][0].bool()
    return blocked[:1] if (blocked == blocked[:1]).all() else blocked


def stream_stages(run: Run, stack: str) -> list[str]:
    """Paths of the residual stream from the bottom of a stack to its top, one per Add & Norm."""
    blocks = ["self_attention", "cross_attention", "feed_forward"]
    last = "norm.output" if run.model.config.norm == "post" else "add.sum"
    config = run.model.config
    layers = config.n_encoder_layers if stack == "encoder" else config.n_decoder_layers
    paths = [
        f"{stack}.layers.{layer}.{block}_{last}" for layer in range(layers) for block in blocks
    ]
    normed = f"{stack}.embeddings.norm.output"  # BERT's embeddings end with a norm
    bottom = normed if normed in run.trace else f"{stack}.embeddings.sum"
    return [bottom, *(path for path in paths if path in run.trace)]


def vocabulary(run: Run) -> list[str]:
    """The text of every token that can be written."""
    return list(_vocabulary(run.model.target_tokenizer, run.model.config.vocab_size))


@lru_cache(maxsize=8)
def _vocabulary(tokenizer: TextTokenizer, size: int) -> tuple[str, ...]:
    return tuple(label(tokenizer.token(i)) for i in range(size))


ONE = torch.zeros(1, 1)  # stands in for the numbers of a figure that the browser fills
NONE = ONE.bool()


@cache
def _attention_blanks() -> dict[str, Wire]:
    limits = limit_fills(COLORAXES["plain"])
    ends = [
        Fill(f"data.{level}.{axis}", f"line_{axis}:{level}", "lines")
        for level in range(len(LEVELS))
        for axis in "xy"
    ]
    return {
        "weights": figure_for_page(attention_heatmap(ONE, [""], [""], NONE), ATTENTION_FILLS),
        "scores": figure_for_page(
            scores_heatmap(ONE, [""], [""], NONE),
            (Fill("data.0.z", "finite"), *BLOCKED_FILLS, *limits),
        ),
        "lines": figure_for_page(attention_lines(ONE, [""], [""]), tuple(ends)),
    }


def _attention(kind: str, queries: Sequence[str], keys: Sequence[str]) -> dict[str, Wire]:
    blanks, n_queries, n_keys = _attention_blanks(), len(queries), len(keys)
    axes = {
        "xaxis": across(token_axis(keys), n_keys),
        "yaxis": down(token_axis(queries), n_queries),
    }
    gaps = {"xgap": gap(n_keys), "ygap": gap(n_queries)}
    return {
        f"weights:{kind}": with_axes(blanks["weights"], axes, **gaps),
        f"scores:{kind}": with_axes(blanks["scores"], axes, **gaps),
        f"lines:{kind}": with_axes(blanks["lines"], line_axes(queries, keys)),
    }


@cache
def _vector_blanks() -> dict[str, Wire]:
    many = torch.zeros(1, MAX_TICK_LABELS + 1)  # too many columns for gaps between them
    return {
        family: figure_for_page(
            vectors_heatmap(many, [""], family=family),
            (
                Fill("data.0.z", "finite"),
                Fill("layout.xaxis.title.text", "itself", "axis"),
                *limit_fills(coloraxis),
            ),
        )
        for family, coloraxis in COLORAXES.items()
    }


def _vectors(side: str, labels: Sequence[str]) -> dict[str, Wire]:
    axes = {"yaxis": down(token_axis(labels), len(labels))}
    return {
        f"vectors:{side}:{family}": with_axes(blank, axes, ygap=gap(len(labels)))
        for family, blank in _vector_blanks().items()
    }


@cache
def _position_blanks(d_model: int, layout: str) -> tuple[Wire, Wire]:
    curves = tuple(
        Fill(f"data.{i}.y", f"column:{dimension}")
        for i, dimension in enumerate(curve_dimensions(d_model, layout))
    )
    return (
        figure_for_page(position_curves(torch.zeros(1, d_model), layout), curves),
        figure_for_page(position_similarity(ONE, [""]), (Fill("data.0.z", "cosines"),)),
    )


def _positions(run: Run, side: str, stack: str, labels: Sequence[str]) -> dict[str, Wire]:
    config = run.model.config
    curves, similarity = _position_blanks(config.d_model, config.positions)
    n, axis = len(labels), token_axis(labels)
    axes = {"xaxis": across(axis, n), "yaxis": down(axis, n)}
    return {
        f"curves:{side}": with_axes(curves, {"xaxis": position_axis(n)}),
        f"similarity:{side}": with_axes(similarity, axes, xgap=gap(n), ygap=gap(n)),
    }


@cache
def _norm_blanks() -> tuple[Wire, Wire]:
    return (
        figure_for_page(
            layer_norm_bars(ONE, ONE, [""]),
            (Fill("data.0.y", "column:0", "mean"), Fill("data.1.y", "column:0", "variance")),
        ),
        figure_for_page(residual_norms(ONE, [""], [""]), (Fill("data.0.z", "lengths", "stream"),)),
    )


def _norms(run: Run, side: str, stack: str, labels: Sequence[str]) -> dict[str, Wire]:
    bars, lengths = _norm_blanks()
    stages = stream_stages(run, stack)
    longest = max(run.trace[path].norm(dim=-1).max().item() for path in stages)
    axes = {
        "xaxis": token_axis(labels),
        "yaxis": token_axis([_stage_name(path) for path in stages]),
        "coloraxis3": {"cmin": -longest, "cmax": longest},
    }
    return {
        f"norms:{side}": with_axes(bars, {"xaxis": token_axis(labels)}),
        f"lengths:{side}": with_axes(lengths, axes),
    }


def _stage_name(path: str) -> str:
    if ".layers." not in path:
        return sentence("diagram.embedding")
    _, _, layer, block, _ = path.split(".")
    name = sentence(f"diagram.{block.removesuffix('_norm').removesuffix('_add')}")
    return sentence("figures.stage", {"layer": int(layer) + 1, "block": name})


@cache
def _probability_blank() -> Wire:
    figure = probability_bars(torch.zeros(SHOWN), [""] * SHOWN)
    fills = (
        Fill("data.0.x", "best_values"),
        Fill("data.0.text", "best_percent"),
        Fill("layout.yaxis.ticktext", "best_texts"),
    )
    return figure_for_page(figure, fills)
