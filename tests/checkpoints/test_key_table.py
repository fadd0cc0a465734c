"""Every weight of theirs has a rule, every weight of ours is filled, whatever the family."""

from __future__ import annotations

from functools import cache

import pytest
import torch
from torch import Tensor

from tests.checkpoints.test_bert import SHAPES as BERT_SHAPES
from tests.checkpoints.test_bert import theirs as their_bert
from tests.checkpoints.test_gpt2 import SHAPES as GPT2_SHAPES
from tests.checkpoints.test_gpt2 import theirs as their_gpt2
from tests.checkpoints.test_marian import SHAPES as MARIAN_SHAPES
from tests.checkpoints.test_marian import theirs as their_marian
from tests.checkpoints.theirs import weights_of
from tests.helpers import without_type_checks
from transformer_viz.checkpoints.bert import BERT
from transformer_viz.checkpoints.family import Family
from transformer_viz.checkpoints.gpt2 import GPT2
from transformer_viz.checkpoints.key_table import LeftOut, Take, translate
from transformer_viz.checkpoints.marian import MARIAN
from transformer_viz.errors import InputError

FAMILIES = {
    "marian": (MARIAN, their_marian, MARIAN_SHAPES[1]),
    "bert": (BERT, their_bert, BERT_SHAPES[1]),
    "gpt2": (GPT2, their_gpt2, GPT2_SHAPES[1]),
}
# One of each kind of weight: attention, norm, feed-forward.
SOME = {
    "marian": [
        "model.decoder.layers.1.encoder_attn.k_proj.weight",
        "model.encoder.layers.2.final_layer_norm.bias",
        "model.decoder.layers.0.fc1.weight",
    ],
    "bert": [
        "bert.encoder.layer.1.attention.self.value.bias",
        "bert.embeddings.LayerNorm.weight",
        "bert.encoder.layer.2.output.dense.weight",
    ],
    "gpt2": [
        "transformer.h.1.attn.c_attn.weight",
        "transformer.ln_f.bias",
        "transformer.h.0.mlp.c_proj.weight",
    ],
}
CASES = [(name, path) for name, paths in SOME.items() for path in paths]


@cache
def checkpoint(name: str) -> tuple[Family, dict[str, object], dict[str, Tensor]]:
    family, theirs, sizes = FAMILIES[name]
    reference = theirs(**sizes)
    return family, reference.config.to_dict(), weights_of(reference)


@pytest.mark.parametrize("name", FAMILIES)
def test_its_key_table_has_no_rule_twice(name: str) -> None:
    family, settings, weights = checkpoint(name)
    rules = family.key_table(family.configuration(settings, weights.keys()))
    assert len({rule.theirs for rule in rules}) == len(rules)


@pytest.mark.parametrize("name", FAMILIES)
def test_every_name_of_ours_in_the_table_is_a_parameter(name: str) -> None:
    """Filled for layer 0, it must exist: a rule for nothing would hide a renamed weight."""
    family, settings, weights = checkpoint(name)
    model = family.build(settings, weights)
    own = {path for path, _ in model.named_parameters()}
    rules = [rule for rule in family.key_table(model.config) if isinstance(rule, Take)]
    named = {
        key.replace("{i}", "0").replace("{part}", part)
        for rule in rules
        for key in rule.ours
        for part in ("weight", "bias")
    }
    layers_of_others = {key for key in named if "encoder.layers.0.cross_attention" in key}
    assert own <= named | {key for key in own if ".layers." in key and ".layers.0." not in key}
    assert named - layers_of_others <= own


@pytest.mark.parametrize(("name", "path"), CASES)
def test_a_missing_weight_is_named(name: str, path: str) -> None:
    family, settings, weights = checkpoint(name)
    with pytest.raises(InputError, match="lacks the weight"):
        family.build(settings, {key: x for key, x in weights.items() if key != path})


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("extra", ["lora.weight", "", "model.encoder.layers.x.fc1.weight"])
def test_a_weight_that_no_rule_names_is_refused(name: str, extra: str) -> None:
    family, settings, weights = checkpoint(name)
    with pytest.raises(InputError, match=rf"no place for: {extra}\."):
        family.build(settings, weights | {extra: torch.zeros(1)})


@pytest.mark.parametrize(
    ("name", "path"), [case for case in CASES if "layer." in case[1] or ".h." in case[1]]
)
def test_a_layer_too_many_is_refused(name: str, path: str) -> None:
    family, settings, weights = checkpoint(name)
    above = path.replace(".0.", ".7.").replace(".1.", ".7.").replace(".2.", ".7.")
    with pytest.raises(InputError, match=r"no place for: \w+\.layers\.7\."):
        family.build(settings, weights | {above: weights[path]})


@pytest.mark.parametrize(("name", "path"), CASES)
@pytest.mark.parametrize("shape", [(), (3,), (2, 5), (2, 2, 2)], ids=str)
def test_a_misshaped_weight_is_refused(name: str, path: str, shape: tuple[int, ...]) -> None:
    family, settings, weights = checkpoint(name)
    with without_type_checks(), pytest.raises(InputError, match=r"has the shape .* needs"):
        family.build(settings, weights | {path: torch.zeros(shape)})


@pytest.mark.parametrize(("name", "path"), CASES)
def test_a_weight_that_is_not_finite_is_refused(name: str, path: str) -> None:
    family, settings, weights = checkpoint(name)
    with pytest.raises(InputError, match="not finite"):
        family.build(settings, weights | {path: torch.full_like(weights[path], torch.nan)})


@pytest.mark.parametrize(
    ("name", "setting"),
    [
        ("marian", "d_model"),
        ("bert", "hidden_size"),
        ("gpt2", "n_embd"),
    ],
)
def test_a_missing_setting_is_named(name: str, setting: str) -> None:
    family, settings, weights = checkpoint(name)
    with pytest.raises(InputError, match=f"lacks the setting {setting}"):
        family.build({key: x for key, x in settings.items() if key != setting}, weights)


def test_what_is_left_out_fills_nothing() -> None:
    assert translate({"a.b": torch.ones(1)}, [LeftOut("a.b", "why")]) == {}


def test_a_template_is_no_regular_expression() -> None:
    with pytest.raises(InputError, match="no place for: axb"):
        translate({"axb": torch.ones(1)}, [Take("a.b", ("c",))])
