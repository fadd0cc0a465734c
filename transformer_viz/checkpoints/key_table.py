"""Somebody else's checkpoint under our names: a table of their keys, ours, and how to reshape.

A template such as ``h.{i}.ln_1.{part}`` stands for every layer i and for both parts, weight and
bias. Every weight they have needs a rule, and every weight of ours gets filled: ``translate`` sees
to the first, ``store.fill`` to the second.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from transformer_viz.errors import InputError

_BLANKS = {"{i}": r"(?P<i>\d+)", "{part}": "(?P<part>weight|bias)"}


def as_is(x: Tensor) -> tuple[Tensor, ...]:
    """One tensor of theirs is one of ours."""
    return (x,)


@dataclass(frozen=True)
class Take:
    """Their weight is ours: one of our keys, or several that theirs is cut into.

    Two of theirs may name one of ours: a tied table that was stored twice, which must be equal.
    """

    theirs: str
    ours: tuple[str, ...]
    reshape: Callable[[Tensor], Sequence[Tensor]] = as_is


@dataclass(frozen=True)
class Known:
    """Theirs is no weight but a constant that our modules compute; it must be the same constant."""

    theirs: str
    holds: Callable[[Tensor], bool]


@dataclass(frozen=True)
class LeftOut:
    """Theirs belongs to a part that our modules do not have, named here so that it is no accident.

    ``why`` is written on the model's card.
    """

    theirs: str
    why: str


Rule = Take | Known | LeftOut


def translate(theirs: Mapping[str, Tensor], table: Iterable[Rule]) -> dict[str, Tensor]:
    """Their weights under our names.

    Raises:
        InputError: a weight that no rule names, a tied one whose two copies differ, or a constant
            that is not the one that our modules compute.
    """
    ours: dict[str, Tensor] = {}
    rules = [(_pattern(rule.theirs), rule) for rule in table]
    for path, x in sorted(theirs.items()):
        rule, blanks = _rule_for(path, rules)
        if isinstance(rule, Known) and not rule.holds(x):
            raise InputError("errors.weight_constant", path=path)
        if isinstance(rule, Take):
            for key, part in zip(rule.ours, rule.reshape(x), strict=True):
                name = _filled(key, blanks)
                if name in ours and not torch.equal(ours[name], part):
                    raise InputError("errors.weight_copies", path=path)
                ours[name] = part
    return ours


def left_out(theirs: Iterable[str], table: Iterable[Rule]) -> dict[str, str]:
    """The weights of theirs that our modules have no part for, each with the reason."""
    rules = [(_pattern(rule.theirs), rule) for rule in table]
    found = {path: _rule_for(path, rules)[0] for path in sorted(theirs)}
    return {path: rule.why for path, rule in found.items() if isinstance(rule, LeftOut)}


def _pattern(template: str) -> re.Pattern[str]:
    pattern = re.escape(template)
    for blank, expression in _BLANKS.items():
        pattern = pattern.replace(re.escape(blank), expression)
    return re.compile(pattern)


def _rule_for(
    path: str, rules: Sequence[tuple[re.Pattern[str], Rule]]
) -> tuple[Rule, dict[str, str]]:
    for pattern, rule in rules:
        match = pattern.fullmatch(path)
        if match:
            return rule, match.groupdict()
    raise InputError("errors.weight_unknown", path=path)


def _filled(template: str, blanks: Mapping[str, str]) -> str:
    for name, value in blanks.items():
        template = template.replace(f"{{{name}}}", value)
    return template


# Ways to reshape, and constants that several families store


def transposed(x: Tensor) -> tuple[Tensor, ...]:
    """GPT-2's Conv1D keeps (in, out) where a linear map keeps (out, in); a bias stays."""
    return (x.T if x.dim() == 2 else x,)


def transposed_thirds(x: Tensor) -> Sequence[Tensor]:
    """GPT-2's fused projection: queries, keys and values side by side, then as ``transposed``."""
    thirds = torch.atleast_1d(x).tensor_split(3, dim=-1)
    return [transposed(third)[0] for third in thirds]


def flat(x: Tensor) -> tuple[Tensor, ...]:
    """A row stored as a table of one row."""
    return (x.flatten(),)


def counts_up(x: Tensor) -> bool:
    """True for 0, 1, 2, …: the position ids that some checkpoints carry along."""
    return torch.equal(x.flatten(), torch.arange(x.numel(), dtype=x.dtype))


def is_causal_mask(x: Tensor) -> bool:
    """True for ones on and below the diagonal, zeros above it."""
    return x.dim() >= 2 and torch.equal(x, torch.ones_like(x).tril())
