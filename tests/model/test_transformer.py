from __future__ import annotations

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor
from torch.nn import functional as F

from tests.helpers import quick, random_ids, random_vectors, small_config, small_model
from transformer_viz.capture.trace import Trace, capture
from transformer_viz.errors import InputError
from transformer_viz.model.masks import decoder_mask
from transformer_viz.model.transformer import Transformer

NORMS = ["post", "pre"]
CROSS = "decoder.layers.0.cross_attention"


def assert_close(a: Tensor, b: Tensor) -> None:
    torch.testing.assert_close(a, b, rtol=0, atol=1e-5)


def padded(token_ids: Tensor, pad_id: int, count: int) -> Tensor:
    return F.pad(token_ids, (0, count), value=pad_id)


# What a word can know


@quick
@given(norm=st.sampled_from(NORMS), length=st.integers(1, 8), data=st.data())
def test_changing_a_later_word_never_changes_an_earlier_output(
    norm: str, length: int, data: st.DataObject
) -> None:
    model = small_model(norm=norm, n_decoder_layers=2)
    changed_at = data.draw(st.integers(0, length - 1))
    target_ids = random_ids(13, 1, length)
    changed = target_ids.clone()
    changed[0, changed_at] = data.draw(
        st.integers(0, 12).filter(lambda i: i != changed[0, changed_at])
    )
    source_ids = random_ids(11, 1, 5)

    before, after = model(source_ids, target_ids), model(source_ids, changed)

    assert torch.equal(before[:, :changed_at], after[:, :changed_at])
    assert not torch.equal(before[:, changed_at], after[:, changed_at])


@pytest.mark.parametrize(("source", "target"), [(7, 3), (3, 7)])
def test_cross_attention_is_not_causal(source: int, target: int) -> None:
    with capture() as trace:
        small_model()(random_ids(11, 1, source), random_ids(13, 1, target))
    weights = trace[f"{CROSS}.weights"]
    assert weights.shape == (1, 2, target, source)
    assert weights.gt(0).all()  # row 0 too sees every source token


def test_the_encoder_looks_both_ways() -> None:
    with capture() as trace:
        small_model().encode(random_ids(11, 1, 4))
    assert trace["encoder.layers.0.self_attention.weights"].gt(0).all()


@pytest.mark.parametrize("norm", NORMS)
def test_without_positions_the_encoder_sees_a_bag_of_words(norm: str) -> None:
    model = small_model(positions="none", norm=norm)
    source_ids = random_ids(11, 2, 6)
    order = torch.tensor([3, 0, 5, 1, 4, 2])
    assert_close(model.encode(source_ids[:, order]), model.encode(source_ids)[:, order])


@pytest.mark.parametrize("positions", ["sinusoidal", "learned"])
def test_with_positions_the_order_of_words_matters(positions: str) -> None:
    model = small_model(positions=positions)
    source_ids = torch.tensor([[4, 5, 6, 7]])
    order = torch.tensor([1, 0, 3, 2])
    moved = model.encode(source_ids[:, order]) - model.encode(source_ids)[:, order]
    assert moved.abs().amax(dim=-1).gt(1e-3).all()


# Padding and batches


@pytest.mark.parametrize("norm", NORMS)
def test_padding_the_source_changes_no_logits(norm: str) -> None:
    model = small_model(norm=norm)
    source_ids, target_ids = random_ids(11, 2, 4), random_ids(13, 2, 3)
    assert_close(model(padded(source_ids, 0, 5), target_ids), model(source_ids, target_ids))


@pytest.mark.parametrize("norm", NORMS)
def test_padding_the_target_changes_no_logits_of_real_positions(norm: str) -> None:
    model = small_model(norm=norm)
    source_ids, target_ids = random_ids(11, 2, 4), random_ids(13, 2, 3)
    longer = model(source_ids, padded(target_ids, 0, 5))
    assert longer.shape == (2, 8, 13)  # never cut to the longest real sentence
    assert_close(longer[:, :3], model(source_ids, target_ids))


@pytest.mark.parametrize("norm", NORMS)
def test_a_sentence_has_the_same_logits_alone_and_in_a_batch(norm: str) -> None:
    model = small_model(norm=norm)
    lengths = [(1, 4), (5, 1), (3, 6)]
    alone = [(random_ids(11, 1, s, seed=s), random_ids(13, 1, t, seed=t)) for s, t in lengths]
    source_ids = torch.cat([padded(source, 0, 5 - source.shape[1]) for source, _ in alone])
    target_ids = torch.cat([padded(target, 0, 6 - target.shape[1]) for _, target in alone])

    together = model(source_ids, target_ids)

    for row, (source, target) in enumerate(alone):
        assert_close(together[row : row + 1, : target.shape[1]], model(source, target))


@pytest.mark.parametrize(("source_pad_id", "target_pad_id"), [(0, 3), (3, 0)])
def test_each_side_uses_its_own_padding_id(source_pad_id: int, target_pad_id: int) -> None:
    model = small_model(source_pad_id=source_pad_id, target_pad_id=target_pad_id)
    # The other side's padding id is an ordinary word on this side.
    source_ids = torch.tensor([[5, target_pad_id, source_pad_id]])
    target_ids = torch.tensor([[6, source_pad_id, target_pad_id]])
    with capture() as trace:
        model(source_ids, target_ids)
    seen = {
        "encoder.layers.0.self_attention": [True, True, False],
        CROSS: [True, True, False],
        "decoder.layers.0.self_attention": [True, True, False],
    }
    for site, columns in seen.items():
        last_row = trace[f"{site}.weights"][0, 0, -1]
        assert last_row.gt(0).tolist() == columns, site


