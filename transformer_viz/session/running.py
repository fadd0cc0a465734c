"""From settings to a run: what a visitor asked for, and every tensor that answers it."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import suppress
from operator import attrgetter

import torch
from cachetools import LRUCache
from torch import Tensor

from transformer_viz.capture.edits import Donor, Edit, then
from transformer_viz.capture.input_edits import ForceWord
from transformer_viz.capture.trace import Changes, Trace, capture, edited
from transformer_viz.checkpoints.catalog import LIBRARY
from transformer_viz.checkpoints.library import Library
from transformer_viz.checkpoints.store import LoadedModel
from transformer_viz.errors import InputError
from transformer_viz.model.architectures import Model
from transformer_viz.model.decoder_only import DecoderOnly
from transformer_viz.model.decoding import (
    Afresh,
    BranchingSteps,
    Cached,
    ContinuedAfresh,
    ContinuedCached,
    Never,
    without,
)
from transformer_viz.model.encoder_only import EncoderOnly
from transformer_viz.model.methods import GREEDY, Method, Written, decode
from transformer_viz.session.reading import (
    given_pieces,
    never_written,
    note_unknown,
    read_source,
    special_at,
    target_pieces,
)
from transformer_viz.session.run import Run, Settings, ids_of
from transformer_viz.text.cleanup import CleanText, Note, clean
from transformer_viz.text.tokenizer import Token

MAX_NEW_TOKENS = 64
MAX_RANDOM_TOKENS = 12  # random weights never end a sentence, and say nothing
NO_TOKEN = -1  # the id of what a vocabulary does not have
CACHE_BYTES = 256_000_000


def run(
    model: LoadedModel,
    source: str,
    target: str | None = None,
    edits: Sequence[Edit] = (),
    method: Method = GREEDY,
) -> Run:
    """Run ``source`` through the model and keep every tensor of the way.

    Args:
        model: from ``load``.
        source: text to translate; for a model that fills in blanks, with ``___`` where a word is
            missing; for one that continues, the beginning of a text.
        target: text to follow, word by word; None lets the model write it.
        edits: changes to apply, both while writing and in the recorded pass.
        method: how to write: ``Greedy()``, ``Sampling(…)`` or ``Beam(…)``.

    Raises:
        InputError: a text is empty or too long or has a character that this model cannot read, an
            edit names a place that does not exist, or an encoder alone was given a target.
    """
    settings = Settings(model.name, source, target, tuple(edits), method)
    finished = _run(model, settings, lambda other: run(model, other).trace)
    for _, problem in finished.unfit:
        raise problem
    return finished


class Runs:
    """Finished runs by their settings, until others need their memory.

    Args:
        library: the models that are run.
        max_bytes: room for traces.
    """

    def __init__(self, library: Library, max_bytes: int = CACHE_BYTES) -> None:
        self._library = library
        self._kept: LRUCache[tuple[Settings, LoadedModel], Run] = LRUCache(
            max_bytes, getsizeof=attrgetter("trace.n_bytes")
        )
        self._lock = threading.Lock()

    def run(self, settings: Settings) -> Run:
        """The run of these settings, made if it is not kept.

        A model that is not in memory is not fetched: runs wait for nobody.

        An edit that does not fit this model or this sentence is left out and listed in ``unfit``.

        Raises:
            InputError: as the function ``run``, but for edits, and as ``Library.at_hand``.
        """
        model = self._library.at_hand(settings.model)
        with self._lock:
            kept = self._kept.get((settings, model))
        if kept is not None:
            return kept
        finished = _run(
            model, settings, lambda other: self.run(Settings(settings.model, other)).trace
        )
        with self._lock:
            for key in [key for key in self._kept if not self._library.is_at_hand(key[1])]:
                del self._kept[key]  # a run would keep its model in memory
            with suppress(ValueError):  # larger than all that is kept
                self._kept[settings, model] = finished
        return finished


RUNS = Runs(LIBRARY)


def run_settings(settings: Settings) -> Run:
    """The run of these settings among those of this process, as ``Runs.run``."""
    return RUNS.run(settings)


@torch.inference_mode()
def _run(model: LoadedModel, settings: Settings, donor: Donor) -> Run:
    fitting, unfit, changes = _fitting(model, settings.edits, donor)
    read = read_source(model, settings.source)
    source_pieces, prompt = given_pieces(model, read.text, fitting)
    read = note_unknown(read, source_pieces or prompt)
    ids = [ids_of(pieces) for pieces in (source_pieces, prompt) if pieces]
    written = None
    if isinstance(model.transformer, EncoderOnly):
        followed, pieces = _no_target(settings.target), ()
    elif settings.target is None:
        written = _write(model, ids, settings.method, fitting, changes)
        ids_written = written.target_ids[0, len(prompt) :].tolist()
        followed, pieces = _read_written(model, ids_written, len(prompt))
    else:
        followed = clean(settings.target)
        pieces = target_pieces(model, followed.text, prompt)
    if prompt:
        ids[-1] = ids_of((*prompt, *pieces))
    with capture(changes) as trace:
        model.transformer.predict(*ids)
    if not model.predicts_words:  # what comes out of a map that it was never trained with
        del trace["logits"], trace["probabilities"]
    for edit in fitting:
        if not edit.fits(trace) or (isinstance(edit, ForceWord) and not written):
            unfit.append((edit, InputError("errors.edit_position", edit=edit)))
    best = _best(model, trace)
    if prompt:
        best = (*prompt[1:], *pieces, *_last(model, written, best))
    elif best:
        followed = _filled(model, source_pieces, best)
    return Run(
        model=model,
        source=read,
        target=followed,
        source_pieces=source_pieces,
        target_pieces=(*prompt, *pieces),
        next_pieces=best,
        given=len(prompt),
        written=settings.target is None,
        trace=trace,
        edits=settings.edits,
        unfit=tuple(unfit),
        changes=changes,
        nodes=written.nodes if written else (),
        winner=written.winner if written else None,
    )


def _fitting(
    model: LoadedModel, edits: Sequence[Edit], donor: Donor
) -> tuple[list[Edit], list[tuple[Edit, InputError]], Changes]:
    """The edits that this model has a place for, the others with the reason, and what they do."""
    fitting: list[Edit] = []
    unfit: list[tuple[Edit, InputError]] = []
    changes: Changes = {}
    for edit in edits:
        try:
            changes = then(changes, edit.changes(model.transformer, donor))
        except InputError as problem:
            unfit.append((edit, problem))
        else:
            fitting.append(edit)
    return fitting, unfit, changes


def _steps(model: Model, ids: Sequence[Tensor], edits: Sequence[Edit]) -> BranchingSteps:
    # What reaches back into earlier positions, a cache would not notice.
    afresh = any(edit.reaches_back() for edit in edits)
    if isinstance(model, DecoderOnly):
        return ContinuedAfresh(model) if afresh else ContinuedCached(model)
    assert not isinstance(model, EncoderOnly)
    return Afresh(model, ids[0]) if afresh else Cached(model, ids[0])


def _most_words(model: LoadedModel) -> int:
    return MAX_RANDOM_TOKENS if model.card.get("trained") is False else MAX_NEW_TOKENS


def _write(
    model: LoadedModel,
    ids: Sequence[Tensor],
    method: Method,
    edits: Sequence[Edit],
    changes: Changes,
) -> Written:
    start = ids[-1]
    specials = model.target_tokenizer.specials
    with edited(changes):
        steps = _steps(model.transformer, ids, edits)
        never = never_written(model)
        return decode(
            Never(steps, never) if never else steps,
            start,
            method,
            end_id=NO_TOKEN if specials.end is None else specials.end,
            pad_id=NO_TOKEN if specials.pad is None else specials.pad,
            max_new_tokens=min(_most_words(model), model.config.max_len - start.shape[1]),
            forced={edit.step: edit.token_id for edit in edits if isinstance(edit, ForceWord)},
        )


def _read_written(
    model: LoadedModel, ids: list[int], given: int
) -> tuple[CleanText, tuple[Token, ...]]:
    """The text that the model wrote after what it was given, and its pieces without the end."""
    tokenizer, end = model.target_tokenizer, model.target_tokenizer.specials.end
    pieces = tuple(tokenizer.token(i) for i in ids if i != end)
    notes = []
    if end not in ids:
        most = model.config.max_len
        is_full = given + len(pieces) >= most
        values = (("limit", str(len(pieces))), ("most", str(most)))
        notes.append(Note("notes.full" if is_full else "notes.cut", values))
    return CleanText(tokenizer.decode(ids), tuple(notes)), pieces


def _best(model: LoadedModel, trace: Trace) -> tuple[Token, ...]:
    """The most probable token of every position; none of a model that predicts none."""
    if not model.predicts_words:
        return ()
    logits = without(trace["logits"][0], never_written(model))
    return tuple(map(model.target_tokenizer.token, logits.argmax(-1).tolist()))


def _last(model: LoadedModel, written: Written | None, best: Sequence[Token]) -> tuple[Token, ...]:
    """What follows the last position: the end, or the best guess where there is none."""
    end = model.target_tokenizer.specials.end
    if written is not None and end not in written.target_ids[0, 1:].tolist():
        return tuple(best[-1:])
    return special_at(model.target_tokenizer, end, 0) or tuple(best[-1:])


def _no_target(target: str | None) -> CleanText:
    if target is not None:
        raise InputError("errors.no_target")
    return CleanText("")


def _filled(model: LoadedModel, source: Sequence[Token], best: Sequence[Token]) -> CleanText:
    """The source with the best guess in every blank."""
    blank = model.tokenizer.blank_id
    ids = [
        guess.id if piece.id == blank else piece.id
        for piece, guess in zip(source, best, strict=True)
    ]
    return CleanText(model.tokenizer.decode(ids))
