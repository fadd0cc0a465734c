"""From settings to a run: what a visitor asked for, and every tensor that answers it."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from cachetools import LRUCache, cached
from torch import Tensor

from transformer_viz.capture.edits import Donor, Edit, changes_of
from transformer_viz.capture.input_edits import ForceWord, PadSource
from transformer_viz.capture.trace import Changes, Trace, capture, edited
from transformer_viz.checkpoints.catalog import load
from transformer_viz.checkpoints.store import LoadedModel
from transformer_viz.errors import InputError
from transformer_viz.model.beam import BeamNode
from transformer_viz.model.decoding import Afresh, Cached, Forced
from transformer_viz.model.methods import GREEDY, Method, Written, decode
from transformer_viz.text.cleanup import CleanText, Note, clean
from transformer_viz.text.english import nearest_word, prepare, unknown_words
from transformer_viz.text.tokenizer import END, PAD, START, Token, special

MAX_TOKENS = 128
MAX_NEW_TOKENS = 64
CACHE_BYTES = 256_000_000


@dataclass(frozen=True)
class Settings:
    """What is asked for, in few enough words to fit in a link.

    Args:
        model: a name in the catalogue.
        source: the text to read, as typed.
        target: the text to follow, as typed; None lets the model write it.
        edits: changes to make to the model's working.
        method: how the model chooses the words that it writes.
    """

    model: str
    source: str
    target: str | None = None
    edits: tuple[Edit, ...] = ()
    method: Method = GREEDY


@dataclass(frozen=True, eq=False)
class Run:
    """One sentence on its way through one model.

    Attributes:
        source: the source as the model read it, with notes on what was changed for it.
        target: the target; without notes where the model wrote it.
        source_pieces: one per encoder position; the end token is the last.
        target_pieces: one per decoder position; the start token is the first.
        next_pieces: what each decoder position is followed by: ``target_pieces`` moved by one, and
            last of all the token that ended the sentence, or the best guess where it was cut.
        written: True where the model wrote the target itself.
        trace: every tensor of the pass over source and target.
        edits: the changes that were asked for.
        unfit: those that could not be made, each with the reason.
        nodes, winner: the tree of a beam search, as in ``BeamResult``; empty and None otherwise.
    """

    model: LoadedModel
    source: CleanText
    target: CleanText
    source_pieces: tuple[Token, ...]
    target_pieces: tuple[Token, ...]
    next_pieces: tuple[Token, ...]
    written: bool
    trace: Trace
    edits: tuple[Edit, ...] = ()
    unfit: tuple[tuple[Edit, InputError], ...] = ()
    nodes: tuple[BeamNode, ...] = ()
    winner: int | None = None

    @property
    def output(self) -> str:
        """The target as text."""
        return self.target.text

    @property
    def source_tokens(self) -> list[str]:
        """The characters of each source piece, special tokens included."""
        return [piece.text for piece in self.source_pieces]

    @property
    def target_tokens(self) -> list[str]:
        """The characters of each decoder position, start token included."""
        return [piece.text for piece in self.target_pieces]


def run(
    model: LoadedModel,
    source: str,
    target: str | None = None,
    edits: Sequence[Edit] = (),
    method: Method = GREEDY,
) -> Run:
    """Translate ``source``, or follow ``target``, and keep every tensor of the way.

    Args:
        model: from ``load``.
        source: text to read.
        target: text to follow, word by word; None lets the model write it.
        edits: changes to apply, both while writing and in the recorded pass.
        method: how to write: ``Greedy()``, ``Sampling(…)`` or ``Beam(…)``.

    Raises:
        InputError: a text is empty or too long, or an edit names a place that does not exist.
    """
    settings = Settings(model.name, source, target, tuple(edits), method)
    finished = _run(model, settings, lambda other: run(model, other).trace)
    for _, problem in finished.unfit:
        raise problem
    return finished


def _run_bytes(finished: Run) -> int:
    return finished.trace.n_bytes


@cached(LRUCache(CACHE_BYTES, getsizeof=_run_bytes), lock=threading.Lock())
def run_settings(settings: Settings) -> Run:
    """The run of these settings, from the cache if it was made before.

    An edit that does not fit this model or this sentence is left out and listed in ``unfit``.

    Raises:
        InputError: as ``run`` and ``load``, but for edits.
    """
    return _run(load(settings.model), settings, donor_of(settings.model))


def donor_of(model: str) -> Donor:
    """The unedited traces of other sentences, as edits take tensors from them."""
    return lambda source: run_settings(Settings(model, source)).trace


@torch.inference_mode()
def _run(model: LoadedModel, settings: Settings, donor: Donor) -> Run:
    fitting, unfit = _fitting(model, settings.edits, donor)
    changes = changes_of(fitting, model.transformer, donor)
    read = _read_source(model, settings.source)
    source_pieces = _source_pieces(model, read.text, fitting)
    read = _note_unknown(read, source_pieces)
    source_ids = torch.tensor([[piece.id for piece in source_pieces]])
    written = None
    if settings.target is None:
        forced = {edit.step: edit.token_id for edit in fitting if isinstance(edit, ForceWord)}
        written = _write(model, source_ids, settings.method, changes, forced)
        followed, pieces = _read_written(model, written.target_ids[0].tolist())
    else:
        followed = clean(settings.target)
        pieces = _pieces(model, followed.text)
    target_pieces = (special(START), *pieces)
    with capture(changes) as trace:
        model.transformer.predict(source_ids, torch.tensor([[p.id for p in target_pieces]]))
    for edit in fitting:
        if not edit.fits(trace) or (isinstance(edit, ForceWord) and not written):
            unfit.append((edit, InputError("errors.edit_position", edit=edit)))
    last = int(trace["logits"][0, -1].argmax()) if written else END
    return Run(
        model=model,
        source=read,
        target=followed,
        source_pieces=source_pieces,
        target_pieces=target_pieces,
        next_pieces=(*pieces, model.tokenizer.token(last)),
        written=written is not None,
        trace=trace,
        edits=settings.edits,
        unfit=tuple(unfit),
        nodes=written.nodes if written else (),
        winner=written.winner if written else None,
    )


def _fitting(
    model: LoadedModel, edits: Sequence[Edit], donor: Donor
) -> tuple[list[Edit], list[tuple[Edit, InputError]]]:
    """The edits that this model has a place for, and the others with the reason."""
    fitting: list[Edit] = []
    unfit: list[tuple[Edit, InputError]] = []
    for edit in edits:
        try:
            changes_of([edit], model.transformer, donor)
        except InputError as problem:
            unfit.append((edit, problem))
        else:
            fitting.append(edit)
    return fitting, unfit


def _read_source(model: LoadedModel, typed: str) -> CleanText:
    cleaned = clean(typed)
    if model.card.get("source_language") != "en":
        return cleaned
    read = prepare(cleaned)
    notes = [*read.notes]
    for word in unknown_words(read.text, model.known_words):
        near = nearest_word(word, model.known_words)
        if near is not None:
            notes.append(Note("notes.misspelt", (("word", word), ("near", near))))
        else:
            notes.append(Note("notes.unknown_word", (("word", word),)))
    return CleanText(read.text, tuple(notes))


def _pieces(model: LoadedModel, text: str) -> tuple[Token, ...]:
    pieces = tuple(model.tokenizer.tokens(text))
    limit = min(MAX_TOKENS, model.config.max_len) - 1  # the start or end token takes one place
    if len(pieces) > limit:
        raise InputError("errors.too_many_tokens", tokens=len(pieces) + 1, limit=limit + 1)
    return pieces


def _source_pieces(model: LoadedModel, text: str, edits: Sequence[Edit]) -> tuple[Token, ...]:
    padding = sum(edit.count for edit in edits if isinstance(edit, PadSource))
    pieces = (*_pieces(model, text), special(END, len(text)))
    return (*pieces, *[special(PAD, len(text))] * padding)


def _note_unknown(read: CleanText, pieces: Sequence[Token]) -> CleanText:
    unknown = " ".join(dict.fromkeys(piece.text for piece in pieces if piece.is_unknown))
    if not unknown:
        return read
    note = Note("notes.unknown_characters", (("characters", unknown),))
    return CleanText(read.text, (*read.notes, note))


def _write(
    model: LoadedModel, source_ids: Tensor, method: Method, changes: Changes, forced: Forced
) -> Written:
    # An edit may reach back into earlier positions, which a cache would not notice.
    steps = Afresh if changes else Cached
    with edited(changes):
        return decode(
            steps(model.transformer, source_ids),
            torch.tensor([[START]]),
            method,
            end_id=END,
            pad_id=PAD,
            max_new_tokens=min(MAX_NEW_TOKENS, model.config.max_len - 1),
            forced=forced,
        )


def _read_written(model: LoadedModel, ids: list[int]) -> tuple[CleanText, tuple[Token, ...]]:
    """The text that the model wrote, and its pieces without start and end."""
    pieces = tuple(model.tokenizer.token(i) for i in ids[1:] if i != END)
    cut = () if END in ids else (Note("notes.cut", (("limit", str(len(pieces))),)),)
    return CleanText(model.tokenizer.decode(ids), cut), pieces
