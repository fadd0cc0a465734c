"""The one contract between Python and the page: the type of everything that is sent.

``python -m transformer_viz.wire.types`` writes the same as TypeScript declarations, which the
page's JavaScript is checked against. A path with ``*`` stands for that path in every layer.
"""

from __future__ import annotations

from typing import Any, Literal, TypedDict

Side = Literal["source", "target"]
Labels = str  # "source", "target" or "steps": a step reads one word and writes the next
Figure = dict[str, Any]  # a Plotly figure without its arrays, and the fills that put them in


class Words(TypedDict):
    """A sentence of the language file, and what fills its blanks; these may be words again."""

    key: str
    values: dict[str, Any]


class Packed(TypedDict):
    """A tensor as base64; ``weights`` are 16-bit steps from 0 to 1, ``masks`` one bit each."""

    shape: list[int]
    data: str


class Look(TypedDict):
    """What tensors that are shown in the same way have in common."""

    axes: list[str]  # with the batch
    heads: bool  # whether one of its axes is the head
    rows: Labels
    columns: Labels  # or "vocabulary"; empty if they are dimensions
    column_axis: str  # key of the words under dimensions
    picture: str  # which sort of figure shows it
    figure: str  # its name among the figures of a run
    difference: str  # the name of the figure of what edits changed in it
    scale: str  # family of colours
    grid: bool  # whether its cells are those of a mask: one per query and key


class TensorSent(TypedDict):
    """One tensor of a box, or a view that is made from it."""

    name: str  # in its box; the key of its words is ``tensor.<name>``
    path: str
    look: int  # among the looks of the model
    join: str  # the sign between it and the tensor before it
    view: str  # the operation of the page that makes it; empty for the tensor itself


class Offer(TypedDict):
    """An edit that a box offers; ``"@site"`` and its like stand for what is looked at.

    ``@site`` the block in the chosen layer or in all, ``@here`` the block in this layer, ``@part``
    its pattern, ``@head`` the chosen head, ``@heads`` the chosen head or none for all, ``@row`` and
    ``@column`` the pinned cell, ``@rows`` and ``@columns`` what was painted, ``@value`` what was
    typed or chosen.
    """

    name: str  # key of its words: ``change.<name>``
    edit: dict[str, Any]
    needs: str  # "head", "row", "cell", "column", "value", "paint", or nothing
    group: str  # offers of one group are one choice
    section: str  # key of its heading: ``change_section.<section>``
    rare: bool  # whether it is folded away
    replaces: list[str]  # an earlier edit that agrees in these fields gives way
    also: dict[str, Any] | None  # an edit that it makes no sense without
    field: dict[str, Any]  # attributes of its input


class BoxSent(TypedDict):
    """One box of the diagram."""

    part: str
    kind: str
    tower: str
    side: Side
    layers: int  # that it stands for
    layered: bool
    label: str  # key of its name in the diagram
    title: str  # key of its full name
    explain: str  # key of the sentence about it
    formula: Words | None
    axes: list[str]  # of what leaves it
    shape: list[int | Side]  # a side stands for that text's length
    main: str  # path of the tensor that stands for it
    grid: str  # path of its attention weights; empty if it is no attention
    blocks: str  # path of the block that an edit of it names
    inputs: list[str]  # parts
    code: list[str]  # names among the sources
    x: int
    y: int
    width: int
    height: int
    column: int
    tensors: list[TensorSent]
    offers: list[int]  # among the offers of the model


class Frame(TypedDict):
    """The dashed frame around one layer of a tower."""

    tower: str
    x: int
    y: int
    width: int
    height: int
    layers: int


class Kept(TypedDict):
    """What a key/value cache keeps of one layer."""

    name: str
    layer: int
    path: str
    scale: str


class PlaceSent(TypedDict):
    """A place to look at: a box, a layer, a head, a tensor."""

    part: str
    layer: int
    head: int
    tensor: str


class ExperimentSent(TypedDict):
    """A change in one click that shows what a part is for."""

    kind: str  # key of its words: ``experiment.<kind>``
    edits: list[dict[str, Any]]  # of a word: its key is ``@word``, the first and last position
    side: Side | None  # which text the word is of
    words: dict[str, list[int]]  # by example: the word that was chosen for it


class ModelSent(TypedDict):
    """What is true of a model whatever it reads; sent once."""

    key: str  # tells this description from all others
    name: str
    architecture: str
    d_model: int
    n_heads: int
    n_encoder_layers: int
    n_decoder_layers: int
    parameters: int
    trained: bool | None
    license: str | None
    source: str | None
    predicts_words: bool
    blank: int | None
    label_smoothing: float
    examples: list[str]
    experiments: list[ExperimentSent]
    alignment_head: dict[str, Any] | None
    first: PlaceSent
    width: int
    height: int
    looks: list[Look]
    offers: list[Offer]
    boxes: list[BoxSent]
    frames: list[Frame]
    streams: dict[str, list[str]]  # by tower: paths of the residual stream, the lowest first
    kept: list[Kept]
    tables: dict[str, str]  # how a table of positions is made, by its name


class TokenSent(TypedDict):
    """One chip."""

    text: str
    entry: str
    part: list[int]
    hex: str
    id: int
    starts: bool
    special: bool
    unknown: bool


class SourceSent(TypedDict):
    text: str
    tokens: list[TokenSent]


class TargetSent(TypedDict):
    text: str
    tokens: list[TokenSent]
    written: bool
    last: TokenSent | None
    given: int


class LensRow(TypedDict):
    words: list[str]
    probabilities: list[float]


class EditSent(TypedDict):
    """One edit that was asked for, and what this run made of it."""

    edit: dict[str, Any]
    label: Words
    problem: Words | None
    parts: list[str]  # boxes of the diagram in which it changes a tensor


class StepSent(TypedDict):
    """One step of writing, before and after the edits."""

    before: str | None
    p_before: float
    after: str | None
    p_after: float
    instead: str | None  # the edited model's best word after the original words
    p_instead: float
    divergence: float | None  # nats, both given the original words


class ComparisonSent(TypedDict):
    common: int
    first_difference: int | None
    steps: list[StepSent]
    ahead: bool


class RunSent(TypedDict):
    """One run."""

    trace: str  # address of all its tensors
    query: str  # what leads to it
    source: SourceSent
    target: TargetSent
    labels: dict[Labels, list[str]]
    figures: dict[str, Figure]
    notes: list[Words]
    weights: dict[str, Packed]
    masks: dict[str, Packed]  # True where a mask forbids
    method: dict[str, Any]
    lens: list[LensRow]
    drawn: list[dict[str, float]] | None
    tree: Figure | None
    walk: dict[str, Any] | None
    cached: bool  # whether it was written with the key/value cache
    python: str  # the lines that give the same run
    silenced: dict[str, list[int]]  # path of weights with ``*`` or a layer -> heads that are off


class Shown(TypedDict):
    """A run with what its edits did: the same for everybody who asks for it."""

    run: RunSent
    baseline: dict[str, Any] | None  # of the run without edits: what differs
    original: str | None  # tensors of the edited model reading the words of the run without edits
    edits: list[EditSent]
    comparison: ComparisonSent | None


class Answer(Shown):
    """What the page gets for a question."""

    number: int  # tells two answers apart; says nothing about visitors
    restored: bool  # it answers a link, or Back and Forward: the address is right already
    asked: int | None  # the number of the question, so that an older answer is told from the newest
    model: ModelSent | str  # or its key, where the page has it already
