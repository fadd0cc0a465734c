"""What a family of checkpoints is, and what all of their loaders share."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from torch import Tensor

from transformer_viz.checkpoints.key_table import Rule, translate
from transformer_viz.checkpoints.making import make_model
from transformer_viz.checkpoints.weights import fill
from transformer_viz.errors import InputError
from transformer_viz.model.architectures import Model
from transformer_viz.model.config import TransformerConfig
from transformer_viz.text.tokenizer import TextTokenizer

Settings = Mapping[str, Any]  # their config.json


@dataclass(frozen=True)
class Family:
    """How to read the checkpoints of one family.

    Attributes:
        model_type: what their config.json calls it.
        configuration: from their config.json, and the names of their weights, to ours.
        key_table: what their weights are called and what becomes of them; it depends on which
            tables are tied.
        tokenizer_files: sets of files that make its tokenizer, the best first.
        tokenizer: from the content of one such set, by name, to the tokenizer.
    """

    model_type: str
    configuration: Callable[[Settings, Collection[str]], TransformerConfig]
    key_table: Callable[[TransformerConfig], Sequence[Rule]]
    tokenizer_files: tuple[tuple[str, ...], ...]
    tokenizer: Callable[[Mapping[str, bytes]], TextTokenizer]

    def build(self, settings: Settings, weights: Mapping[str, Tensor]) -> Model:
        """Our modules with their weights, ready to predict.

        Args:
            settings: their config.json.
            weights: every tensor of their safetensors file, as float32.

        Raises:
            InputError: the first setting, or the first weight, that does not fit.
        """
        config = self.configuration(settings, weights.keys())
        model = make_model(config)
        fill(model, translate(weights, self.key_table(config)))
        return model.eval().requires_grad_(False)


def setting(settings: Settings, name: str) -> Any:
    """A setting that the family's config.json must have.

    Raises:
        InputError: it has not.
    """
    if name not in settings:
        raise InputError("errors.setting_missing", name=name)
    return settings[name]


def whole(settings: Settings, name: str) -> int:
    """A setting that is counted with: a whole number, 1 or more.

    Raises:
        InputError: it is missing, or something else.
    """
    value = setting(settings, name)
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise InputError("errors.whole_number", name=name, value=value, least=1)
    return value


def only(settings: Settings, name: str, default: object, supported: object) -> None:
    """Refuse a checkpoint in which a setting that our modules do not know is switched on.

    Args:
        default: what an absent setting means in that family.
        supported: the one value that our modules do.

    Raises:
        InputError: it has another value.
    """
    value = settings.get(name, default)
    if value != supported:
        raise InputError(
            "errors.setting_unsupported",
            name=name,
            value=json.dumps(value),
            supported=json.dumps(supported),
        )


def activation(settings: Settings, name: str, names: Mapping[str, str]) -> Any:
    """Our name of their activation.

    Args:
        names: their names of the activations that our modules have, and ours.

    Raises:
        InputError: ours do not have it.
    """
    value = str(setting(settings, name))
    if value not in names:
        raise InputError("errors.choice", name=name, value=value, options=", ".join(names))
    return names[value]
