"""A configuration of one's own, with random weights: its name says all of it.

    own:<architecture>~<field>=<value>~…

``own:encoder-decoder~d_model=128~seed=3`` is a model that anybody can make again from its name. In
the name stand the fields that differ from the small model that ``FIELDS`` describes, in that order;
whoever writes others, or in another order, means the same model.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from transformer_viz.checkpoints.limits import ONES_OWN, check_size
from transformer_viz.checkpoints.random_weights import random_card, random_model
from transformer_viz.checkpoints.store import Card, LoadedModel
from transformer_viz.errors import InputError
from transformer_viz.language import sentence
from transformer_viz.model.config import (
    CHOICES,
    SIZES_OF,
    TOWERS,
    TransformerConfig,
    check_heads,
)
from transformer_viz.text.numbers import example_ids

PREFIX = "own:"
SPECIAL = 4  # ids that stand for no number: padding, start, end, unknown


@dataclass(frozen=True, kw_only=True)
class Field:
    """One thing to choose: a whole number from ``least`` to ``most``, or one of ``options``."""

    name: str
    default: int | str | float
    least: int = 0
    most: int = 0
    options: tuple[str, ...] = ()


def _number(name: str, default: int, least: int, most: int) -> Field:
    return Field(name=name, default=default, least=least, most=most)


def _choice(name: str) -> Field:
    options = CHOICES[name]
    return Field(name=name, default=options[0], options=options)


# d_ff, widths of heads and vocabularies are bounded too: not for their weights, which count among
# the parameters, but for the tensors of a run, of which every number goes to the browser.
FIELDS = {
    field.name: field
    for field in (
        _number("d_model", 64, *ONES_OWN.d_model),
        _number("n_heads", 4, *ONES_OWN.n_heads),
        _number("d_k", 0, 0, 512),  # 0: d_model / n_heads
        _number("d_v", 0, 0, 512),
        _number("n_encoder_layers", 2, *ONES_OWN.layers),
        _number("n_decoder_layers", 2, *ONES_OWN.layers),
        _number("d_ff", 256, 1, 4_096),
        _number("source_vocab_size", 100, SPECIAL + 1, 10_000),
        _number("target_vocab_size", 100, SPECIAL + 1, 10_000),
        _choice("norm"),
        _choice("norm_kind"),
        _choice("positions"),
        _choice("activation"),
        _choice("tied"),
        Field(name="layer_norm_eps", default=1e-5, options=("1e-05", "1e-06", "1e-12")),
        _number("max_len", 128, 8, ONES_OWN.max_len[1]),
        _number("seed", 0, 0, 2**31 - 1),
    )
}
TOWER_OF = {size: tower for tower, sizes in SIZES_OF.items() for size in sizes}


@dataclass(frozen=True)
class OwnModel:
    """A configuration, and the seed of its random weights."""

    config: TransformerConfig
    seed: int = 0

    @property
    def name(self) -> str:
        """The one name that every spelling of this model leads to.

        >>> OwnModel(TransformerConfig(
        ...     source_vocab_size=100, target_vocab_size=100, d_model=8, n_heads=2, d_ff=256,
        ...     n_encoder_layers=2, n_decoder_layers=1,
        ... )).name
        'own:encoder-decoder~d_model=8~n_heads=2~n_decoder_layers=1'
        """
        values = self.values
        defaults = _defaults(self.config.architecture)
        parts = [f"{name}={value}" for name, value in values.items() if value != defaults[name]]
        return PREFIX + "~".join([self.config.architecture, *parts])

    @property
    def values(self) -> dict[str, int | str | float]:
        """What was chosen for every field that this architecture has."""
        chosen: dict[str, int | str | float] = {**self.config.as_dict(), "seed": self.seed}
        return {name: chosen[name] for name in _defaults(self.config.architecture)}


def read_own(name: str) -> OwnModel:
    """What a name that begins with ``own:`` stands for; it may be too large to be built.

    Raises:
        InputError: it stands for nothing; the message names the field, its value and what works.

    >>> read_own("own:decoder-only~d_model=32").config.n_decoder_layers
    2
    """
    architecture, *parts = name.removeprefix(PREFIX).split("~")
    if architecture not in TOWERS:
        shown, options = _short(architecture) or "“”", ", ".join(TOWERS)
        raise InputError("errors.choice", name="architecture", value=shown, options=options)
    fields = _defaults(architecture)
    given: dict[str, int | str | float] = {}
    for part in parts:
        field, _, value = part.partition("=")
        if field not in fields or field in given:
            raise InputError("errors.own_field", field=_short(field), options=", ".join(fields))
        given[field] = _read(FIELDS[field], value)
    sizes: dict[str, object] = {**fields, **given}
    seed = int(str(sizes.pop("seed")))
    for size, tower in TOWER_OF.items():
        if tower not in TOWERS[architecture]:
            sizes[size] = 0
    _check_heads(sizes)
    return OwnModel(TransformerConfig(architecture=architecture, **sizes), seed)  # pyright: ignore


def nearest_own(config: TransformerConfig, seed: int = 0) -> OwnModel:
    """``config`` with what can be chosen here; the rest as it is in every model of one's own."""
    chosen = {**config.as_dict(), "seed": seed}
    fields = _defaults(config.architecture)
    parts = [f"{name}={chosen[name]}" for name in fields if _has(FIELDS[name], chosen[name])]
    return read_own(PREFIX + "~".join([config.architecture, *parts]))


