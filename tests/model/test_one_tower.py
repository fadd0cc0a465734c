"""An encoder alone and a decoder alone: who sees whom, padding, ties."""

from __future__ import annotations

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.nn import functional as F

from tests.helpers import (
    NO_DECODER,
    NO_ENCODER,
    quick,
    random_ids,
    small_config,
    small_decoder_only,
    small_encoder_only,
    small_model,
)
from transformer_viz.capture.trace import capture
from transformer_viz.errors import InputError
from transformer_viz.model.architectures import build_model
from transformer_viz.model.config import TransformerConfig
from transformer_viz.model.decoder_only import DecoderOnly
from transformer_viz.model.encoder_only import EncoderOnly
from transformer_viz.model.transformer import Transformer

NORMS = ["post", "pre"]
SMALL = [small_encoder_only, small_decoder_only]


def assert_close(a: torch.Tensor, b: torch.Tensor) -> None:
    torch.testing.assert_close(a, b, rtol=0, atol=1e-5)


@quick
@given(norm=st.sampled_from(NORMS), length=st.integers(1, 8), data=st.data())
def test_changing_a_later_word_never_changes_what_a_decoder_said_before_it(
    norm: str, length: int, data: st.DataObject
) -> None:
    model = small_decoder_only(norm=norm, n_decoder_layers=2)
    changed_at = data.draw(st.integers(0, length - 1))
    token_ids = random_ids(13, 1, length)
    changed = token_ids.clone()
    changed[0, changed_at] = data.draw(
        st.integers(0, 12).filter(lambda i: i != token_ids[0, changed_at])
    )

    before, after = model(token_ids), model(changed)

    assert torch.equal(before[:, :changed_at], after[:, :changed_at])
    assert not torch.equal(before[:, changed_at], after[:, changed_at])


def test_a_later_word_changes_what_an_encoder_says_about_every_word() -> None:
    token_ids = random_ids(11, 1, 6)
    changed = token_ids.clone()
    changed[0, 5] = 4 + (token_ids[0, 5] - 3) % 7
    difference = small_encoder_only()(token_ids) - small_encoder_only()(changed)
    assert difference.abs().amax(dim=-1).gt(1e-4).all()


def test_an_encoder_alone_is_the_left_tower_of_the_pair() -> None:
    """The same weights under the same names give the same stream."""
    pair, alone = small_model(n_encoder_layers=2), small_encoder_only(n_encoder_layers=2)
    alone.encoder.load_state_dict(pair.encoder.state_dict())
    token_ids = random_ids(11, 2, 5)
    with capture() as trace:
        alone(token_ids)
    last = trace["encoder.layers.1.feed_forward_norm.output"]
    assert torch.equal(last, pair.encode(token_ids))


@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("small", SMALL)
def test_padding_at_the_end_changes_no_logits_of_real_positions(small, norm: str) -> None:
    model = small(norm=norm)
    token_ids = random_ids(11, 2, 4)
    longer = model(F.pad(token_ids, (0, 3), value=0))
    assert longer.shape[1] == 7
    assert_close(longer[:, :4], model(token_ids))


@pytest.mark.parametrize("small", SMALL)
def test_probabilities_are_the_softmax_over_the_vocabulary(small) -> None:
    with capture() as trace:
        probabilities = small().predict(random_ids(11, 2, 4))
    powers = trace["logits"].double().exp()
    assert_close(probabilities.double(), powers / powers.sum(dim=2, keepdim=True))
    assert torch.equal(trace["probabilities"], probabilities)


def test_a_single_word_may_look_at_itself() -> None:
    for small in SMALL:
        with capture() as trace:
            small()(random_ids(11, 1, 1))
        (weights,) = [x for path, x in trace.items() if path.endswith(".weights")]
        assert weights.flatten().tolist() == [1.0, 1.0]


@pytest.mark.parametrize("tied", ["target", "all"])
def test_a_tied_tower_predicts_with_its_own_table(tied: str) -> None:
    reader, writer = small_encoder_only(tied=tied), small_decoder_only(tied=tied)
    assert reader.w_vocab.weight is reader.encoder.embeddings.table.weight
    assert writer.w_vocab.weight is writer.decoder.embeddings.table.weight
    assert small_encoder_only().w_vocab.weight.shape == (11, 8)


def test_the_config_chooses_the_class() -> None:
    built = {
        config.architecture: type(build_model(config))
        for config in (small_config(), small_config(**NO_DECODER), small_config(**NO_ENCODER))
    }
    assert built == {
        "encoder-decoder": Transformer,
        "encoder-only": EncoderOnly,
        "decoder-only": DecoderOnly,
    }


@pytest.mark.parametrize(
    ("alone", "name", "value"),
    [
        (NO_DECODER, "target_vocab_size", 13),
        (NO_DECODER, "n_decoder_layers", 1),
        (NO_ENCODER, "source_vocab_size", 11),
        (NO_ENCODER, "n_encoder_layers", 6),
    ],
)
def test_sizes_of_a_tower_that_is_not_there_are_refused(
    alone: dict[str, object], name: str, value: int
) -> None:
    with pytest.raises(InputError, match=rf"^{name} = {value} .*{alone['architecture']}.* be 0"):
        small_config(**{**alone, name: value})


@pytest.mark.parametrize("name", ["source_vocab_size", "n_encoder_layers"])
def test_the_tower_that_is_there_needs_its_sizes(name: str) -> None:
    with pytest.raises(InputError, match=rf"^{name} = 0 .* 1 or more"):
        small_config(**{**NO_DECODER, name: 0})


def test_a_config_without_an_architecture_is_the_papers() -> None:
    """So were the ones written before there was a choice."""
    written = small_config().as_dict()
    del written["architecture"]
    assert TransformerConfig(**written) == small_config()


@pytest.mark.parametrize("small", SMALL)
def test_one_table_for_one_tower_is_never_a_conflict_of_sizes(small) -> None:
    assert small(tied="all").config.vocab_size in (11, 13)
