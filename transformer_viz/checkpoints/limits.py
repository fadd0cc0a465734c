"""How large a model may be, checked before anything of its size is made."""

from __future__ import annotations

from dataclasses import dataclass

from transformer_viz.errors import InputError
from transformer_viz.model.config import TransformerConfig
from transformer_viz.model.costs import costs


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Least and most of each size; sizes that are not here are held by ``parameters``."""

    d_model: tuple[int, int]
    n_heads: tuple[int, int]
    layers: tuple[int, int]
    max_len: tuple[int, int]
    parameters: tuple[int, int]


ONES_OWN = Limits(
    d_model=(8, 512),
    n_heads=(1, 16),
    layers=(1, 12),
    max_len=(1, 2_048),
    parameters=(1, 30_000_000),
)
FROM_THE_HUB = Limits(
    d_model=(8, 1_024),
    n_heads=(1, 16),
    layers=(1, 24),
    max_len=(1, 2_048),
    parameters=(1, 130_000_000),
)


def check_size(config: TransformerConfig, limits: Limits) -> None:
    """Refuse a model that is too small or too large to be shown.

    Raises:
        InputError: it names the first size that is, and what is possible.
    """
    sizes = {
        "d_model": (config.d_model, limits.d_model),
        "n_heads": (config.n_heads, limits.n_heads),
        "n_encoder_layers": (config.n_encoder_layers, limits.layers),
        "n_decoder_layers": (config.n_decoder_layers, limits.layers),
        "max_len": (config.max_len, limits.max_len),
    }
    absent = {f"n_{tower}_layers" for tower in ("encoder", "decoder")}
    absent -= {f"n_{tower}_layers" for tower in config.towers}
    for name, (value, (least, most)) in sizes.items():
        if name not in absent and not least <= value <= most:
            raise InputError("errors.size", name=name, value=value, least=least, most=most)
    count, most = count_parameters(config), limits.parameters[1]
    if count > most:
        raise InputError("errors.parameters", count=f"{count:,}", limit=f"{most:,}")


def count_parameters(config: TransformerConfig) -> int:
    """The weights that a model of this configuration has; none of them is made.

    >>> count_parameters(TransformerConfig(
    ...     architecture="decoder-only", source_vocab_size=0, n_encoder_layers=0,
    ...     target_vocab_size=10, d_model=8, n_heads=2, n_decoder_layers=1, d_ff=16,
    ... ))
    760
    """
    return sum(cost.parameters for cost in costs(config, 1, 1).values())
