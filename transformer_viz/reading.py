"""Typed text as a model reads it: cleaned, cut into pieces, with a note on everything changed."""

from __future__ import annotations

from collections.abc import Sequence

from transformer_viz.capture.edits import Edit
from transformer_viz.capture.input_edits import PadSource
from transformer_viz.checkpoints.store import LoadedModel
from transformer_viz.errors import InputError
from transformer_viz.model.decoder_only import DecoderOnly
from transformer_viz.model.encoder_only import EncoderOnly
from transformer_viz.text.blanks import mark_blanks, without_blanks
from transformer_viz.text.cleanup import CleanText, Note, clean
from transformer_viz.text.digits import prepare_digits
from transformer_viz.text.english import lower_inside, nearest_word, prepare, unknown_words
from transformer_viz.text.numbers import prepare_numbers
from transformer_viz.text.tokenizer import END, PAD, START, Token, special

MAX_TOKENS = 128


def read_source(model: LoadedModel, typed: str) -> CleanText:
    """What this model reads when ``typed`` is typed.

    Raises:
        InputError: nothing is left to read, it is too long, or this model reads only digits.
    """
    cleaned = clean(typed)
    language, lengths = model.card.get("source_language"), model.card.get("lengths")
    if language == "digits" and isinstance(lengths, list):
        return prepare_digits(cleaned, *lengths)
    if language == "ids":
        return prepare_numbers(cleaned, model.tokenizer.vocab_size)
    read = lower_inside(prepare(cleaned), model.known_words) if language == "en" else cleaned
    if model.tokenizer.blank_id is not None:
        read = mark_blanks(read)
    return _note_strange_words(model, read) if language == "en" else read


def _note_strange_words(model: LoadedModel, read: CleanText) -> CleanText:
    notes = [*read.notes]
    for word in unknown_words(without_blanks(read.text), model.known_words):
        near = nearest_word(word, model.known_words)
        if near is not None:
            notes.append(Note("notes.misspelt", (("word", word), ("near", near))))
        else:
            notes.append(Note("notes.unknown_word", (("word", word),)))
    return CleanText(read.text, tuple(notes))


def pieces_of(model: LoadedModel, text: str, room_for: int = 1) -> tuple[Token, ...]:
    """The pieces of a text.

    Args:
        room_for: how many other pieces share its positions: the start or end token, a prompt.

    Raises:
        InputError: too many of them.
    """
    pieces = tuple(model.tokenizer.tokens(text))
    tokens, limit = len(pieces) + room_for, min(MAX_TOKENS, model.config.max_len)
    if tokens > limit:
        raise InputError("errors.too_many_tokens", tokens=tokens, limit=limit)
    return pieces


def given_pieces(
    model: LoadedModel, text: str, edits: Sequence[Edit]
) -> tuple[tuple[Token, ...], tuple[Token, ...]]:
    """What stands before anything is written: on the encoder's positions, on the decoder's."""
    pieces = pieces_of(model, text)
    if isinstance(model.transformer, DecoderOnly):
        return (), (special(START), *pieces)
    padding = sum(edit.count for edit in edits if isinstance(edit, PadSource))
    source = (*pieces, special(END, len(text)), *[special(PAD, len(text))] * padding)
    return source, () if isinstance(model.transformer, EncoderOnly) else (special(START),)


def note_unknown(read: CleanText, pieces: Sequence[Token]) -> CleanText:
    """Tell which characters the vocabulary does not have."""
    unknown = " ".join(dict.fromkeys(piece.text for piece in pieces if piece.is_unknown))
    if not unknown:
        return read
    note = Note("notes.unknown_characters", (("characters", unknown),))
    return CleanText(read.text, (*read.notes, note))
