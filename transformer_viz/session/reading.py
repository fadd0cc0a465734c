"""Typed text as a model reads it: cleaned, cut into pieces, with a note on everything changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from transformer_viz.capture.edits import Edit
from transformer_viz.capture.input_edits import PadSource
from transformer_viz.checkpoints.store import LoadedModel
from transformer_viz.errors import InputError
from transformer_viz.model.decoder_only import DecoderOnly
from transformer_viz.model.encoder_only import EncoderOnly
from transformer_viz.text.blanks import mark_blanks, without_blanks
from transformer_viz.text.byte_level import ByteLevelTokenizer
from transformer_viz.text.characters import CharacterTokenizer
from transformer_viz.text.cleanup import CleanText, Note, clean
from transformer_viz.text.digits import prepare_digits
from transformer_viz.text.english import nearest_word, prepare, unknown_words, usual_capitals
from transformer_viz.text.numbers import NumberTokenizer, example_ids, prepare_numbers
from transformer_viz.text.tokenizer import TextTokenizer, Token
from transformer_viz.text.wordpiece import WordPieceTokenizer

MAX_TOKENS = 128


def read_source(model: LoadedModel, typed: str) -> CleanText:
    """What this model reads when ``typed`` is typed.

    Raises:
        InputError: nothing is left to read, it is too long, or this model reads only digits.
    """
    cleaned = clean(typed)
    if isinstance(model.tokenizer, NumberTokenizer):
        return prepare_numbers(cleaned, model.tokenizer.vocab_size)
    language, lengths = model.card.get("source_language"), model.card.get("lengths")
    if language == "digits" and isinstance(lengths, list):
        return prepare_digits(cleaned, *lengths)
    read = usual_capitals(prepare(cleaned), model.known_words) if language == "en" else cleaned
    if fills_blanks(model):
        read = mark_blanks(read)
    return _note_strange_words(model, read) if language == "en" else read


def readable_examples(model: LoadedModel) -> list[str]:
    """What to type for a model that cannot read just any sentence; empty if it can."""
    tokenizer = model.tokenizer
    if isinstance(tokenizer, NumberTokenizer):
        return example_ids(tokenizer.vocab_size)
    if isinstance(tokenizer, CharacterTokenizer):
        characters = [tokenizer.token(i).text for i in range(tokenizer.vocab_size)]
        return ["".join(text for text in characters if len(text) == 1)[:8]]
    return []


def _note_strange_words(model: LoadedModel, read: CleanText) -> CleanText:
    notes = [*read.notes]
    for word in unknown_words(without_blanks(read.text), model.known_words):
        near = nearest_word(word, model.known_words)
        if near is not None:
            notes.append(Note("notes.misspelt", (("word", word), ("near", near))))
        else:
            notes.append(Note("notes.unknown_word", (("word", word),)))
    return CleanText(read.text, tuple(notes))


def fills_blanks(model: LoadedModel) -> bool:
    """Whether a typed blank is a word that the model guesses; elsewhere it is plain text."""
    knows_blanks = model.tokenizer.blank_id is not None and model.predicts_words
    return knows_blanks and isinstance(model.transformer, EncoderOnly)


def source_pieces(model: LoadedModel, text: str, padding: int = 0) -> tuple[Token, ...]:
    """What an encoder reads: the text between its start and end tokens, and padding after them.

    Raises:
        InputError: too many pieces.
    """
    tokenizer, specials = model.tokenizer, model.tokenizer.specials
    if isinstance(tokenizer, WordPieceTokenizer):
        pieces = tokenizer.tokens(text, blanks=fills_blanks(model))
    else:
        pieces = tokenizer.tokens(text)
    read = (
        *special_at(tokenizer, specials.source_start, 0),
        *pieces,
        *special_at(tokenizer, specials.end, len(text)),
    )
    _check_length(model, len(read))
    pad = model.config.source_pad_id  # the one that its mask hides
    return (*read, *special_at(tokenizer, pad, len(text)) * padding) if padding else read


def target_start(model: LoadedModel) -> tuple[Token, ...]:
    """What a decoder reads before anything is written: nothing, for GPT-2.

    Raises:
        InputError: a decoder that translates has no token to start from.
    """
    tokenizer, specials = model.target_tokenizer, model.target_tokenizer.specials
    if isinstance(model.transformer, DecoderOnly):
        return special_at(tokenizer, specials.start, 0)
    found = special_at(tokenizer, specials.end if specials.start is None else specials.start, 0)
    if not found:
        raise InputError("errors.no_start")
    return found


def target_pieces(model: LoadedModel, text: str, prompt: Sequence[Token]) -> tuple[Token, ...]:
    """The pieces of a text that a decoder follows, after what it was given.

    Raises:
        InputError: too many of them, together with the prompt.
    """
    tokenizer = model.target_tokenizer
    # Of bytes, the blank before a word is a part of it; all other tokenizers put one there.
    goes_on = isinstance(tokenizer, ByteLevelTokenizer) and len(prompt) > 0
    tokens = tokenizer.tokens(f" {text}" if goes_on else text)
    _check_length(model, len(tokens) + len(prompt))
    return tuple(tokens)


def never_written(model: LoadedModel) -> tuple[int, ...]:
    """Token ids that stand before a target but never in it: a start that is padding, too."""
    specials = model.target_tokenizer.specials
    if specials.start is None or specials.start != specials.pad:
        return ()
    return (specials.start,)


def special_at(tokenizer: TextTokenizer, token_id: int | None, at: int) -> tuple[Token, ...]:
    """A token that no typed text produces, before the character ``at``; none if there is none."""
    return () if token_id is None else (replace(tokenizer.token(token_id), span=(at, at)),)


def given_pieces(
    model: LoadedModel, text: str, edits: Sequence[Edit]
) -> tuple[tuple[Token, ...], tuple[Token, ...]]:
    """What stands before anything is written: on the encoder's positions, on the decoder's."""
    if isinstance(model.transformer, DecoderOnly):
        start = target_start(model)
        prompt = (*start, *model.tokenizer.tokens(text))
        _check_length(model, len(prompt))
        return (), prompt
    padding = sum(edit.count for edit in edits if isinstance(edit, PadSource))
    source = source_pieces(model, text, padding)
    return source, () if isinstance(model.transformer, EncoderOnly) else target_start(model)


def _check_length(model: LoadedModel, tokens: int) -> None:
    limit = min(MAX_TOKENS, model.config.max_len)
    if tokens > limit:
        raise InputError("errors.too_many_tokens", tokens=tokens, limit=limit)


def note_unknown(read: CleanText, pieces: Sequence[Token]) -> CleanText:
    """Tell which characters the vocabulary does not have."""
    unknown = " ".join(dict.fromkeys(piece.text for piece in pieces if piece.is_unknown))
    if not unknown:
        return read
    note = Note("notes.unknown_characters", (("characters", unknown),))
    return CleanText(read.text, (*read.notes, note))
