"""A picture of beam search: what was kept at every step, and what was dropped."""

from __future__ import annotations

import html
from collections.abc import Collection, Sequence

import plotly.graph_objects as go

from transformer_viz.figures.theme import BOTH, HATCH
from transformer_viz.language import sentence
from transformer_viz.model.beam import BeamNode

MAX_NODES = 120  # more cannot be read
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
    max_nodes: int = MAX_NODES,
) -> go.Figure:
    """The search as a tree from left to right: one column per step, no two branches cross.

    A dot is a word, with the sum of log-probabilities up to it, in nats. The winning sentence is
    drawn strong, other kept beginnings thin, pruned ones dotted. The y axis only keeps branches
    apart. Traces: ``pruned``, ``kept`` and ``best`` lines, then the dots of each.

    Args:
        nodes: as from ``beam_search``; a parent comes before its children.
        labels: plain text, one per node.
        winner: place of the last node of the best sentence.
        max_nodes: the strongest this many are drawn; the figure says how many are not.

    >>> kept = BeamNode(None, 0, 7, -0.1, -0.1, "finished")
    >>> beam_tree([kept], ["<s>"], winner=0).data[5].text
    ('&lt;s&gt;<br>-0.10',)
    """
    path = path_to(nodes, winner)
    shown = strongest(nodes, path, max_nodes)
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
        xaxis={"range": [-0.2, steps + 0.6], "dtick": 1, "automargin": True},
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


def strongest(nodes: Sequence[BeamNode], path: Collection[int], count: int) -> list[int]:
    """Places of the nodes to draw, in order: the winner's, then kept ones, then pruned ones.

    Within each kind the higher score comes first. A parent is never pruned and never scores less
    than its child, so whatever is drawn hangs together.
    """

    def weakness(place: int) -> tuple[bool, bool, float, int]:
        node = nodes[place]
        return (place not in path, node.status == "pruned", -node.score, place)

    return sorted(sorted(range(len(nodes)), key=weakness)[: max(count, len(path))])


def lanes_of(nodes: Sequence[BeamNode], shown: Sequence[int]) -> dict[int, float]:
    """A height for each node: every end of a branch has its own lane, a parent is between them.

    Each subtree fills neighbouring lanes, so branches do not cross. 0 is on top; ``START`` is the
    start token's place.
    """
    children: dict[int, list[int]] = {START: []}
    for place in shown:
        parent = nodes[place].parent
        children.setdefault(START if parent is None else parent, []).append(place)
    lanes: dict[int, float] = {}
    ends = 0

    def descend(place: int) -> None:
        nonlocal ends
        below = children.get(place, [])
        for child in below:
            descend(child)
        if below:
            lanes[place] = (lanes[below[0]] + lanes[below[-1]]) / 2
        else:
            lanes[place] = float(ends)
            ends += 1

    descend(START)
    return lanes


def _branches(
    nodes: Sequence[BeamNode], places: Sequence[int], lanes: dict[int, float], name: str
) -> go.Scatter:
    x: list[int | None] = []
    y: list[float | None] = []
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
    lanes: dict[int, float],
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
        customdata=[[nodes[place].log_probability, place] for place in places],
        hovertemplate="%{text}<br>%{customdata[0]:.4f}<extra></extra>",
        cliponaxis=False,
    )


def _label(text: str, score: float) -> str:
    # Plotly reads texts as HTML.
    return f"{html.escape(text, quote=False)}<br>{score:.2f}"
