"""A run as the browser receives it: texts, figures without arrays, and the weights of all heads."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import orjson
from cachetools import LRUCache

from transformer_viz.capture.attention_edits import HeadOff, OnlyHead
from transformer_viz.capture.edits import attention_sites, matching
from transformer_viz.capture.lens import logit_lens
from transformer_viz.capture.trace import edited
from transformer_viz.figures.beam import beam_tree
from transformer_viz.figures.probabilities import SHOWN
from transformer_viz.model.encoder_only import EncoderOnly
from transformer_viz.model.methods import Method
from transformer_viz.model.sampling import Sampling, sampling_probabilities
from transformer_viz.session.comparing import baseline
from transformer_viz.session.running import Run, Settings
from transformer_viz.text.tokenizer import TextTokenizer, Token
from transformer_viz.wire.contract import (
    LensRow,
    RunSent,
    Shown,
    TokenSent,
    Words,
)
from transformer_viz.wire.description import describe
from transformer_viz.wire.effect import comparison_sent, edits_sent, on_original_words
from transformer_viz.wire.figures import Wire, figure_for_page, mask_for_page, weights_for_page
from transformer_viz.wire.link import query_of
from transformer_viz.wire.methods import method_to_data
from transformer_viz.wire.model_facts import model_facts
from transformer_viz.wire.pictures import (
    blocked_cells,
    labels_of,
    pictures_for_page,
    vocabulary,
)
from transformer_viz.wire.python_lines import python_lines
from transformer_viz.wire.walk import walk_for_page
from transformer_viz.wire.words import note_words, words

KEPT_BYTES = 64_000_000  # of finished answers: three hundred visitors may click one example
_numbers = itertools.count(1)


class Answers:
    """Finished answers as JSON, by what was asked, until others need their room."""

    def __init__(self, max_bytes: int = KEPT_BYTES) -> None:
        self._kept: LRUCache[tuple[str, Settings], bytes] = LRUCache(max_bytes, getsizeof=len)
        self._one_at_a_time = threading.Lock()

    def text(
        self,
        run: Run,
        settings: Settings,
        *,
        restored: bool = False,
        asked: int | None = None,
        knows: str = "",
    ) -> str:
        """An ``Answer`` as one string: Gradio's page would clone and proxy a deep value.

        Args:
            restored, asked: as in ``Answer``.
            knows: the key of the description that the page has.
        """
        key = (describe(run.model).key, settings)
        with self._one_at_a_time:
            shown = self._kept.get(key)
        if shown is None:
            shown = orjson.dumps(shown_for_page(run, settings))
            with self._one_at_a_time, suppress(ValueError):  # larger than all that is kept
                self._kept[key] = shown
        own = {"number": next(_numbers), "restored": restored, "asked": asked}
        own["model"] = knows if knows == key[0] else model_facts(run.model)
        return f"{orjson.dumps(own).decode()[:-1]},{shown.decode()[1:]}"


ANSWERS = Answers()


def shown_for_page(run: Run, settings: Settings) -> Shown:
    """Everything that the page draws of ``run`` at once, ready for JSON.

    All other tensors follow as one file, whose address is in ``trace``.
    """
    sent = _one_run(run, settings)
    if not settings.edits:
        return Shown(run=sent, baseline=None, original=None, edits=edits_sent(run), comparison=None)
    before = baseline(settings)
    return Shown(
        run=sent,
        baseline=difference(_one_run(before, replace(settings, edits=())), sent),
        original=on_original_words(before, run, settings),
        edits=edits_sent(run),
        comparison=comparison_sent(before, run, settings),
    )


BY_PATH = ("weights", "masks", "figures", "labels")  # parts of a run that differ piece by piece


def difference(one: RunSent, other: RunSent) -> dict[str, Any]:
    """What of ``one`` is not the same in ``other``: the page has the rest already."""
    differs: dict[str, Any] = {}
    for name, value in one.items():
        others = other[name]
        if name in BY_PATH and isinstance(value, dict):
            pieces = {key: piece for key, piece in value.items() if others.get(key) != piece}
            if pieces:
                differs[name] = pieces
        elif value != others:
            differs[name] = value
    return differs


def _one_run(run: Run, settings: Settings) -> RunSent:
    tokenizer, target_tokenizer = run.model.tokenizer, run.model.target_tokenizer
    sites = attention_sites(run.model.transformer)
    return RunSent(
        trace=f"viz/trace?{query_of(settings)}",
        query=query_of(settings),
        source={"text": run.source.text, "tokens": _tokens(run.source_pieces, tokenizer)},
        target={
            "text": run.target.text,
            "tokens": _tokens(run.target_pieces, target_tokenizer),
            "written": run.written,
            "last": _token(run.next_pieces[-1], target_tokenizer) if run.target_pieces else None,
            "given": run.given,
        },
        labels=labels_of(run),
        figures=pictures_for_page(run),
        notes=_notes(run, settings),
        weights={path: weights_for_page(run.trace[path]) for path in map(_weights, sites)},
        masks={_weights(site): mask_for_page(blocked_cells(run, site)) for site in sites},
        method=method_to_data(settings.method),
        lens=_lens(run),
        drawn=_drawn(run, settings.method),
        tree=_tree(run),
        walk=walk_for_page(run),
        cached=_is_cached(run),
        python=python_lines(settings),
        silenced=_silenced(run),
    )


def _weights(site: str) -> str:
    return f"{site}.weights"


def _is_cached(run: Run) -> bool:
    """Whether earlier keys and values stay what they are while the text grows."""
    return not any(edit.reaches_back() for edit in run.edits)


def _silenced(run: Run) -> dict[str, list[int]]:
    """By the path of their weights, the heads that the edits switch off."""
    sites = attention_sites(run.model.transformer)
    silenced: dict[str, set[int]] = {}
    for edit in run.edits:
        if isinstance(edit, HeadOff | OnlyHead):
            heads = {edit.head}
            if isinstance(edit, OnlyHead):
                heads = set(range(run.model.config.n_heads)) - heads
            for site in matching(edit.site, sites):
                silenced.setdefault(_weights(site), set()).update(heads)
    return {path: sorted(heads) for path, heads in silenced.items()}


def _notes(run: Run, settings: Settings) -> list[Words]:
    """What was done to the text, with the text as typed beside the text as read."""
    said = [note_words(note) for note in (*run.source.notes, *run.target.notes)]
    if run.source.notes and run.source.text != settings.source:
        typed = words("notes.typed_and_read", typed=settings.source, read=run.source.text)
        said.insert(0, typed)
    return said


def _lens(run: Run) -> list[LensRow]:
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
    """For sampling: of each step's best words, and of the drawn one, how probably they are drawn.

    What the cuts leave out is left out here, too.
    """
    if not isinstance(method, Sampling) or not run.written:
        return None
    drawn = sampling_probabilities(run.trace["logits"][0], method)
    best = run.trace["logits"][0].topk(SHOWN).indices
    return [
        {str(i): row[i].item() for i in (*ids, written.id) if row[i] > 0}
        for row, ids, written in zip(drawn, best.tolist(), run.next_pieces, strict=True)
    ]


def _tree(run: Run) -> Wire | None:
    """The tree of a beam search."""
    if not run.nodes:
        return None
    words = vocabulary(run)
    figure = beam_tree(run.nodes, [words[node.token_id] for node in run.nodes], run.winner)
    return figure_for_page(figure, ())


def _tokens(pieces: Sequence[Token], tokenizer: TextTokenizer) -> list[TokenSent]:
    return [_token(piece, tokenizer) for piece in pieces]


def _token(piece: Token, tokenizer: TextTokenizer) -> TokenSent:
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
