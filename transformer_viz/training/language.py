"""The two English language models: one fills in blanks, one goes on writing."""

from __future__ import annotations

import dataclasses
import random
import string
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import torch

from transformer_viz.checkpoints.catalog import FOLDER as CATALOGUE
from transformer_viz.checkpoints.store import Card, LoadedModel, load_folder, save
from transformer_viz.model.architectures import Model
from transformer_viz.model.config import TransformerConfig
from transformer_viz.model.decoder_only import DecoderOnly
from transformer_viz.model.encoder_only import EncoderOnly
from transformer_viz.text.tokenizer import END, START, Tokenizer, train_tokenizer
from transformer_viz.training.entropy import measured_sentence
from transformer_viz.training.evaluate import unseen_pairs
from transformer_viz.training.evaluate_language import (
    causal_quality,
    masked_quality,
    random_gaps,
    seen_often_quality,
)
from transformer_viz.training.grammar import invented_name_pair, sentence_pair, variant
from transformer_viz.training.known_words import known_words
from transformer_viz.training.loop import Recipe, train
from transformer_viz.training.tasks import continuation, filling_in

MASKED, CAUSAL = CATALOGUE / "en-masked", CATALOGUE / "en-causal"
N_TEXTS = 120_000
MASKED_VOCABULARY = 3_000  # a blank is one piece: the more of them are whole words, the better
CAUSAL_VOCABULARY = 2_000
REQUIRED_CHARACTERS = string.ascii_letters + string.digits + ".,!?'-"
NAMED, SLOPPY = 0.12, 0.08  # shares of texts; all others are clean sentences of the grammar
N_MEASURED = 300  # sentences whose probability is taken apart; 0.2 s each
REAL_NAMES = 0.25  # of the invented ones
MASKED_RECIPE = Recipe(seed=11, steps=5_000, restart=5_000, label_smoothing=0.0)
CAUSAL_RECIPE = Recipe(seed=11, steps=5_000, restart=5_000, label_smoothing=0.0)

EXAMPLES = {
    "masked-language-model": [
        "The black ___ sleeps on the chair.",
        "My mother ___ coffee.",
        "She is very ___.",
        "___ do you live?",
    ],
    "causal-language-model": ["The black cat", "My sister wants to", "Do you", "Yesterday"],
}


def masked_configuration(vocab_size: int) -> TransformerConfig:
    """An encoder alone, in the paper's post-norm form."""
    return TransformerConfig(
        architecture="encoder-only",
        source_vocab_size=vocab_size,
        target_vocab_size=0,
        d_model=128,
        n_heads=4,
        n_encoder_layers=2,
        n_decoder_layers=0,
        d_ff=512,
        tied="all",
    )


def causal_configuration(vocab_size: int) -> TransformerConfig:
    """A decoder alone, pre-norm as GPT-2 and most language models since."""
    return TransformerConfig(
        architecture="decoder-only",
        source_vocab_size=0,
        target_vocab_size=vocab_size,
        d_model=128,
        n_heads=4,
        n_encoder_layers=0,
        n_decoder_layers=2,
        d_ff=512,
        norm="pre",
        tied="target",
    )


def english_texts(n: int, seed: int) -> list[str]:
    """``n`` English sentences, a few with invented names or sloppily typed."""
    rng = random.Random(seed)
    return [_english_text(rng) for _ in range(n)]


def _english_text(rng: random.Random) -> str:
    chance = rng.random()
    if chance < NAMED:
        return invented_name_pair(rng, REAL_NAMES).english.text
    pair = sentence_pair(rng)
    if chance < NAMED + SLOPPY:
        pair = variant(pair, rng.choice(("lower", "no_stop", "lower_no_stop")))
    return pair.english.text


def train_masked(steps: int, work: Path, out: Path) -> None:
    """Make the data, the vocabulary and the model that fills in blanks."""
    recipe = dataclasses.replace(MASKED_RECIPE, steps=steps)
    texts = english_texts(N_TEXTS, recipe.seed)
    tokenizer = _tokenizer_of(texts, MASKED_VOCABULARY, blanks=True)
    blank_id = tokenizer.blank_id
    assert blank_id is not None
    torch.manual_seed(recipe.seed)
    model = EncoderOnly(masked_configuration(tokenizer.vocab_size))
    rows = [[*tokenizer.ids(text), END] for text in texts]
    train(model, filling_in(model, rows, blank_id, recipe), recipe, work)
    card = _card("English, fill in the blank", "masked-language-model", recipe, model)
    save(LoadedModel("en-masked", model, tokenizer, known_words(texts), card), out)


def train_causal(steps: int, work: Path, out: Path) -> None:
    """Make the data, the vocabulary and the model that goes on writing."""
    recipe = dataclasses.replace(CAUSAL_RECIPE, steps=steps)
    texts = english_texts(N_TEXTS, recipe.seed)
    tokenizer = _tokenizer_of(texts, CAUSAL_VOCABULARY, blanks=False)
    torch.manual_seed(recipe.seed)
    model = DecoderOnly(causal_configuration(tokenizer.vocab_size))
    rows = [[START, *tokenizer.ids(text), END] for text in texts]
    train(model, continuation(model, rows, recipe), recipe, work)
    card = _card("English, continue a sentence", "causal-language-model", recipe, model)
    save(LoadedModel("en-causal", model, tokenizer, known_words(texts), card), out)


def evaluate_masked(folder: Path) -> dict[str, object]:
    """The figures of the card, on clean sentences that are not among the training texts."""
    model = load_folder(folder)
    training = english_texts(N_TEXTS, MASKED_RECIPE.seed)
    blank_id = model.tokenizer.blank_id
    assert blank_id is not None
    gaps = random_gaps(model, _unseen(2_000, training), seed=1_000_003)
    rng = random.Random(1_000_005)
    drawn = [sentence_pair(rng).english.text for _ in range(4_000)]
    return {
        **masked_quality(model, gaps, blank_id, training),
        **seen_often_quality(model, random_gaps(model, drawn, 1_000_006), blank_id, training),
    }


def evaluate_causal(folder: Path) -> dict[str, object]:
    """The figures of the card, on clean sentences; the grammar's own nats on the same ones."""
    model = load_folder(folder)
    measured = [measured_sentence(1_000_000 + i) for i in range(N_MEASURED)]
    return causal_quality(
        model, measured, _unseen(2_000, english_texts(N_TEXTS, CAUSAL_RECIPE.seed))
    )


def _unseen(n: int, training: Sequence[str]) -> list[str]:
    pairs = unseen_pairs(sentence_pair, n, 1_000_004, set(training))
    return [pair.english.text for pair in pairs]


def _tokenizer_of(texts: Sequence[str], vocabulary: int, *, blanks: bool) -> Tokenizer:
    return train_tokenizer(texts[:100_000], vocabulary, REQUIRED_CHARACTERS, blanks=blanks)


def _card(title: str, task: str, recipe: Recipe, model: Model) -> Card:
    return {
        "title": title,
        "task": task,
        "architecture": model.config.architecture,
        "source_language": "en",
        "target_language": "en",
        "examples": EXAMPLES[task],
        "trained": True,
        "license": "MIT",
        "source": "trained by this repository: make train",
        "data": f"{N_TEXTS:,} English sentences of transformer_viz.training.grammar",
        "parameters": sum(p.numel() for p in model.parameters()),
        "recipe": asdict(recipe),
    }