def check_own(own: OwnModel) -> None:
    """Refuse to build what is too small or too large to be shown; nothing of its size is made.

    Raises:
        InputError: it names the first size that is, and what is possible.
    """
    for name, value in own.values.items():
        field = FIELDS[name]
        if not field.options and not field.least <= int(value) <= field.most:
            raise InputError(
                "errors.size", name=name, value=value, least=field.least, most=field.most
            )
    check_size(own.config, ONES_OWN)


def own_card(own: OwnModel) -> Card:
    """What the card of such a model says, without making its weights."""
    config = own.config
    layers = (config.n_encoder_layers, config.n_decoder_layers)
    sizes = {
        "d_model": config.d_model,
        "heads": config.n_heads,
        "layers": "+".join(str(count) for count in layers if count),
    }
    title, examples = sentence("own.title", sizes), example_ids(min(config.vocab_sizes))
    return random_card(title, config, own.seed, examples)


def load_own(own: OwnModel) -> LoadedModel:
    """The model itself; its weights depend on its configuration and its seed alone.

    Raises:
        InputError: as ``check_own``.
    """
    check_own(own)
    return random_model(own.name, own.config, own.seed, own_card(own))


def _defaults(architecture: str) -> dict[str, int | str | float]:
    """Every field that this architecture has, with the value of the small model."""
    towers = TOWERS[architecture]
    return {
        name: field.default
        for name, field in FIELDS.items()
        if TOWER_OF.get(name, towers[0]) in towers
    }


def _read(field: Field, text: str) -> int | str | float:
    if field.options:
        if text not in field.options:
            options = ", ".join(field.options)
            shown = _short(text) or "“”"
            raise InputError("errors.choice", name=field.name, value=shown, options=options)
        return text if isinstance(field.default, str) else float(text)
    if not text:
        raise InputError("errors.own_empty", name=field.name, least=field.least, most=field.most)
    if not re.fullmatch(r"[0-9]{1,10}", text) or int(text) < min(field.least, 1):
        raise InputError(
            "errors.whole_number_between",
            name=field.name,
            value=_short(text),
            least=field.least,
            most=field.most,
        )
    return int(text)


def _has(field: Field, value: object) -> bool:
    return not field.options or str(value) in field.options


def _check_heads(sizes: dict[str, object]) -> None:
    """As the configuration does, but what is suggested can also be built."""
    d_model, n_heads, d_k, d_v = (
        int(str(sizes[name])) for name in ("d_model", "n_heads", "d_k", "d_v")
    )
    try:
        check_heads(d_model, n_heads, d_k, d_v, possible=ONES_OWN.d_model)
    except InputError:
        for name, value in (("n_heads", n_heads), ("d_model", d_model)):
            least, most = getattr(ONES_OWN, name)
            if value > most:  # what is suggested for the other one would not help
                raise InputError(
                    "errors.size", name=name, value=value, least=least, most=most
                ) from None
        raise


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}…"
