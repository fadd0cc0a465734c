"""Each proof holds for the model as it is, and fails when it should."""

from __future__ import annotations

import random
from typing import get_args, get_type_hints

import pytest
import torch
from torch import Tensor

from tests.capture.test_edit_text import EVERY_KIND
from tests.helpers import random_ids, small_config, small_model
from transformer_viz.capture.edits import Edit, changes_of
from transformer_viz.capture.mask_edits import BlockAttention, MaskPattern
from transformer_viz.capture.proofs import (
    Proof,
    cached_equals_uncached,
    equals_torch,
    no_leak,
    prove,
    rows_sum_to_one,
)
from transformer_viz.capture.torch_twins import has_twin, twin_logits
from transformer_viz.capture.trace import Change, Changes, Trace, capture, edited
from transformer_viz.language import sentence
from transformer_viz.model.transformer import Transformer

SOURCE, TARGET = 5, 7
SITE = "decoder.layers.0.self_attention"


def random_model(seed: int) -> Transformer:
    draw = random.Random(seed)
    n_heads = draw.randint(1, 4)
    return small_model(
        seed,
        d_model=n_heads * draw.randint(2, 8),
        n_heads=n_heads,
        n_encoder_layers=draw.randint(1, 2),
        n_decoder_layers=draw.randint(1, 3),
        norm="pre" if seed % 2 else "post",
        positions=draw.choice(["sinusoidal", "learned", "none"]),
        activation=draw.choice(["relu", "gelu"]),
        tied=draw.choice(["none", "target"]),
        scale_embeddings=draw.choice([True, False]),
    )


SOURCE_IDS, TARGET_IDS = random_ids(11, 1, SOURCE), random_ids(13, 1, TARGET, seed=1)


UNCHANGED: Changes = {}


def at(path: str, change: Change) -> Changes:
    return {path: [change]}


def traced(model: Transformer, changes: Changes = UNCHANGED) -> Trace:
    with capture(changes) as trace:
        model.predict(SOURCE_IDS, TARGET_IDS)
    return trace


@torch.inference_mode()
def proofs(model: Transformer, changes: Changes = UNCHANGED) -> dict[str, Proof]:
    trace = traced(model, changes)
    with edited(changes):
        return {proof.name: proof for proof in prove(model, (SOURCE_IDS, TARGET_IDS), trace)}


def without_causal_mask() -> Changes:
    return at(f"{SITE}.may_attend", torch.ones_like)


@pytest.mark.parametrize("seed", range(20))
def test_all_four_hold_for_a_model_as_it_is(seed: int) -> None:
    found = proofs(random_model(seed))
    assert {name: proof.holds for name, proof in found.items()} == dict.fromkeys(
        ("rows", "leak", "cached", "torch"), True
    )
    assert all(0 <= proof.measured < 1e-4 for proof in found.values())


@pytest.mark.parametrize("seed", range(4))
def test_without_the_causal_mask_the_leak_is_reported(seed: int) -> None:
    found = proofs(random_model(seed), without_causal_mask())
    leak = found["leak"]
    assert leak.holds is False
    assert found["cached"].holds is False  # an earlier step could not see what was not written yet
    assert found["torch"].holds is False
    assert found["rows"].holds is True


@torch.inference_mode()
def test_the_worst_leak_is_where_the_report_says() -> None:
    """Looked for again, one sentence and one changed word at a time."""
    model, changes = random_model(2), without_causal_mask()
    (position, changed), measured = proofs(model, changes)["leak"].position, 0.0
    with edited(changes):
        before = model(SOURCE_IDS, TARGET_IDS)
        differences = {}
        for j in range(1, TARGET):
            other = TARGET_IDS.clone()
            other[0, j] = other[0, j] + 1 if other[0, j] < 12 else 1  # 0 is padding
            after = model(SOURCE_IDS, other)
            for i in range(j):
                differences[i, j] = float((after - before)[0, i].abs().max())
    worst = max(differences, key=lambda place: differences[place])
    assert (position, changed) == worst
    measured = proofs(model, changes)["leak"].measured
    assert measured == pytest.approx(differences[worst], abs=1e-5)


