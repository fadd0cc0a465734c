"""The form for a configuration of one's own, and what that costs before anything is built."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict

from transformer_viz.checkpoints.catalog import LIBRARY
from transformer_viz.checkpoints.limits import ONES_OWN
from transformer_viz.checkpoints.own import (
    FIELDS,
    PREFIX,
    TOWER_OF,
    OwnModel,
    check_own,
    nearest_own,
    read_own,
)
from transformer_viz.checkpoints.presets import PRESETS
from transformer_viz.errors import InputError
from transformer_viz.figures.costs import LONGEST, cost_curves
from transformer_viz.language import sentence
from transformer_viz.model.config import TOWERS, TransformerConfig
from transformer_viz.model.costs import QUADRATIC, costs, overtaking
from transformer_viz.wire.figures import Wire, figure_for_page
from transformer_viz.wire.link import known_model

UNSEEN = ("dropout", "source_pad_id", "target_pad_id")  # they change nothing that the page shows
FIELD_OF = {  # where to show a message that names no field of its own
    "errors.heads": "d_model",
    "errors.heads_one": "d_model",
    "errors.tied": "tied",
}


def form_for_page() -> Wire:
    """What the form offers: fields with their limits, and configurations to start from."""
    fields = [
        asdict(field) | {"tower": TOWER_OF.get(field.name), "default": str(field.default)}
        for field in FIELDS.values()
    ]
    starts = [{"name": name, "title": preset.title} for name, preset in PRESETS.items()]
    return {
        "prefix": PREFIX,
        "architectures": {name: list(towers) for name, towers in TOWERS.items()},
        "fields": fields,
        "starts": starts,
        "longest": LONGEST,
        "most_parameters": ONES_OWN.parameters[1],
    }


def costs_for_page(wishes: Mapping[str, str]) -> Wire:
    """What a configuration costs.

    Args:
        wishes: ``model``: ``own:…``, or another model to start from; ``n``: tokens of source and
            target; ``scale`` of the axes, ``log`` or else linear.

    Returns:
        ``costs``, or None if the configuration cannot work; and ``problem``: why it does not or
        cannot be built, with the field that is to blame, or None.
    """
    try:
        own, config = _configuration(wishes.get("model", ""))
        n = _length(wishes.get("n", ""))
    except InputError as refusal:
        return {"costs": None, "problem": _problem(refusal)}
    problem = None
    try:
        check_own(own)
    except InputError as refusal:
        is_offered = wishes.get("model") in PRESETS
        problem = _problem(refusal, sentence("own.in_list") if is_offered else "")
    return {"costs": _costs(own, config, n, wishes.get("scale", "")), "problem": problem}


def _configuration(name: str) -> tuple[OwnModel, TransformerConfig]:
    """What the form would build, and the very model that is named."""
    if name.startswith(PREFIX):  # too large to be built, it has its costs all the same
        own = read_own(name)
        return own, own.config
    if name in PRESETS:
        preset = PRESETS[name]  # one of them is too large to be loaded just for its sizes
        return nearest_own(preset.config, preset.seed), preset.config
    config = LIBRARY.at_hand(known_model(name)).config
    return nearest_own(config), config


def _length(text: str) -> int:
    if not text:
        raise InputError("errors.own_empty", name="n", least=1, most=f"{LONGEST:,}")
    if not re.fullmatch(r"[0-9]{1,6}", text) or not 1 <= int(text) <= LONGEST:
        shown = text if len(text) <= 20 else f"{text[:20]}…"
        raise InputError(
            "errors.whole_number_between", name="n", value=shown, least=1, most=f"{LONGEST:,}"
        )
    return int(text)


def _problem(refusal: InputError, more: str = "") -> Wire:
    field = FIELD_OF.get(refusal.key) or refusal.values.get("name")
    known = field in FIELDS or field in ("n", "architecture")
    return {"field": field if known else None, "text": f"{refusal} {more}".rstrip()}


def _costs(own: OwnModel, config: TransformerConfig, n: int, scale: str) -> Wire:
    of, one = costs(config, n, n), costs(config, 1, 1)
    built, named = own.config.as_dict(), config.as_dict()
    parts = [
        {
            "name": name,
            "parameters": cost.parameters,
            "multiply_adds": cost.multiply_adds,
            "weight_bytes": cost.weight_bytes,
            "square_bytes": cost.square_bytes,
            "factor": one[name].multiply_adds,  # of n to this power
            "power": 2 if name in QUADRATIC else 1,
        }
        for name, cost in of.items()
        if "cross" not in name or len(config.towers) == 2
    ]
    figure = cost_curves(config, n, "log" if scale == "log" else "linear")
    return {
        "model": own.name,
        "values": {"architecture": config.architecture}
        | {name: str(value) for name, value in own.values.items()},
        "differs": [name for name in built if built[name] != named[name] and name not in UNSEEN],
        "n": n,
        "overtaking": overtaking(config),
        "parts": parts,
        "figure": figure_for_page(figure, ()),
    }
