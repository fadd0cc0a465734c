"""Every figure that the page can show of a run, built once, ready to be filled for any head."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from unicodedata import bidirectional

import torch
from torch import Tensor

from transformer_viz.anatomy.boxes import folded, layer_of
from transformer_viz.figures.attention import (
    LEVELS,
    attention_heatmap,
    attention_lines,
    line_axes,
)
from transformer_viz.figures.axes import MAX_TICK_LABELS, across, down, gap, token_axis
from transformer_viz.figures.norms import norm_bars, residual_norms
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
from transformer_viz.wire.contract import Look
from transformer_viz.wire.description import Description, describe
from transformer_viz.wire.figures import (
    ATTENTION_FILLS,
    BLOCKED_FILLS,
    Fill,
    Wire,
    figure_for_page,
    limit_fills,
    with_axes,
)

TOWERS = {"source": "encoder", "target": "decoder"}
BLOCKS = ("attention", "feed_forward")


def pictures_for_page(run: Run) -> dict[str, Wire]:
    """All figures that the run's tensors are shown by, by the names of their looks.

    The browser brings the numbers and a run its words; everything else of a figure is the same for
    every run of every model, and built once.
    """
    labels = labels_of(run)
    pictures: dict[str, Wire] = {}
    for look in describe(run.model).looks:
        if look["figure"] not in pictures:
            pictures[look["figure"]] = _picture(run, look, labels)
        if look["picture"] == "weights":  # a difference of weights has two signs
            scores: Look = {**look, "picture": "scores"}
            pictures[look["difference"]] = _picture(run, scores, labels)
    return pictures


def _picture(run: Run, look: Look, labels: Mapping[str, Sequence[str]]) -> Wire:
    rows, picture = labels[look["rows"]], look["picture"]
    if look["grid"]:
        blank = _attention_blanks()[picture.replace("mask", "weights")]
        return _attention(blank, picture, rows, labels[look["columns"]])
    if picture == "vectors":
        return _vectors(look["scale"], rows)
    if picture in ("curves", "similarity"):
        return _positions(run, picture, rows)
    if picture == "norms":
        return with_axes(_norm_blank(statistics_of(run)), {"xaxis": token_axis(rows)})
    if picture == "lengths":
        return _lengths(run, look["rows"], rows)
    return _probability_blank()


def labels_of(run: Run) -> dict[str, list[str]]:
    """The words along rows and columns, by the names that looks give them."""
    target = position_labels(run, "target")
    return {
        "source": position_labels(run, "source"),
        "target": target,
        "steps": query_labels(run, "decoder") if target else [],
    }


def position_labels(run: Run, side: str) -> list[str]:
    """One label per position of the source or the target."""
    return [
        label(piece) for piece in (run.source_pieces if side == "source" else run.target_pieces)
    ]


def query_labels(run: Run, site: str) -> list[str]:
    """One label per row. A decoder row reads one token and writes the next: both are named."""
    if site.startswith("encoder"):
        return position_labels(run, "source")
    pairs = zip(run.target_pieces, run.next_pieces, strict=True)
    return [f"{_isolated(piece)} → {_isolated(following)}" for piece, following in pairs]


def _isolated(piece: Token) -> str:
    """A label that keeps its place beside an arrow, even where it is written from right to left."""
    text = label(piece)
    return f"\u2068{text}\u2069" if any(bidirectional(c) in ("R", "AL") for c in text) else text


def key_labels(run: Run, site: str) -> list[str]:
    """One label per column of an attention block, whatever its layer."""
    described = describe(run.model)
    looks = {
        box["part"]: described.looks[tensor["look"]]
        for box in described.boxes
        for tensor in box["tensors"]
        if tensor["path"] == box["grid"]
    }
    return labels_of(run)[looks[folded(f"{site}.").rstrip(".")]["columns"]]


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


def _attention(blank: Wire, picture: str, queries: Sequence[str], keys: Sequence[str]) -> Wire:
    if picture == "lines":
        return with_axes(blank, line_axes(queries, keys, (len(queries), len(keys))))
    n_queries, n_keys = len(queries), len(keys)
    axes = {
        "xaxis": across(token_axis(keys), n_keys),
        "yaxis": down(token_axis(queries), n_queries),
    }
    return with_axes(blank, axes, xgap=gap(n_keys), ygap=gap(n_queries))


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


def _vectors(family: str, labels: Sequence[str]) -> Wire:
    axes = {"yaxis": down(token_axis(labels), len(labels))}
    return with_axes(_vector_blanks()[family], axes, ygap=gap(len(labels)))


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


def _positions(run: Run, picture: str, labels: Sequence[str]) -> Wire:
    config, n = run.model.config, len(labels)
    curves, similarity = _position_blanks(config.d_model, config.positions)
    if picture == "curves":
        return with_axes(curves, {"xaxis": position_axis(n)})
    axis = token_axis(labels)
    axes = {"xaxis": across(axis, n), "yaxis": down(axis, n)}
    return with_axes(similarity, axes, xgap=gap(n), ygap=gap(n))


@cache
def _norm_blank(statistics: tuple[str, ...]) -> Wire:
    fills = [Fill(f"data.{i}.y", f"statistic:{i}", "statistics") for i in range(len(statistics))]
    return figure_for_page(norm_bars(dict.fromkeys(statistics, ONE), [""]), tuple(fills))


@cache
def _length_blank() -> Wire:
    fills = (Fill("data.0.z", "lengths", "stream"),)
    return figure_for_page(residual_norms(ONE, [""], [""]), fills)


def statistics_of(run: Run) -> tuple[str, ...]:
    """The names of what this model's norms measure."""
    described = describe(run.model)
    looks = described.looks
    names = (
        tensor["name"]
        for box in described.boxes
        for tensor in box["tensors"]
        if looks[tensor["look"]]["picture"] == "norms"
    )
    return tuple(dict.fromkeys(names))


def _lengths(run: Run, side: str, labels: Sequence[str]) -> Wire:
    described = describe(run.model)
    stages = described.streams[TOWERS[side]]
    longest = max(run.trace[path].norm(dim=-1).max().item() for path in stages)
    axes = {
        "xaxis": token_axis(labels),
        "yaxis": token_axis(stage_names(described, stages)),
        "coloraxis3": {"cmin": -longest, "cmax": longest},
    }
    return with_axes(_length_blank(), axes)


def stage_names(described: Description, stages: Sequence[str]) -> list[str]:
    """What each tensor of a residual stream is called, the lowest first."""
    return [_stage_name(path, described) for path in stages]


def _stage_name(path: str, described: Description) -> str:
    """Where a tensor of the stream comes from: the block whose result was added last."""
    boxes = [b for b in described.boxes if folded(path) in (t["path"] for t in b["tensors"])]
    blocks = {b["blocks"]: sentence(b["label"]) for b in described.boxes if b["kind"] in BLOCKS}
    layer = layer_of(path)
    if layer is None:
        return sentence("diagram.embedding")
    return sentence("figures.stage", {"layer": layer + 1, "block": blocks[boxes[0]["blocks"]]})


@cache
def _probability_blank() -> Wire:
    figure = probability_bars(torch.zeros(SHOWN), [""] * SHOWN)
    fills = (
        Fill("data.0.x", "best_values"),
        Fill("data.0.text", "best_percent"),
        Fill("layout.yaxis.ticktext", "best_texts"),
    )
    return figure_for_page(figure, fills)
