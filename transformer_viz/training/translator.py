"""The English-French translator: its sizes, its recipe, its card."""

from __future__ import annotations

import dataclasses
import string
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import torch

from transformer_viz.checkpoints.catalog import FOLDER as CATALOGUE
from transformer_viz.checkpoints.store import LoadedModel, load_folder, save
from transformer_viz.model.config import TransformerConfig
from transformer_viz.model.transformer import Transformer
from transformer_viz.text.tokenizer import Tokenizer, train_tokenizer
from transformer_viz.training.data import to_example, training_pairs
from transformer_viz.training.evaluate import alignment_quality, exact_match, texts, unseen_pairs
from transformer_viz.training.grammar import (
    SENTENCES_PEOPLE_TRY,
    Pair,
    invented_name_pair,
    sentence_pair,
    variant,
)
from transformer_viz.training.known_words import known_words
from transformer_viz.training.loop import Recipe, train
from transformer_viz.training.tasks import translation

FOLDER = CATALOGUE / "en-fr"
N_PAIRS = 300_000
EXAMPLES = (  # each shows something
    "The black cat sleeps on the red chair.",  # adjectives that cross their nouns
    "She does not eat the apples.",  # a negation in two words
    "I see them every day.",  # a pronoun that moves before its verb
    "I like animals.",  # an elision
    "Zorblax likes tea.",  # an invented name that is copied
    "The animal did not cross the street because it was too tired.",  # what "it" stands for
)
VOCABULARY = 2_000
REQUIRED_CHARACTERS = string.ascii_letters + string.digits + "àâçéèêëîïôùûüÉÀÇÊœ.,!?'-"
RECIPE = Recipe(seed=7, steps=6_000, restart=4_500)


def configuration(vocab_size: int) -> TransformerConfig:
    """The paper's model, scaled down until it trains in an hour on one core."""
    return TransformerConfig(
        source_vocab_size=vocab_size,
        target_vocab_size=vocab_size,
        d_model=128,
        n_heads=4,
        n_encoder_layers=2,
        n_decoder_layers=2,
        d_ff=512,
        tied="all",
    )


def train_and_save(steps: int, work: Path, out: Path) -> None:
    """Make the data, the vocabulary and the model; ``out`` becomes a checkpoint folder."""
    recipe = dataclasses.replace(RECIPE, steps=steps)
    pairs = training_pairs(N_PAIRS, recipe.seed)
    tokenizer = _tokenizer_of(pairs)
    torch.manual_seed(recipe.seed)
    transformer = Transformer(configuration(tokenizer.vocab_size))
    examples = [to_example(tokenizer, p.english.text, p.french.text) for p in pairs]
    train(transformer, translation(transformer, examples, recipe), recipe, work)
    card = _card(recipe, transformer)
    save(
        LoadedModel(
            "en-fr", transformer, tokenizer, known_words(p.english.text for p in pairs), card
        ),
        out,
    )


def evaluate(folder: Path) -> dict[str, object]:
    """All figures of the card, measured on sentences that are not among the training pairs."""
    model = load_folder(folder)
    seen = {pair.english.text for pair in training_pairs(N_PAIRS, RECIPE.seed)}
    clean = unseen_pairs(sentence_pair, 2_000, 1_000_001, seen)
    named = unseen_pairs(invented_name_pair, 500, 1_000_002, seen)
    heads = alignment_quality(model, clean[:500])
    quality: dict[str, object] = {
        "exact_match": exact_match(model, texts(clean)),
        "exact_match_invented_name": exact_match(model, texts(named)),
        "exact_match_sentences_people_try": exact_match(model, SENTENCES_PEOPLE_TRY),
    }
    for kind in ("lower", "no_stop", "lower_no_stop", "two"):
        others = clean[500:1000]
        pairs = [variant(p, kind, other) for p, other in zip(clean[:500], others, strict=True)]
        quality[f"exact_match_{kind}"] = exact_match(model, texts(pairs))
    quality["alignment_heads"] = [
        {key: round(value, 4) for key, value in asdict(head).items()} for head in heads[:4]
    ]
    return quality


def _tokenizer_of(pairs: Sequence[Pair]) -> Tokenizer:
    texts = (text for p in pairs[:100_000] for text in (p.english.text, p.french.text))
    return train_tokenizer(texts, VOCABULARY, REQUIRED_CHARACTERS)


def _card(recipe: Recipe, transformer: Transformer) -> dict[str, object]:
    return {
        "title": "English to French",
        "task": "translation",
        "architecture": transformer.config.architecture,
        "source_language": "en",
        "target_language": "fr",
        "trained": True,
        "license": "MIT",
        "source": "trained by this repository: make train",
        "examples": list(EXAMPLES),
        "data": f"{N_PAIRS:,} pairs of transformer_viz.training.grammar, augmented",
        "parameters": sum(p.numel() for p in transformer.parameters()),
        "recipe": asdict(recipe),
    }
