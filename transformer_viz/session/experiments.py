"""Four changes that show what a part is for, chosen by what they break in a model's own examples.

``python -m transformer_viz.session.experiments en-fr`` measures every candidate on the examples of
a trained model and writes the choice into its card. A model without a choice on its card is
offered the first candidate of each kind.
"""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from transformer_viz.anatomy.boxes import Box, boxes_of
from transformer_viz.capture.block_edits import PositionsOff, ResidualOff, SubLayerOff
from transformer_viz.capture.edit_text import edits_to_text, text_to_edits
from transformer_viz.capture.edits import Edit
from transformer_viz.capture.mask_edits import BlockAttention
from transformer_viz.checkpoints.catalog import FOLDER, LIBRARY
from transformer_viz.checkpoints.store import LoadedModel, load_folder, save
from transformer_viz.session.comparing import compare
from transformer_viz.session.run import Run
from transformer_viz.session.running import run
from transformer_viz.text.tokenizer import Token

KINDS = ("positions", "source", "word", "shortcut")
Span = tuple[int, int]  # first and last position of a word


@dataclass(frozen=True)
class Experiment:
    """One click that takes something away.

    Attributes:
        kind: one of ``KINDS``, the key of its words.
        edits: what is changed; of a word, the block of its column, at position 0 instead.
        words: of the examples it was chosen for, which word to take away.
        changed: in how many of the examples the output changed, from 0 to 1; None if not measured.
    """

    kind: str
    edits: tuple[Edit, ...]
    words: dict[str, Span] = field(default_factory=dict)
    changed: float | None = None


def experiments_of(model: LoadedModel) -> list[Experiment]:
    """What the page offers in one click: the card's choice, or what the structure suggests."""
    chosen = model.card.get("experiments")
    if isinstance(chosen, list):
        return [_from_card(one) for one in chosen]
    found = candidates(model)
    return [Experiment(kind, found[kind][0]) for kind in KINDS if found[kind]]


def candidates(model: LoadedModel) -> dict[str, list[tuple[Edit, ...]]]:
    """Every change of each kind that this model has a place for."""
    boxes = boxes_of(model.transformer)
    attention = [box for box in boxes if box.kind == "attention"]
    looking = looking_back(attention)
    blocks = [box for box in boxes if box.kind in ("attention", "feed_forward")]
    has_positions = model.config.positions != "none"
    return {
        "positions": [(PositionsOff(tower),) for tower in model.config.towers if has_positions],
        "source": [(SubLayerOff(box.part),) for box in looking],
        "word": [(BlockAttention(box.part, None, 0),) for box in looking],
        "shortcut": [(ResidualOff(box.part.replace("*", "0")),) for box in blocks],
    }


def looking_back(attention: Sequence[Box]) -> list[Box]:
    """The attention that reads the given text: across two towers, or a single tower's own."""
    return [box for box in attention if box.looks_across] or list(attention)


def choose(model: LoadedModel, examples: Sequence[str]) -> list[Experiment]:
    """Of each kind, the candidate that changes the output of most examples, then by most nats."""
    plain = {text: run(model, text) for text in examples}
    chosen = []
    for kind, found in candidates(model).items():
        measured = [_measure(model, kind, edits, plain) for edits in found]
        if measured:
            chosen.append(max(measured, key=lambda one: one[0])[1])
    return chosen


def _measure(
    model: LoadedModel, kind: str, edits: tuple[Edit, ...], plain: dict[str, Run]
) -> tuple[tuple[float, float], Experiment]:
    """How well an experiment shows something, and the experiment."""
    words = {}
    changed, nats = 0, 0.0
    for text, before in plain.items():
        if kind == "word":
            words[text], after = _telling_word(model, edits[0], text, before)
        else:
            after = run(model, text, edits=edits)
        changed += after.output != before.output
        moved = [step.divergence for step in compare(before, after).steps if step.divergence]
        nats += sum(moved) / max(len(moved), 1)
    share = changed / len(plain)
    return (share, nats), Experiment(kind, edits, words, round(share, 3))


def _telling_word(model: LoadedModel, block: Edit, text: str, before: Run) -> tuple[Span, Run]:
    """The word whose loss changes the output, but as few words of it as possible."""
    tries = []
    for span in words_of(before.source_pieces or before.target_pieces[: before.given]):
        after = run(model, text, edits=[dataclasses.replace(block, key=span)])  # type: ignore[type-var]
        lost = len(set(before.output.split()) ^ set(after.output.split()))
        tries.append((lost == 0, lost, -len(text[span[0] : span[1]]), span, after))
    *_, span, after = min(tries, key=lambda one: one[:3])
    return span, after


def words_of(pieces: Sequence[Token]) -> Iterator[Span]:
    """First and last position of every whole word; special tokens and full stops are none."""
    start = None
    for at, piece in enumerate([*pieces, None]):
        if piece is None or piece.starts_word or not any(map(str.isalnum, piece.text)):
            if start is not None:
                yield start, at - 1
            start = None
        if piece is not None and piece.starts_word and not piece.is_special:
            start = at


def _to_card(experiment: Experiment) -> dict[str, object]:
    return {
        "kind": experiment.kind,
        "edits": edits_to_text(experiment.edits),
        "words": {text: list(span) for text, span in experiment.words.items()},
        "changed": experiment.changed,
    }


def _from_card(sent: dict[str, object]) -> Experiment:
    words = sent.get("words")
    spans = words if isinstance(words, dict) else {}
    return Experiment(
        kind=str(sent["kind"]),
        edits=text_to_edits(str(sent["edits"])),
        words={text: (span[0], span[1]) for text, span in spans.items()},
    )


def main() -> None:
    """Choose for the models that are named, or for all that are trained here."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("models", nargs="*")
    trained = [path.name for path in sorted(FOLDER.iterdir()) if path.is_dir()]
    for name in parser.parse_args().models or trained:
        model = load_folder(FOLDER / name)
        examples = LIBRARY.card(name).get("examples")
        texts = [str(text) for text in examples] if isinstance(examples, list) else []
        chosen = choose(model, texts)
        card = {**model.card, "experiments": [_to_card(one) for one in chosen]}
        save(dataclasses.replace(model, card=card), FOLDER / name)


if __name__ == "__main__":
    main()