def test_one_open_cell_leaks_from_its_key_to_its_query() -> None:
    """Query 2 may see key 5: outputs 2 and, in one layer, no other one, depend on word 5."""

    def open_cell(x: Tensor) -> Tensor:
        x = x.clone()
        x[..., 2:3, 5:6] = True
        return x

    leak = proofs(small_model(), at(f"{SITE}.may_attend", open_cell))["leak"]
    assert (leak.holds, leak.position) == (False, (2, 5))
    values = dict(leak.values)
    assert (values["changed"], values["position"]) == (5, 2)


def test_a_row_that_does_not_sum_to_one_is_found() -> None:
    def spoil(x: Tensor) -> Tensor:
        x = x.clone()
        x[:, 1, 3:4] *= 0.9  # an empty slice while the cached decoder gives one query at a time
        return x

    rows = proofs(small_model(), at("decoder.layers.0.cross_attention.weights", spoil))["rows"]
    assert rows.holds is False
    assert rows.measured == pytest.approx(0.1, abs=1e-6)
    assert (rows.where, rows.position) == ("decoder.layers.0.cross_attention.weights", (1, 3))


def test_a_row_with_nothing_to_look_at_is_zero_and_that_is_right() -> None:
    def forbid(x: Tensor) -> Tensor:
        return x.index_fill(2, torch.tensor([1]), -torch.inf)

    trace = traced(small_model(), at("encoder.layers.0.self_attention.masked_scores", forbid))
    assert rows_sum_to_one(trace).holds is True
    trace["encoder.layers.0.self_attention.weights"] += 1 / SOURCE  # a false uniform
    assert rows_sum_to_one(trace).holds is False


def test_nan_never_holds() -> None:
    spoil = at(f"{SITE}.weights", lambda x: x * torch.nan)
    assert {proof.holds for proof in proofs(small_model(), spoil).values()} == {False}


def test_a_cache_of_other_keys_is_found() -> None:
    """Keys that depend on how many are computed at once: what a wrong cache would give."""
    k = at(f"{SITE}.k", lambda x: x * x.shape[2])
    found = proofs(small_model(), k)
    assert (found["cached"].holds, found["leak"].holds) == (False, True)


@pytest.mark.parametrize("part", ["self_attention.scores", "cross_attention.context"])
@pytest.mark.parametrize("norm", ["post", "pre"])
def test_torch_knows_nothing_of_an_edit(norm: str, part: str) -> None:
    change = at(f"decoder.layers.0.{part}", lambda x: 0.5 * x)
    found = proofs(small_model(norm=norm), change)
    assert (found["torch"].holds, found["leak"].holds) == (False, True)


@torch.inference_mode()
@pytest.mark.parametrize("norm", ["post", "pre"])
def test_a_swapped_weight_is_found_by_torch(norm: str) -> None:
    """The logits of a model in which two norms were exchanged are compared with its twin."""
    model, wrong = small_model(norm=norm), small_model(norm=norm)
    layer = wrong.decoder.layers[0]
    layer.self_attention_norm, layer.cross_attention_norm = (
        layer.cross_attention_norm,
        layer.self_attention_norm,
    )
    logits = wrong(SOURCE_IDS, TARGET_IDS)
    assert equals_torch(model, SOURCE_IDS, TARGET_IDS, logits).holds is False
    assert equals_torch(wrong, SOURCE_IDS, TARGET_IDS, logits).holds is True


@pytest.mark.parametrize("widths", [{"d_k": 3}, {"d_v": 5}, {"d_k": 3, "d_v": 5}])
def test_sizes_that_torch_lacks_are_not_judged(widths: dict[str, int]) -> None:
    found = proofs(small_model(**widths))
    assert (found["torch"].holds, found["torch"].key) == (None, "proofs.torch_none")
    assert found["leak"].holds is found["cached"].holds is True


@pytest.mark.parametrize(
    "choice", [{"activation": "gelu_tanh"}, {"activation": "swish"}, {"norm_kind": "rms"}], ids=str
)
def test_parts_that_torch_lacks_are_not_judged(choice: dict[str, str]) -> None:
    assert not has_twin(small_config(**choice))
    found = proofs(small_model(**choice))
    assert (found["torch"].holds, found["torch"].key) == (None, "proofs.torch_none")
    assert found["leak"].holds is found["cached"].holds is True