# Where each stream comes from


def decoder_trace(model: Transformer, memory: Tensor) -> Trace:
    target_ids = random_ids(13, 1, 3)
    with capture() as trace:
        mask = decoder_mask(target_ids, pad_id=0)
        model.decoder(target_ids, memory, mask, torch.ones(1, 1, 1, 4, dtype=torch.bool))
    return trace


@pytest.mark.parametrize("norm", NORMS)
def test_the_memory_enters_by_the_keys_and_values_of_cross_attention_alone(norm: str) -> None:
    model = small_model(norm=norm)
    before = decoder_trace(model, random_vectors(1, 4, 8, seed=1))
    after = decoder_trace(model, random_vectors(1, 4, 8, seed=2))

    changed = {path for path in before if not torch.equal(before[path], after[path])}

    assert {path for path in changed if "self_attention" in path or "embeddings" in path} == set()
    assert f"{CROSS}.q" not in changed
    assert "decoder.layers.0.cross_attention_add.residual" not in changed
    assert {f"{CROSS}.{name}" for name in ("k", "v", "scores", "weights", "output")} <= changed


def test_a_memory_of_zeros_leaves_only_the_biases_in_keys_and_values() -> None:
    model = small_model()
    trace = decoder_trace(model, torch.zeros(1, 4, 8))
    block = model.decoder.layers[0].cross_attention
    for tensor, bias in (
        (trace[f"{CROSS}.k"], block.w_k.bias),
        (trace[f"{CROSS}.v"], block.w_v.bias),
    ):
        assert_close(tensor, bias.view(1, 2, 1, 4).expand(1, 2, 4, 4))


def test_the_residual_of_cross_attention_comes_from_the_decoder() -> None:
    trace = decoder_trace(small_model(), random_vectors(1, 4, 8))
    residual = trace["decoder.layers.0.cross_attention_add.residual"]
    assert torch.equal(residual, trace["decoder.layers.0.self_attention_norm.output"])


def test_towers_may_differ_in_height() -> None:
    model = small_model(n_encoder_layers=2, n_decoder_layers=3)
    with capture() as trace:
        model(random_ids(11, 1, 4), random_ids(13, 1, 3))
    layers = {tuple(path.split(".")[:3]) for path in trace if ".layers." in path}
    assert layers == {
        *(("encoder", "layers", str(i)) for i in range(2)),
        *(("decoder", "layers", str(i)) for i in range(3)),
    }


# Tied embeddings


def test_untied_tables_are_three_objects() -> None:
    model = small_model(source_vocab_size=13)
    tables = (model.encoder.embeddings.table, model.decoder.embeddings.table, model.w_vocab)
    assert len({id(table.weight) for table in tables}) == 3


def test_tied_to_the_target_is_one_object_for_target_and_output() -> None:
    model = small_model(source_vocab_size=13, tied="target")
    assert model.w_vocab.weight is model.decoder.embeddings.table.weight
    assert model.encoder.embeddings.table.weight is not model.decoder.embeddings.table.weight


def test_tied_all_is_one_object_for_both_sides_and_the_output() -> None:
    model = small_model(source_vocab_size=13, tied="all")
    assert model.w_vocab.weight is model.decoder.embeddings.table.weight
    assert model.encoder.embeddings.table.weight is model.decoder.embeddings.table.weight


def test_tying_vocabularies_of_two_sizes_is_refused_and_never_silently_untied() -> None:
    with pytest.raises(InputError, match="11 and 13"):
        small_config(tied="all")


# A forward pass leaves no traces


@pytest.mark.parametrize("norm", NORMS)
def test_dropout_is_the_identity_in_eval(norm: str) -> None:
    source_ids, target_ids = random_ids(11, 1, 4), random_ids(13, 1, 3)
    without = small_model(norm=norm)(source_ids, target_ids)
    assert torch.equal(small_model(norm=norm, dropout=0.5)(source_ids, target_ids), without)


def test_dropout_in_training_never_touches_the_weights_of_attention() -> None:
    model = small_model(dropout=0.5).train()
    source_ids, target_ids = random_ids(11, 1, 4), random_ids(13, 1, 3)
    with capture() as trace:
        first = model(source_ids, target_ids)
    assert not torch.equal(model(source_ids, target_ids), first)  # dropout is on
    for path in [path for path in trace if path.endswith("weights")]:
        assert_close(trace[path].sum(dim=-1), torch.ones(trace[path].shape[:-1]))


def everything_in(model: Transformer) -> dict[str, object]:
    """Every attribute of every module; of a tensor, which one it is and how often written to."""
    kept = {}
    for path, module in model.named_modules():
        for name, value in [
            *vars(module).items(),
            *module._parameters.items(),
            *module._buffers.items(),
        ]:
            mark = (id(value), value._version) if isinstance(value, Tensor) else repr(value)
            kept[f"{path}.{name}"] = mark
    return kept


@pytest.mark.parametrize("norm", NORMS)
def test_nothing_is_kept_on_any_module(norm: str) -> None:
    model = small_model(norm=norm, positions="learned")
    before = everything_in(model)
    with capture():
        model.predict(random_ids(11, 2, 4), random_ids(13, 2, 3))
    assert everything_in(model) == before


def test_probabilities_are_the_softmax_of_the_logits_over_the_vocabulary() -> None:
    model = small_model()
    source_ids, target_ids = random_ids(11, 2, 4), random_ids(13, 2, 3)
    with capture() as trace:
        probabilities = model.predict(source_ids, target_ids)
    powers = trace["logits"].double().exp()
    assert_close(probabilities.double(), powers / powers.sum(dim=2, keepdim=True))
