"""The families of other people's checkpoints, and a model from the files of one."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from transformer_viz.checkpoints.bert import BERT, predicts_words
from transformer_viz.checkpoints.family import Family, Settings
from transformer_viz.checkpoints.gpt2 import GPT2
from transformer_viz.checkpoints.key_table import left_out
from transformer_viz.checkpoints.limits import FROM_THE_HUB, check_size, count_parameters
from transformer_viz.checkpoints.marian import MARIAN
from transformer_viz.checkpoints.store import Card, LoadedModel, check_vocabulary, parsing
from transformer_viz.checkpoints.weights import read_safetensors
from transformer_viz.errors import InputError
from transformer_viz.text.vocabulary import parsed

FAMILIES = {family.model_type: family for family in (MARIAN, BERT, GPT2)}
WEIGHTS = "model.safetensors"


def read_settings(name: str, content: bytes) -> tuple[Family, Settings]:
    """The family of a checkpoint, and its settings, by its config.json; its size is checked.

    Raises:
        InputError: there is none, it is of another family, or the model would be too large.
    """
    with parsing(Path(name, "config.json")):
        settings = parsed(content)
    model_type = str(settings.get("model_type"))
    if model_type not in FAMILIES:
        options = ", ".join(FAMILIES)
        raise InputError("errors.family", name=name, family=model_type[:40], options=options)
    family = FAMILIES[model_type]
    check_size(family.configuration(settings, ()), FROM_THE_HUB)
    return family, settings


def tokenizer_files(family: Family, names: Collection[str]) -> tuple[str, ...]:
    """Which of the files ``names`` make the tokenizer.

    Raises:
        InputError: none of them do; the message says what would.
    """
    for wanted in family.tokenizer_files:
        if set(wanted) <= set(names):
            return wanted
    raise InputError("errors.hub_lacks", files=", ".join(family.tokenizer_files[-1]))


def read_family(name: str, files: Mapping[str, bytes], card: Card) -> LoadedModel:
    """A model from the content of its files, by name: config.json, model.safetensors, tokenizer.

    Args:
        card: what is known about it; the reader adds its parameters, the weights that were left
            out and why, and whether it was trained to predict words.

    Raises:
        InputError: the first thing that does not fit.
    """
    family, settings = read_settings(name, files["config.json"])
    weights = read_safetensors(files[WEIGHTS])
    config = family.configuration(settings, weights.keys())
    chosen = tokenizer_files(family, files)
    with parsing(Path(name, chosen[0])):
        tokenizer = family.tokenizer({file: files[file] for file in chosen})
    check_vocabulary(config, tokenizer, chosen[0])
    transformer = family.build(settings, weights)
    read = {
        "parameters": count_parameters(config),
        "left_out": left_out(weights, family.key_table(config)),
        "predicts_words": family is not BERT or predicts_words(weights),
    }
    return LoadedModel(name, transformer, tokenizer, (), {**card, **read})
