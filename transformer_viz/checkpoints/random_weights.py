"""Models with random weights: they know nothing, but every shape, mask and number is real."""

from __future__ import annotations

from collections.abc import Sequence

from transformer_viz.checkpoints.limits import count_parameters
from transformer_viz.checkpoints.making import make_model
from transformer_viz.checkpoints.store import Card, LoadedModel
from transformer_viz.model.config import TransformerConfig
from transformer_viz.text.numbers import NumberTokenizer


def random_card(title: str, config: TransformerConfig, seed: int, examples: Sequence[str]) -> Card:
    """What the card of such a model says, without making its weights."""
    return {
        "title": title,
        "task": "shapes",
        "architecture": config.architecture,
        "source_language": "ids",
        "target_language": "ids",
        "examples": list(examples),
        "trained": False,
        "license": None,  # numbers from a random generator belong to nobody
        "source": f"random weights from seed {seed}",
        "parameters": count_parameters(config),
    }


def random_model(name: str, config: TransformerConfig, seed: int, card: Card) -> LoadedModel:
    """The model, which reads token ids; its weights depend on ``config`` and ``seed`` alone."""
    transformer = make_model(config, seed)
    return LoadedModel(
        name=name,
        transformer=transformer.eval().requires_grad_(False),
        tokenizer=NumberTokenizer(str(min(config.vocab_sizes)).encode()),
        known_words=(),
        card=card,
    )
