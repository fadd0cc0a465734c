"""A picture of beam search: what was kept at every step, and what was dropped."""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Collection, Sequence

import plotly.graph_objects as go

from transformer_viz.figures.theme import BOTH, HATCH
from transformer_viz.language import sentence
from transformer_viz.model.beam import BeamNode

MAX_LANES = 24  # more cannot be read
LANE_HEIGHT, STEP_WIDTH = 26, 96  # pixels: a lane holds a line of text, a step holds a word
START = -1  # place of the start token, which is no node
LINES = {
    "pruned": {"color": HATCH, "width": 1.0, "dash": "dot"},
    "kept": {"color": BOTH, "width": 1.4},
    "best": {"color": BOTH, "width": 4.0},
}
OPACITY = {"pruned": 0.75, "kept": 0.7, "best": 1.0}


def beam_tree(
    nodes: Sequence[BeamNode],
    labels: Sequence[str],
    winner: int | None,
    *,
    max_lanes: int = MAX_LANES,
) -> go.Figure:
    """The search as a tree from left to right: one column per step, no two branches cross.

    A dot is a word, with the sum of log-probabilities up to it, in nats. The winning sentence is
    drawn strong, other kept beginnings thin, pruned ones dotted. From every word the best next one
    lies straight ahead. Width and height are what the labels need. Traces: ``pruned``, ``kept`` and
    ``best`` lines, then the dots of each.

    Args:
        nodes: as from ``beam_search``; a parent comes before its children.
        labels: plain text, one per node.
        winner: place of the last node of the best sentence.
        max_lanes: most branches above each other; the figure says how many words are left out.

    >>> kept = BeamNode(None, 0, 7, -0.1, -0.1, "finished")
    >>> beam_tree([kept], ["<s>"], winner=0).data[5].text
    ('&lt;s&gt;  -0.10',)
    """
    path = path_to(nodes, winner)
    shown = strongest(nodes, path, max_lanes)
    lanes = lanes_of(nodes, shown)
    groups = {"pruned": [], "kept": [], "best": []}
    for place in shown:
        pruned = nodes[place].status == "pruned"
        groups["best" if place in path else "pruned" if pruned else "kept"].append(place)
    figure = go.Figure()
    for name, places in groups.items():
        figure.add_trace(_branches(nodes, places, lanes, name))
    for name, places in groups.items():
        figure.add_trace(_words(nodes, labels, places, lanes, name))
    steps = 1 + max((nodes[place].step for place in shown), default=0)
    figure.update_layout(
        showlegend=False,
        width=STEP_WIDTH * (steps + 1),
        height=LANE_HEIGHT * (max(lanes.values()) + 4),
        xaxis={
            "range": [-0.1, steps + 0.6],
            "tickvals": list(range(1, steps + 1)),
            "automargin": True,
        },
        yaxis={"visible": False, "range": [max(lanes.values()) + 0.8, -0.8]},
    )
    figure.update_xaxes(title_text=sentence("figures.step_axis"))
    if len(shown) < len(nodes):
        more = sentence("figures.beam_more", {"count": len(nodes) - len(shown)})
        figure.add_annotation(
            text=more, x=1, y=0, xref="paper", yref="paper", xanchor="right", showarrow=False
        )
    return figure


def path_to(nodes: Sequence[BeamNode], last: int | None) -> set[int]:
    """Places of node ``last`` and of all words before it."""
    path = set()
    while last is not None:
        path.add(last)
        last = nodes[last].parent
    return path


def strongest(nodes: Sequence[BeamNode], path: Collection[int], max_lanes: int) -> list[int]:
    """Places of the nodes to draw: the winner's, then kept ones, then pruned ones, if they fit.

    Kept ones with higher scores come first: a parent scores no less than its child, so what is
    drawn hangs together. Of the pruned ones, first the nearest miss of every step.
    """
    misses: Counter[int] = Counter()
    ranked = []
    for place, node in enumerate(nodes):
        pruned = node.status == "pruned"
        misses[node.step] += pruned
        ranked.append((place not in path, pruned, misses[node.step] if pruned else -node.score))
    shown: set[int] = set()
    ends: set[int | None] = set()  # the last words of branches so far: as many as there are lanes
    for place in sorted(range(len(nodes)), key=ranked.__getitem__):
        parent = nodes[place].parent
        hangs = parent is None or parent in shown
        if hangs and (len(ends) < max_lanes or parent in ends):
            shown.add(place)
            ends.discard(parent)
            ends.add(place)
    return sorted(shown)


def lanes_of(nodes: Sequence[BeamNode], shown: Sequence[int]) -> dict[int, int]:
    """The lane of each node, 0 on top: straight on to the best next word, downwards to others.

    Each subtree fills neighbouring lanes, so branches do not cross. ``START`` is the place of the
    start token.
    """
    children: dict[int, list[int]] = {START: []}
    for place in shown:
        parent = nodes[place].parent
        children.setdefault(START if parent is None else parent, []).append(place)
    lanes: dict[int, int] = {}
    ends = 0

    def descend(place: int) -> None:
        nonlocal ends
        lanes[place] = ends
        for child in children.get(place, []):  # the first one takes its parent's lane
            descend(child)
        ends += place not in children

    descend(START)
    return lanes


def _branches(
    nodes: Sequence[BeamNode], places: Sequence[int], lanes: dict[int, int], name: str
) -> go.Scatter:
    x: list[int | None] = []
    y: list[int | None] = []
    for place in places:
        node = nodes[place]
        x += [node.step, node.step + 1, None]
        y += [lanes[START if node.parent is None else node.parent], lanes[place], None]
    return go.Scatter(
        x=x, y=y, name=name, mode="lines", line=LINES[name], opacity=OPACITY[name], hoverinfo="skip"
    )


def _words(
    nodes: Sequence[BeamNode],
    labels: Sequence[str],
    places: Sequence[int],
    lanes: dict[int, int],
    name: str,
) -> go.Scatter:
    line = LINES[name]
    return go.Scatter(
        x=[nodes[place].step + 1 for place in places],
        y=[lanes[place] for place in places],
        name=name,
        mode="markers+text",
        marker={"color": line["color"], "size": 6 + line["width"]},
        opacity=OPACITY[name],
        text=[_label(labels[place], nodes[place].score) for place in places],
        textposition="top center",
        textfont={"size": 12},
        customdata=[[nodes[place].log_probability, place] for place in places],
        hovertemplate="%{text}<br>%{customdata[0]:.4f}<extra></extra>",
        cliponaxis=False,
    )


def _label(text: str, score: float) -> str:
    # Plotly reads texts as HTML.
    return f"{html.escape(text, quote=False)}  {score:.2f}"