@pytest.mark.parametrize("activation", ["relu", "gelu"])
def test_activations_that_torch_has_are_judged(activation: str) -> None:
    assert has_twin(small_config(activation=activation))
    assert proofs(small_model(activation=activation))["torch"].holds is True


@pytest.mark.parametrize(
    "edit",
    [
        MaskPattern(SITE, "causal"),
        MaskPattern(SITE, "window", 2),
        MaskPattern(SITE, "itself"),
        BlockAttention(SITE, 3, (1, 2)),
        BlockAttention("decoder.layers.0.cross_attention", (2, 4), 0),
    ],
    ids=str,
)
def test_a_cache_counts_the_positions_of_an_edit_from_the_start_of_the_text(edit: Edit) -> None:
    model = small_model()
    found = proofs(model, changes_of([edit], model))
    assert found["leak"].holds is found["cached"].holds is True
    assert found["torch"].holds is (str(edit) == str(MaskPattern(SITE, "causal")))  # nothing new


@torch.inference_mode()
def test_a_single_position_has_no_future() -> None:
    one = no_leak(small_model(), [SOURCE_IDS], TARGET_IDS[:, :1])
    assert (one.holds, one.key) == (None, "proofs.leak_none")
    assert cached_equals_uncached(
        small_model(), [SOURCE_IDS], TARGET_IDS[:, :1], small_model()(SOURCE_IDS, TARGET_IDS[:, :1])
    ).holds


@torch.inference_mode()
def test_a_long_target_is_checked_in_parts() -> None:
    model, target_ids = small_model(), random_ids(13, 1, 40)
    assert no_leak(model, [SOURCE_IDS], target_ids).holds is True
    with edited(without_causal_mask()):
        leak = no_leak(model, [SOURCE_IDS], target_ids)
    assert leak.holds is False
    assert leak.position[0] < leak.position[1]


@torch.inference_mode()
def test_the_cost_is_as_documented() -> None:
    """One batched pass, the encoder and one position per step, and none of ours for torch."""
    model = small_model()
    trace = traced(model)
    shapes = []
    handle = model.decoder.embeddings.register_forward_hook(
        lambda _, __, x: shapes.append(tuple(x.shape[:2]))
    )
    encoded = []
    other = model.encoder.register_forward_hook(lambda _, __, x: encoded.append(x.shape[0]))
    prove(model, (SOURCE_IDS, TARGET_IDS), trace)
    handle.remove()
    other.remove()
    assert shapes == [(TARGET, TARGET), *[(1, 1)] * TARGET]
    assert encoded == [TARGET, 1]


@torch.inference_mode()
def test_the_twin_leaves_the_process_alone() -> None:
    """No random numbers are used up, torch's shortcut stays as it was, no edit is passed."""
    model = small_model()
    torch.manual_seed(1)
    expected = torch.rand(3)
    torch.manual_seed(1)
    with capture(at(f"{SITE}.weights", torch.zeros_like)) as trace:
        twin = twin_logits(model, SOURCE_IDS, TARGET_IDS)
    assert torch.rand(3).equal(expected)
    assert torch.backends.mha.get_fastpath_enabled()
    assert trace == {}
    torch.testing.assert_close(twin, model(SOURCE_IDS, TARGET_IDS), rtol=0, atol=1e-5)


def test_every_sentence_has_its_blanks_filled() -> None:
    found = [
        *proofs(small_model()).values(),
        *proofs(small_model(), without_causal_mask()).values(),
    ]
    found += proofs(small_model(), at(f"{SITE}.weights", lambda x: 2 * x)).values()
    for proof in found:
        assert "{" not in sentence(proof.key, dict(proof.values))


WITHOUT_A_DONOR = [edit for edit in EVERY_KIND if type(edit).__name__ != "Patch"]
PATTERNS = [
    MaskPattern(f"{stack}.layers.*.self_attention", pattern, 2)
    for stack in ("encoder", "decoder")
    for pattern in get_args(get_type_hints(MaskPattern)["pattern"])
]


@pytest.mark.parametrize("edit", [*WITHOUT_A_DONOR, *PATTERNS], ids=str)
def test_every_edit_can_be_judged(edit: Edit) -> None:
    model = small_model(n_heads=4, n_decoder_layers=2, target_vocab_size=100)
    found = proofs(model, changes_of([edit], model))
    assert len(found) == 4
