"""Costs worked out from sizes, against models that are built and passes that are counted."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.utils.flop_counter import FlopCounterMode

from tests.helpers import NO_DECODER, NO_ENCODER, quick, random_ids, small_config
from transformer_viz.capture.trace import capture
from transformer_viz.checkpoints.presets import PRESETS
from transformer_viz.model.architectures import build_model
from transformer_viz.model.config import ACTIVATIONS, CHOICES, TOWERS, TransformerConfig
from transformer_viz.model.costs import PARTS, QUADRATIC, costs, overtaking

ABSENT: dict[str, dict[str, Any]] = {
    "encoder-decoder": {},
    "encoder-only": NO_DECODER,
    "decoder-only": NO_ENCODER,
}


@st.composite
def configurations(draw: st.DrawFn) -> TransformerConfig:
    """Small ones of every architecture, with every choice that changes what is built."""
    n_heads = draw(st.integers(1, 4))
    changes: dict[str, Any] = {
        "n_heads": n_heads,
        "d_model": n_heads * draw(st.integers(1, 5)),
        "d_k": draw(st.integers(0, 5)),
        "d_v": draw(st.integers(0, 5)),
        "d_ff": draw(st.integers(1, 20)),
        "n_encoder_layers": draw(st.integers(1, 3)),
        "n_decoder_layers": draw(st.integers(1, 3)),
        "source_vocab_size": draw(st.integers(5, 30)),
        "norm": draw(st.sampled_from(CHOICES["norm"])),
        "norm_kind": draw(st.sampled_from(CHOICES["norm_kind"])),
        "positions": draw(st.sampled_from(CHOICES["positions"])),
        "activation": draw(st.sampled_from(tuple(ACTIVATIONS))),
        "output_bias": draw(st.booleans()),
        "tied": draw(st.sampled_from(CHOICES["tied"])),
        "architecture": draw(st.sampled_from(tuple(TOWERS))),
    }
    equal = changes["tied"] == "all"
    changes["target_vocab_size"] = changes["source_vocab_size"] + (0 if equal else 3)
    if changes["architecture"] == "encoder-only":
        changes["n_segments"] = draw(st.integers(0, 2))
        changes["output_transform"] = draw(st.booleans())
    return small_config(**{**changes, **ABSENT[changes["architecture"]]})


def part_of(path: str) -> str:
    """Which part a parameter belongs to, by its name in the module tree."""
    if "norm" in path:
        return "norms"
    if ".encoding." in path:
        return "positions"
    if ".embeddings." in path:
        return "embeddings"
    for block, part in (("self_attention", "self_projections"), ("feed_forward", "feed_forward")):
        if block in path:
            return part
    return "cross_projections" if "cross_attention" in path else "output"


def ids_for(config: TransformerConfig, source: int, target: int) -> list[torch.Tensor]:
    vocabularies = {"encoder": config.source_vocab_size, "decoder": config.target_vocab_size}
    lengths = {"encoder": source, "decoder": target}
    return [random_ids(vocabularies[tower], 1, lengths[tower]) for tower in config.towers]


def counted(config: TransformerConfig, source: int, target: int) -> int:
    """Multiply-adds of a real pass, as torch counts them: two operations each."""
    model = build_model(config).eval().requires_grad_(False)  # its tracker would look for gradients
    with FlopCounterMode(display=False) as counter:
        model(*ids_for(config, source, target))
    flops = counter.get_total_flops()
    assert flops % 2 == 0
    return flops // 2


@quick
@given(configurations())
def test_every_part_has_the_parameters_of_the_model_that_is_built(
    config: TransformerConfig,
) -> None:
    built: Counter[str] = Counter()
    for path, weight in build_model(config).named_parameters():
        built[part_of(path)] += weight.numel()
    assert {part: cost.parameters for part, cost in costs(config, 3, 4).items()} == {
        part: built[part] for part in PARTS
    }


@quick
@given(configurations(), st.integers(1, 9), st.integers(1, 9))
def test_the_multiply_adds_are_those_that_torch_counts(
    config: TransformerConfig, source: int, target: int
) -> None:
    total = sum(cost.multiply_adds for cost in costs(config, source, target).values())
    assert total == counted(config, source, target)


@pytest.mark.parametrize("tied", ["none", "target"])
@pytest.mark.parametrize("architecture", TOWERS)
def test_keys_and_values_of_different_widths(architecture: str, tied: str) -> None:
    sizes = {"architecture": architecture, "tied": tied, "d_model": 9, "n_heads": 2}
    config = small_config(**{**sizes, "d_k": 3, "d_v": 5, **ABSENT[architecture]})
    total = sum(cost.multiply_adds for cost in costs(config, 6, 4).values())
    assert total == counted(config, 6, 4)


@quick
@given(configurations(), st.integers(1, 9), st.integers(1, 9))
def test_the_bytes_of_squares_are_those_that_attention_makes(
    config: TransformerConfig, source: int, target: int
) -> None:
    model = build_model(config).eval()
    with capture() as trace, torch.inference_mode():
        model(*ids_for(config, source, target))
    made: Counter[str] = Counter()
    for path in trace:
        if path.endswith((".scores", ".masked_scores", "attention.weights")):
            x = trace[path]
            assert x.dtype == torch.float32
            made["cross_scores" if "cross" in path else "self_scores"] += x.numel() * 4
    found = {part: cost.square_bytes for part, cost in costs(config, source, target).items()}
    assert {part: size for part, size in found.items() if size} == dict(made)


@pytest.mark.parametrize("architecture", TOWERS)
def test_scores_grow_with_the_square_of_n_and_all_the_rest_in_proportion(architecture: str) -> None:
    sizes = {"architecture": architecture, "d_k": 3, "d_v": 5}
    config = small_config(**{**sizes, **ABSENT[architecture]})
    one = costs(config, 1, 1)
    for n in (2, 3, 10, 1_000):
        for part, cost in costs(config, n, n).items():
            times = n**2 if part in QUADRATIC else n
            assert cost.multiply_adds == times * one[part].multiply_adds
            assert cost.square_bytes == n**2 * one[part].square_bytes
            assert cost.parameters == one[part].parameters


@quick
@given(configurations())
def test_before_the_overtaking_length_the_feed_forward_costs_more_and_after_it_less(
    config: TransformerConfig,
) -> None:
    at = overtaking(config)
    for n, is_after in ((int(at), False), (int(at) + 1, True)):
        found = costs(config, n, n)
        squares = sum(found[part].multiply_adds for part in QUADRATIC)
        assert (squares > found["feed_forward"].multiply_adds) is is_after


def test_the_papers_base_model_has_the_parameters_that_torch_gives_it() -> None:
    """torch.nn.Transformer is the same stack, with one norm more at the top of each tower."""
    config = PRESETS["encoder-decoder"].config
    theirs = torch.nn.Transformer(512, 8, 6, 6, 2048, batch_first=True, device="meta")
    layers = sum(weight.numel() for weight in theirs.parameters()) - 2 * 2 * 512
    tables = (5_000 + 6_000 + 6_000) * 512
    assert sum(cost.parameters for cost in costs(config, 1, 1).values()) == layers + tables


def test_absurd_sizes_cost_no_memory() -> None:
    huge = 10**9
    config = small_config(d_model=huge, n_heads=1, d_ff=huge, n_encoder_layers=huge)
    assert costs(config, huge, huge)["feed_forward"].multiply_adds > 10**36
