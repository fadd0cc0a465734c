import pytest
import torch

from tests.helpers import random_ids, small_model
from transformer_viz.capture.trace import capture
from transformer_viz.model.masks import causal_mask, decoder_mask, padding_mask


def test_the_past_without_its_padding() -> None:
    """Rows of padding keep looking at the real columns (annotated-transformer#137)."""
    mask = decoder_mask(torch.tensor([[1, 2, 3, 0, 0]]), pad_id=0)
    assert mask[0, 0].int().tolist() == [
        [1, 0, 0, 0, 0],
        [1, 1, 0, 0, 0],
        [1, 1, 1, 0, 0],
        [1, 1, 1, 0, 0],
        [1, 1, 1, 0, 0],
    ]


def test_padding_hides_columns_of_its_own_sentence_only() -> None:
    mask = padding_mask(torch.tensor([[5, 7, 0, 0], [0, 5, 7, 5]]), pad_id=0)
    assert mask.shape == (2, 1, 1, 4)  # one row, for every query
    assert mask[:, 0, 0].int().tolist() == [[1, 1, 0, 0], [0, 1, 1, 1]]


@pytest.mark.parametrize("pad_id", [0, 3])
def test_the_padding_id_is_the_one_that_is_given(pad_id: int) -> None:
    mask = padding_mask(torch.tensor([[0, 3, 4]]), pad_id)
    assert mask.flatten().tolist() == [pad_id != 0, pad_id != 3, True]


def test_one_token_may_see_itself() -> None:
    assert causal_mask(1).tolist() == [[[[True]]]]


def test_weights_on_padding_are_zero_and_rows_of_padding_are_finite() -> None:
    model = small_model()
    source_ids = random_ids(11, 2, 4)
    source_ids[0, 2:] = 0
    with capture() as trace:
        model.encode(source_ids)
    weights = trace["encoder.layers.0.self_attention.weights"]
    assert weights[0, :, :, 2:].eq(0).all()
    torch.testing.assert_close(weights.sum(dim=-1), torch.ones(2, 2, 4))


def test_a_source_of_padding_only_gives_zero_rows_and_no_nan() -> None:
    model = small_model()
    with capture() as trace:
        model.predict(torch.zeros(2, 3, dtype=torch.long), random_ids(13, 2, 4))
    assert trace["encoder.layers.0.self_attention.weights"].eq(0).all()
    assert trace["decoder.layers.0.cross_attention.weights"].eq(0).all()
    assert not [path for path, x in trace.items() if x.isnan().any()]


def test_a_target_that_begins_with_padding_has_one_zero_row_and_no_nan() -> None:
    target_ids = torch.tensor([[0, 5, 6]])
    with capture() as trace:
        small_model().predict(random_ids(11, 1, 4), target_ids)
    weights = trace["decoder.layers.0.self_attention.weights"]
    torch.testing.assert_close(weights.sum(dim=-1)[0, 0], torch.tensor([0.0, 1.0, 1.0]))
    assert not [path for path, x in trace.items() if x.isnan().any()]
