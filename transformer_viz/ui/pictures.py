"""Every figure that the page can show of a run, built once, ready to be filled for any head."""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import bidirectional

import torch
from torch import Tensor

from transformer_viz.capture.edits import attention_sites
from transformer_viz.figures.attention import LEVELS, attention_heatmap, attention_lines
from transformer_viz.figures.norms import layer_norm_bars, residual_norms
from transformer_viz.figures.positions import (
    curve_dimensions,
    position_curves,
    position_similarity,
)
from transformer_viz.figures.probabilities import probability_bars
from transformer_viz.figures.tensors import COLORAXES, scores_heatmap, vectors_heatmap
from transformer_viz.figures.wire import (
    ATTENTION_FILLS,
    BLOCKED_FILLS,
    Fill,
    Wire,
    figure_for_page,
    limit_fills,
)
from transformer_viz.language import sentence
from transformer_viz.session import Run
from transformer_viz.text.tokenizer import Token

SIDES = {"source": "encoder", "target": "decoder"}


def pictures_for_page(run: Run) -> dict[str, Wire]:
    """All figures by name: ``weights:decoder.cross_attention``, ``vectors:source:q`` and so on."""
    kinds = dict.fromkeys(map(kind_of, attention_sites(run.model.transformer)))
    pictures: dict[str, Wire] = {}
    for kind in kinds:
        pictures[f"weights:{kind}"] = _weights(run, kind)
        pictures[f"scores:{kind}"] = _scores(run, kind)
        pictures[f"lines:{kind}"] = _lines(run, kind)
    for side, stack in SIDES.items():
        labels = position_labels(run, side)
        pictures |= _vectors(run, side, stack, labels)
        pictures |= _positions(run, side, stack, labels)
        pictures |= _norms(run, side, stack, labels)
    pictures["probabilities"] = _probabilities(run)
    return pictures


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
    """A piece on an axis; a dot in front says that it continues the word before it."""
    continues = not piece.starts_word and piece.text[:1].isalnum()
    return f"·{piece.text}" if continues else piece.text


def blocked_cells(run: Run, site: str) -> Tensor:
    """True where a mask forbids: (head, query, key), or one head for all if they agree."""
    blocked = run.trace[f"{site}.masked_scores"][0] == -torch.inf
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
    return [f"{stack}.embeddings.sum", *(path for path in paths if path in run.trace)]


def vocabulary(run: Run) -> list[str]:
    """The text of every token that can be written."""
    tokenizer = run.model.tokenizer
    return [label(tokenizer.token(i)) for i in range(tokenizer.vocab_size)]


def _first_site(kind: str) -> str:
    stack, block = kind.split(".")
    return f"{stack}.layers.0.{block}"


def _weights(run: Run, kind: str) -> Wire:
    site = _first_site(kind)
    figure = attention_heatmap(
        run.trace[f"{site}.weights"][0, 0],
        query_labels(run, kind),
        key_labels(run, kind),
        blocked_cells(run, site)[0],
    )
    return figure_for_page(figure, ATTENTION_FILLS)


def _lines(run: Run, kind: str) -> Wire:
    weights = run.trace[f"{_first_site(kind)}.weights"][0, 0]
    figure = attention_lines(weights, query_labels(run, kind), key_labels(run, kind))
    fills = [
        Fill(f"data.{level}.{axis}", f"line_{axis}:{level}")
        for level in range(len(LEVELS))
        for axis in "xy"
    ]
    return figure_for_page(figure, tuple(fills))


def _scores(run: Run, kind: str) -> Wire:
    site = _first_site(kind)
    figure = scores_heatmap(
        run.trace[f"{site}.scores"][0, 0],
        query_labels(run, kind),
        key_labels(run, kind),
        blocked_cells(run, site)[0],
    )
    fills = (Fill("data.0.z", "finite"), *BLOCKED_FILLS, *limit_fills(COLORAXES["plain"]))
    return figure_for_page(figure, fills)


def _vectors(run: Run, side: str, stack: str, labels: Sequence[str]) -> dict[str, Wire]:
    x = run.trace[f"{stack}.embeddings.sum"][0]
    return {
        f"vectors:{side}:{family}": figure_for_page(
            vectors_heatmap(x, labels, family=family),
            (
                Fill("data.0.z", "finite"),
                Fill("layout.xaxis.title.text", "itself", "axis"),
                *limit_fills(coloraxis),
            ),
        )
        for family, coloraxis in COLORAXES.items()
    }


def _positions(run: Run, side: str, stack: str, labels: Sequence[str]) -> dict[str, Wire]:
    encoding = run.trace[f"{stack}.embeddings.positions"][0]
    curves = tuple(
        Fill(f"data.{i}.y", f"column:{dimension}")
        for i, dimension in enumerate(curve_dimensions(encoding.shape[1]))
    )
    return {
        f"curves:{side}": figure_for_page(position_curves(encoding), curves),
        f"similarity:{side}": figure_for_page(
            position_similarity(encoding, labels), (Fill("data.0.z", "cosines"),)
        ),
    }


def _norms(run: Run, side: str, stack: str, labels: Sequence[str]) -> dict[str, Wire]:
    norm = f"{stack}.layers.0.self_attention_norm"
    bars = layer_norm_bars(run.trace[f"{norm}.mean"][0], run.trace[f"{norm}.variance"][0], labels)
    stages = stream_stages(run, stack)
    lengths = torch.stack([run.trace[path][0].norm(dim=-1) for path in stages])
    return {
        f"norms:{side}": figure_for_page(
            bars, (Fill("data.0.y", "column:0", "mean"), Fill("data.1.y", "column:0", "variance"))
        ),
        f"lengths:{side}": figure_for_page(
            residual_norms(lengths, [_stage_name(path) for path in stages], labels),
            (Fill("data.0.z", "lengths", "stream"),),
        ),
    }


def _stage_name(path: str) -> str:
    if ".layers." not in path:
        return sentence("diagram.embedding")
    _, _, layer, block, _ = path.split(".")
    name = sentence(f"diagram.{block.removesuffix('_norm').removesuffix('_add')}")
    return sentence("figures.stage", {"layer": int(layer) + 1, "block": name})


def _probabilities(run: Run) -> Wire:
    figure = probability_bars(run.trace["probabilities"][0, -1], vocabulary(run))
    fills = (
        Fill("data.0.x", "best_values"),
        Fill("data.0.text", "best_percent"),
        Fill("layout.yaxis.ticktext", "best_texts"),
    )
    return figure_for_page(figure, fills)
