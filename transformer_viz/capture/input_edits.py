"""Edits of what goes in: padding, words that are written instead, tensors of another sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from torch import Tensor, nn

from transformer_viz.capture.edits import Change, Donor, anywhere, as_slice, never, told
from transformer_viz.capture.trace import Trace
from transformer_viz.errors import InputError
from transformer_viz.model.config import TransformerConfig
from transformer_viz.model.hooks import first_position, hook_paths

MAX_PADDING = 16


def reads_padding(config: TransformerConfig) -> bool:
    """Whether there is an encoder, and a token that fills up what it reads."""
    return "encoder" in config.towers and config.source_pad_id >= 0


@dataclass(frozen=True)
class PadSource:
    """Fill the source up with padding, as in a batch with longer sentences.

    Args:
        count: tokens, 1 to 16.

    Raises:
        InputError: the count is outside of its range.
    """

    told_as: ClassVar[str] = "edits.pad_source"

    count: int

    __str__ = told
    fits = anywhere
    reaches_back = never

    def __post_init__(self) -> None:
        if not 1 <= self.count <= MAX_PADDING:
            raise InputError("errors.padding", value=self.count, limit=MAX_PADDING)

    def changes(self, model: nn.Module, donor: Donor) -> dict[str, Change]:
        config = model.config
        if not isinstance(config, TransformerConfig) or not reads_padding(config):
            raise InputError("errors.no_padding")
        return {}  # ``run`` adds the tokens: no tensor is touched


@dataclass(frozen=True)
class ForceWord:
    """Write another word at one step; the model goes on from there.

    Args:
        step: counted from 0, the first word that is written.
        token_id: of the target's vocabulary.
    """

    told_as: ClassVar[str] = "edits.force_word"

    step: int
    token_id: int

    __str__ = told
    reaches_back = never

    def __post_init__(self) -> None:
        for name, value in (("step", self.step), ("token_id", self.token_id)):
            if value < 0:
                raise InputError("errors.whole_number", name=name, value=value, least=0)

    def changes(self, model: nn.Module, donor: Donor) -> dict[str, Change]:
        vocab = model.get_parameter("w_vocab.weight").shape[0]
        if self.token_id >= vocab:
            raise InputError("errors.token_id", value=self.token_id, vocab=vocab)
        return {}  # decoding writes it: no tensor is touched

    def fits(self, trace: Trace) -> bool:
        return self.step < trace["logits"].shape[1]


@dataclass(frozen=True)
class Patch:
    """Take a tensor from another sentence (activation patching).

    The other sentence is read by the same model, unedited; where a target is needed, it is the one
    that the model writes for that sentence.

    Args:
        path: of the tensor, such as ``"encoder.layers.1.feed_forward_norm.output"``.
        source: the other sentence.
        position: of the tokens, counted from 0 in both sentences; None for all that both have.
        head: which head, for tensors that have heads; None for all.

    Source:
        Meng et al. 2022, "Locating and Editing Factual Associations in GPT", section 2.
    """

    told_as: ClassVar[str] = "edits.patch"

    path: str
    source: str
    position: int | None = None
    head: int | None = None

    __str__ = told
    reaches_back = never

    def changes(self, model: nn.Module, donor: Donor) -> dict[str, Change]:
        if self.path not in hook_paths(model):
            options = ", ".join(hook_paths(model))
            raise InputError("errors.site", site=self.path, options=options)
        theirs = donor(self.source)[self.path]
        if self.head is not None and not (theirs.dim() == 4 and 0 <= self.head < theirs.shape[1]):
            n_heads = theirs.shape[1] if theirs.dim() == 4 else 0
            raise InputError("errors.head", head=self.head, n_heads=n_heads)
        if self.position is not None and not 0 <= self.position < theirs.shape[-2]:
            raise InputError(
                "errors.patch_position", position=self.position, length=theirs.shape[-2]
            )
        return {self.path: lambda ours: self._change(ours, theirs)}

    def fits(self, trace: Trace) -> bool:
        return self.position is None or self.position < trace[self.path].shape[-2]

    def _change(self, ours: Tensor, theirs: Tensor) -> Tensor:
        first = first_position.get()  # with a cache, ours are the newest positions only
        theirs = theirs[..., first:, :]
        rows = min(ours.shape[-2], theirs.shape[-2])
        at = slice(rows) if self.position is None else as_slice(self.position, first)
        # Rows are positions; the columns of scores and weights are positions too.
        columns = slice(min(ours.shape[-1], theirs.shape[-1]))
        place = (..., at, columns) if self.head is None else (slice(None), self.head, at, columns)
        ours = ours.clone()
        if at.start is None or at.start < rows:
            ours[place] = theirs[place]
        return ours
