"""What a model can learn: to translate, to fill in blanks, to go on."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.nn import functional as F

from transformer_viz.model.decoder_only import DecoderOnly
from transformer_viz.model.encoder_only import EncoderOnly
from transformer_viz.model.masks import padding_mask
from transformer_viz.model.transformer import Transformer
from transformer_viz.text.tokenizer import END, PAD, UNKNOWN
from transformer_viz.training.data import Batch, Example, batches, text_batches
from transformer_viz.training.loop import Recipe, Task

HIDDEN_SHARE = 0.15  # of the pieces of a text, at least one (Devlin et al. 2019, section 3.1)
BLANKED, REPLACED = 0.8, 0.1  # of the hidden ones; the others stay as they are


@dataclass(frozen=True)
class Blanked:
    """Texts with hidden pieces; ``hidden`` is ``PAD`` wherever nothing is to be guessed."""

    token_ids: Int[Tensor, "batch pos"]
    hidden: Int[Tensor, "batch pos"]


def translation(model: Transformer, examples: Sequence[Example], recipe: Recipe) -> Task[Batch]:
    """Predict the next target piece from the source and the target so far."""

    def loss(batch: Batch) -> Tensor:
        logits = model(batch.source, batch.target[:, :-1])
        return mean_loss(logits, batch.target[:, 1:], recipe.label_smoothing)

    return Task(lambda rng: batches(examples, recipe.batch_pieces, rng), loss)


def continuation(
    model: DecoderOnly, texts: Sequence[Sequence[int]], recipe: Recipe
) -> Task[Tensor]:
    """Predict the next piece of a text, which has a start and an end token."""

    def loss(token_ids: Tensor) -> Tensor:
        logits = model(token_ids[:, :-1])
        return mean_loss(logits, token_ids[:, 1:], recipe.label_smoothing)

    return Task(lambda rng: text_batches(texts, recipe.batch_pieces, rng), loss)


def filling_in(
    model: EncoderOnly, texts: Sequence[Sequence[int]], blank_id: int, recipe: Recipe
) -> Task[Blanked]:
    """Guess pieces that were hidden, from both sides; other pieces are hidden in every epoch."""

    def epoch(rng: random.Random) -> Iterator[Blanked]:
        generator = torch.Generator().manual_seed(rng.getrandbits(32))
        for token_ids in text_batches(texts, recipe.batch_pieces, rng):
            yield hide(token_ids, blank_id, model.config.vocab_size, generator)

    def loss(batch: Blanked) -> Tensor:
        x = model.encoder(batch.token_ids, padding_mask(batch.token_ids, PAD))
        wanted = batch.hidden != PAD  # the only logits that are needed: half of the work saved
        logits = model.w_vocab(x[wanted])
        return F.cross_entropy(logits, batch.hidden[wanted], label_smoothing=recipe.label_smoothing)

    return Task(epoch, loss)


def hide(
    token_ids: Int[Tensor, "batch pos"], blank_id: int, vocab_size: int, dice: torch.Generator
) -> Blanked:
    """Hide about ``HIDDEN_SHARE`` of the pieces of each text, and at least one.

    Most of them become blanks; some become any piece and some stay, so that the model cannot trust
    that a word it sees is the right one.
    """
    chance = torch.rand(token_ids.shape, generator=dice)
    chance = chance.masked_fill((token_ids == PAD) | (token_ids == END), 1.0)
    hidden = (chance < HIDDEN_SHARE) | (chance == chance.amin(dim=1, keepdim=True))
    what = torch.rand(token_ids.shape, generator=dice)
    anything = torch.randint(UNKNOWN + 1, vocab_size, token_ids.shape, generator=dice)
    shown = torch.where(hidden & (what < BLANKED + REPLACED), anything, token_ids)
    shown = torch.where(hidden & (what < BLANKED), blank_id, shown)
    return Blanked(shown, torch.where(hidden, token_ids, PAD))


def mean_loss(
    logits: Float[Tensor, "batch pos vocab"],
    expected: Int[Tensor, "batch pos"],
    label_smoothing: float = 0.0,
) -> Tensor:
    """Mean cross-entropy in nats per piece; where ``expected`` is padding, nothing is counted."""
    return F.cross_entropy(
        logits.flatten(0, 1),
        expected.flatten(),
        ignore_index=PAD,
        label_smoothing=label_smoothing,
    )
