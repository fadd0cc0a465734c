"""What is asked for, and what comes of it: the two values that everything else reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import torch
from torch import Tensor

from transformer_viz.capture.edits import Edit
from transformer_viz.capture.trace import Changes, Trace
from transformer_viz.checkpoints.store import LoadedModel
from transformer_viz.errors import InputError
from transformer_viz.model.beam import BeamNode
from transformer_viz.model.methods import GREEDY, Method
from transformer_viz.text.cleanup import CleanText
from transformer_viz.text.tokenizer import Token


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

    An encoder alone has no target positions: its output is the source with its blanks filled. A
    decoder alone has no source positions: prompt and continuation are one text, and the output is
    the continuation.

    Attributes:
        source: the source as the model read it, with notes on what was changed for it.
        target: the target; without notes where the model wrote it.
        source_pieces: one per encoder position; the end token is the last.
        target_pieces: one per decoder position; the start token is the first.
        given: decoder positions that were there before the model wrote: the start, and a prompt.
        next_pieces: what each decoder position is followed by: ``target_pieces`` moved by one, and
            last of all the token that ended the sentence, or the best guess where it was cut. For
            an encoder alone, the best guess at each position; none if it predicts no words, and
            then the trace has no logits and no probabilities.
        written: True where the model wrote the target itself.
        trace: every tensor of the pass over source and target.
        edits: the changes that were asked for.
        unfit: those that could not be made, each with the reason.
        changes: what the others do, by the path of each tensor: what a further pass must do too.
        nodes, winner: the tree of a beam search, as in ``BeamResult``; empty and None otherwise.
    """

    model: LoadedModel
    source: CleanText
    target: CleanText
    source_pieces: tuple[Token, ...]
    target_pieces: tuple[Token, ...]
    next_pieces: tuple[Token, ...]
    given: int
    written: bool
    trace: Trace
    edits: tuple[Edit, ...] = ()
    unfit: tuple[tuple[Edit, InputError], ...] = ()
    changes: Changes = field(default_factory=dict)
    nodes: tuple[BeamNode, ...] = ()
    winner: int | None = None

    @property
    def output(self) -> str:
        """The target as text."""
        return self.target.text

    @property
    def inputs(self) -> tuple[Tensor, ...]:
        """The token ids of the pass: of the source, of the target, or of both."""
        return tuple(
            ids_of(pieces) for pieces in (self.source_pieces, self.target_pieces) if pieces
        )

    @property
    def source_tokens(self) -> list[str]:
        """The characters of each source piece, special tokens included."""
        return [piece.text for piece in self.source_pieces]

    @property
    def target_tokens(self) -> list[str]:
        """The characters of each decoder position, start token included."""
        return [piece.text for piece in self.target_pieces]


def ids_of(pieces: Sequence[Token]) -> Tensor:
    """The token ids of one text: (batch, pos), and the batch is 1."""
    return torch.tensor([[piece.id for piece in pieces]])
