"""What a visitor may change in a run: small values, each told in one line.

An edit says which tensors it changes, and how (``changes``), and whether a word that is written
later could change what earlier ones computed (``reaches_back``). The edits themselves are in
``mask_edits``, ``attention_edits``, ``block_edits`` and ``input_edits``.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from typing import Any, ClassVar, Protocol, runtime_checkable

from torch import nn

from transformer_viz.capture.trace import Change, Changes, Trace
from transformer_viz.errors import InputError
from transformer_viz.language import sentence
from transformer_viz.model.attention import MultiHeadAttention

Donor = Callable[[str], Trace]  # every tensor of the same model's run on another source text
Positions = int | tuple[int, int] | None  # one, all from the first to the last, or every one


@runtime_checkable  # the tests check types at run time
class Edit(Protocol):
    """What every edit can do."""

    told_as: ClassVar[str]  # the key of its sentence in the language file

    def changes(self, model: nn.Module, donor: Donor) -> dict[str, Change]:
        """What it does, by the path of each tensor that it changes.

        Raises:
            InputError: ``model`` has no such place.
        """
        ...

    def fits(self, trace: Trace) -> bool:
        """Whether the positions that it names exist in this run."""
        ...

    def reaches_back(self) -> bool:
        """Whether what decoder positions computed may change when a later word is written.

        A cache would then hold what is true no longer, so that every step is computed afresh.
        """
        ...


def no_donor(source: str) -> Trace:
    """For edits that take nothing from another run."""
    raise KeyError(source)


def changes_of(edits: Iterable[Edit], model: nn.Module, donor: Donor = no_donor) -> Changes:
    """All changes that ``edits`` make, in their order.

    Raises:
        InputError: of the first edit that ``model`` has no place for.
    """
    return functools.reduce(then, (edit.changes(model, donor) for edit in edits), {})


def then(changes: Changes, more: Mapping[str, Change]) -> Changes:
    """``changes``, and after them those of one more edit."""
    return {**changes, **{path: (*changes.get(path, ()), c) for path, c in more.items()}}


def attention_sites(model: nn.Module) -> list[str]:
    """The paths of all attention blocks, encoder first."""
    return [path for path, m in model.named_modules() if isinstance(m, MultiHeadAttention)]


def sites_like(
    site: str, model: nn.Module, head: int | None = None
) -> dict[str, MultiHeadAttention]:
    """The attention blocks that ``site`` names: one path, or with ``*`` for all layers.

    Args:
        head: one that each of them must have; None for an edit of all heads.

    Raises:
        InputError: there is no such block, or no such head; the message lists what exists.
    """
    options = attention_sites(model)
    found = {path: model.get_submodule(path) for path in matching(site, options)}
    if not found:
        raise InputError("errors.site", site=site, options=", ".join(options))
    sites = {path: m for path, m in found.items() if isinstance(m, MultiHeadAttention)}
    for attention in sites.values():
        if head is not None and not 0 <= head < attention.n_heads:
            raise InputError("errors.head", head=head, n_heads=attention.n_heads)
    return sites


def check_one_head(head: int | None) -> None:
    """Raise InputError for "all heads" where an edit is of one."""
    if head is None:
        raise InputError("errors.whole_number", name="head", value="", least=0)


def matching(pattern: str, paths: Iterable[str]) -> list[str]:
    """The ``paths`` that equal ``pattern``, in which ``*`` stands for every layer.

    >>> matching("encoder.layers.*.q", ["encoder.layers.0.q", "decoder.layers.0.q"])
    ['encoder.layers.0.q']
    """
    parts = pattern.split(".")
    return [
        path
        for path in paths
        if len(parts) == len(path.split("."))
        and all(p in ("*", part) for p, part in zip(parts, path.split("."), strict=True))
    ]


def check_choice(name: str, value: str, options: Iterable[str]) -> None:
    """Raise InputError unless ``value`` is one of ``options``."""
    if value not in tuple(options):
        raise InputError("errors.choice", name=name, value=value, options=", ".join(options))


def check_positions(positions: Positions) -> None:
    """Raise InputError for a negative position, or a range that ends before it begins."""
    if positions is None:
        return
    first, last = (positions, positions) if isinstance(positions, int) else positions
    if first < 0:
        raise InputError("errors.whole_number", name="position", value=first, least=0)
    if last < first:
        raise InputError("errors.whole_number", name="position", value=last, least=first)


def as_slice(positions: Positions, first_position: int = 0) -> slice:
    """The same positions as an index.

    Args:
        first_position: where in the text the axis begins that is indexed.

    >>> as_slice((2, 4)), as_slice(None), as_slice((2, 4), first_position=3)
    (slice(2, 5, None), slice(None, None, None), slice(0, 2, None))
    """
    if positions is None:
        return slice(None)
    first, last = (positions, positions) if isinstance(positions, int) else positions
    return slice(max(first - first_position, 0), max(last + 1 - first_position, 0))


def anywhere(self: Any, trace: Trace) -> bool:
    """``fits`` of an edit that names no position: it fits every run."""
    return True


def never(self: Any) -> bool:
    """``reaches_back`` of an edit by which each position stays its own business."""
    return False


def among_targets(site: str) -> bool:
    """Whether ``site`` may name a block in which the words of the target look at each other."""
    return not site.startswith("encoder.") and not site.endswith(".cross_attention")


def told(self: Any) -> str:
    """One line for an edit, with the names that Python uses: paths, and counting from 0."""
    values = {field.name: getattr(self, field.name) for field in fields(self)}
    words = {
        "heads": heads_in_words(values.get("head")),
        "queries": positions_in_words("query", values.get("query")),
        "keys": positions_in_words("key", values.get("key")),
    }
    if "value" in values:
        words["value"] = number_in_words(values["value"])
    return sentence(self.told_as, values | words)


def number_in_words(value: float) -> str:
    """As people write it.

    >>> number_in_words(-1e9), number_in_words(-10000.0)
    ('−1e9', '−10000')
    """
    return f"{value:g}".replace("e+0", "e").replace("-", "−")


def heads_in_words(head: int | None) -> str:
    """Of whom an edit speaks: one head, or all."""
    return (
        sentence("edits.all_heads") if head is None else sentence("edits.one_head", {"head": head})
    )


def positions_in_words(what: str, positions: Positions) -> str:
    """``what`` is "query" or "key"."""
    if positions is None:
        return sentence(f"edits.every_{what}")
    if isinstance(positions, int):
        return sentence(f"edits.one_{what}", {"at": positions})
    return sentence(f"edits.some_{what}", {"first": positions[0], "last": positions[1]})
