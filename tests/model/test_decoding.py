from __future__ import annotations

import random

import pytest
import torch
from torch import Tensor

from tests.helpers import random_ids, small_decoder_only, small_model
from transformer_viz.errors import InputError
from transformer_viz.model import parts
from transformer_viz.model.beam import Beam
from transformer_viz.model.decoder_only import DecoderOnly
from transformer_viz.model.decoding import (
    Afresh,
    Cached,
    ContinuedAfresh,
    ContinuedCached,
    greedy,
)
from transformer_viz.model.methods import GREEDY, Greedy, Method, decode
from transformer_viz.model.sampling import Sampling
from transformer_viz.model.transformer import Transformer

START, END, PAD = 1, 2, 0


def random_model(seed: int) -> Transformer:
    draw = random.Random(seed)
    n_heads = draw.randint(1, 4)
    return small_model(
        seed,
        d_model=n_heads * draw.randint(2, 8),
        n_heads=n_heads,
        d_k=draw.choice([0, 3]),
        d_v=draw.choice([0, 5]),
        n_encoder_layers=draw.randint(1, 2),
        n_decoder_layers=draw.randint(1, 3),
        norm=draw.choice(["post", "pre"]),
        norm_kind=draw.choice(["layer", "rms"]),
        positions=draw.choice(["sinusoidal", "learned", "none"]),
        activation=draw.choice(["relu", "gelu"]),
        tied=draw.choice(["none", "target"]),
        scale_embeddings=draw.choice([True, False]),
    )


def padded_source(seed: int) -> Tensor:
    source_ids = random_ids(11, 3, 6, seed)
    source_ids[1, 4:] = PAD
    source_ids[2, 1:] = PAD
    return source_ids


@torch.inference_mode()
@pytest.mark.parametrize("seed", range(25))
def test_cached_equals_afresh_at_every_step(seed: int) -> None:
    model, source_ids = random_model(seed), padded_source(seed)
    target_ids = random_ids(13, 3, 12, seed)
    target_ids[1, 5:] = PAD  # this sentence ended early
    cached, afresh = Cached(model, source_ids), Afresh(model, source_ids)
    for length in range(1, 13):
        written = target_ids[:, :length]
        torch.testing.assert_close(cached(written), afresh(written), rtol=0, atol=1e-5)


@torch.inference_mode()
@pytest.mark.parametrize("norm", ["post", "pre"])
def test_cached_equals_afresh_to_a_millionth_in_double_precision(norm: str) -> None:
    model = small_model(norm=norm, n_decoder_layers=3).double()
    source_ids, target_ids = padded_source(0), random_ids(13, 3, 12)
    cached, afresh = Cached(model, source_ids), Afresh(model, source_ids)
    for length in range(1, 13):
        written = target_ids[:, :length]
        torch.testing.assert_close(cached(written), afresh(written), rtol=0, atol=1e-6)


@torch.inference_mode()
@pytest.mark.parametrize("seed", range(10))
def test_both_ways_write_the_same_words(seed: int) -> None:
    model, source_ids = random_model(seed), padded_source(seed)
    start = torch.full((3, 1), START)
    first, second = (
        greedy(steps(model, source_ids), start, end_id=END, pad_id=PAD, max_new_tokens=10)
        for steps in (Cached, Afresh)
    )
    assert first.tolist() == second.tolist()


class Script:
    """Steps that give these words, whatever was written before; one row per sentence."""

    def __init__(self, *sentences: list[int]) -> None:
        self.sentences = torch.tensor(sentences)
        self.calls: list[list[list[int]]] = []

    def __call__(self, target_ids: Tensor) -> Tensor:
        self.calls.append(target_ids.tolist())
        words = self.sentences[:, target_ids.shape[1] - 1]
        return torch.nn.functional.one_hot(words, 13).float()


def write(script: Script, max_new_tokens: int = 10) -> list[list[int]]:
    start = torch.full((len(script.sentences), 1), START)
    return greedy(script, start, end_id=END, pad_id=PAD, max_new_tokens=max_new_tokens).tolist()


def test_writing_stops_after_the_end_token() -> None:
    assert write(Script([7, 8, END, 9, 9])) == [[START, 7, 8, END]]


def test_a_sentence_that_ended_is_filled_with_padding() -> None:
    script = Script([7, END, 9, 9, 9], [4, 5, 6, END, 9])
    assert write(script) == [[START, 7, END, PAD, PAD], [START, 4, 5, 6, END]]


def test_every_step_sees_what_was_written_so_far() -> None:
    script = Script([7, 8, END])
    write(script)
    assert script.calls == [[[START]], [[START, 7]], [[START, 7, 8]]]


@pytest.mark.parametrize("limit", [0, 1, 4])
def test_no_more_tokens_than_the_limit(limit: int) -> None:
    assert write(Script([7] * 10), limit) == [[START] + [7] * limit]


@torch.inference_mode()
def test_the_cache_computes_the_newest_position_only() -> None:
    model = small_model()
    lengths = []
    embeddings = model.decoder.embeddings
    handle = embeddings.register_forward_hook(lambda _, __, x: lengths.append(x.shape[1]))
    steps = Cached(model, random_ids(11, 1, 4))
    for length in (1, 2, 3):
        steps(random_ids(13, 1, length))
    handle.remove()
    assert lengths == [1, 1, 1]


def test_a_forced_word_is_taken_and_the_writing_goes_on_from_there() -> None:
    script = Script([7, 8, END], [4, 5, 6])
    start = torch.full((2, 1), START)
    written = greedy(script, start, end_id=END, pad_id=PAD, max_new_tokens=3, forced={1: 9})
    assert written.tolist() == [[START, 7, 9, END], [START, 4, 9, 6]]
    assert script.calls[2] == [[START, 7, 9], [START, 4, 9]]


def test_a_forced_end_ends_and_what_comes_later_is_never_reached() -> None:
    start = torch.tensor([[START]])
    limits = {"end_id": END, "pad_id": PAD, "max_new_tokens": 5}
    written = greedy(Script([7, 8, 9]), start, forced={1: END, 3: 9}, **limits)
    assert written.tolist() == [[START, 7, END]]


@torch.inference_mode()
@pytest.mark.parametrize("method", [GREEDY, Sampling(temperature=2.0, seed=3)], ids=str)
def test_forcing_what_is_written_anyway_changes_nothing(method: Greedy | Sampling) -> None:
    model, source_ids = small_model(4), random_ids(11, 1, 5)
    limits = {"end_id": END, "pad_id": PAD, "max_new_tokens": 10}
    start = torch.tensor([[START]])
    free = decode(Cached(model, source_ids), start, method, **limits).target_ids
    for step in range(free.shape[1] - 1):
        forced = {step: int(free[0, step + 1])}
        again = decode(Cached(model, source_ids), start, method, forced=forced, **limits)
        assert again.target_ids.tolist() == free.tolist()


@pytest.mark.parametrize("word", [-1, 13])
@pytest.mark.parametrize("method", [GREEDY, Sampling(), Beam()], ids=str)
def test_a_forced_word_outside_the_vocabulary_is_refused(method: Method, word: int) -> None:
    steps = Cached(small_model(), random_ids(11, 1, 4))
    with pytest.raises(InputError, match=f"no word {word} to take at step 0: .* 0 to 13"):
        decode(
            steps,
            torch.tensor([[START]]),
            method,
            end_id=END,
            pad_id=PAD,
            max_new_tokens=3,
            forced={0: word},
        )


@torch.inference_mode()
@pytest.mark.parametrize("steps", [Cached, Afresh])
def test_selected_sentences_go_on_as_if_they_had_been_alone(
    steps: type[Cached] | type[Afresh],
) -> None:
    model, source_ids = small_model(), padded_source(0)
    target_ids = random_ids(13, 3, 4)
    several = steps(model, source_ids)
    several(target_ids[:, :1])
    several(target_ids[:, :2])
    rows = torch.tensor([2, 0, 2, 1])
    several.select(rows)
    expected = Afresh(model, source_ids[rows])(target_ids[rows, :3])
    torch.testing.assert_close(several(target_ids[rows, :3]), expected, rtol=0, atol=1e-5)


# A decoder that stands alone


def random_writer(seed: int) -> DecoderOnly:
    draw = random.Random(seed)
    n_heads = draw.randint(1, 4)
    return small_decoder_only(
        seed,
        d_model=n_heads * draw.randint(2, 8),
        n_heads=n_heads,
        d_k=draw.choice([0, 3]),
        d_v=draw.choice([0, 5]),
        n_decoder_layers=draw.randint(1, 3),
        norm=draw.choice(["post", "pre"]),
        norm_kind=draw.choice(["layer", "rms"]),
        positions=draw.choice(["sinusoidal", "learned", "none"]),
        tied=draw.choice(["none", "target"]),
    )


@torch.inference_mode()
@pytest.mark.parametrize("prompt", [1, 4])
@pytest.mark.parametrize("seed", range(15))
def test_a_continuation_has_the_same_logits_with_the_cache(seed: int, prompt: int) -> None:
    model, token_ids = random_writer(seed), random_ids(13, 3, 12, seed)
    token_ids[1, 7:] = PAD  # this sentence ended early
    cached, afresh = ContinuedCached(model), ContinuedAfresh(model)
    for length in range(prompt, 13):
        text = token_ids[:, :length]
        torch.testing.assert_close(cached(text), afresh(text), rtol=0, atol=1e-5)


@torch.inference_mode()
@pytest.mark.parametrize("norm", ["post", "pre"])
def test_the_same_to_a_millionth_in_double_precision(norm: str) -> None:
    model = small_decoder_only(norm=norm, n_decoder_layers=3).double()
    token_ids = random_ids(13, 2, 12)
    cached, afresh = ContinuedCached(model), ContinuedAfresh(model)
    for length in (3, 4, 7, 8, 12):  # several new tokens at once too
        text = token_ids[:, :length]
        torch.testing.assert_close(cached(text), afresh(text), rtol=0, atol=1e-6)


@torch.inference_mode()
@pytest.mark.parametrize("seed", range(10))
def test_greedy_keeps_the_prompt_and_takes_the_best_of_the_plain_pass(seed: int) -> None:
    """Expected: the argmax of a whole forward pass per word, in plain Python."""
    model, prompt = random_writer(seed), random_ids(13, 1, 4, seed)
    expected = prompt[0].tolist()
    while len(expected) < 10:
        logits = model(torch.tensor([expected]))[0, -1].tolist()
        expected.append(logits.index(max(logits)))
        if expected[-1] == END:
            break
    for steps in (ContinuedCached(model), ContinuedAfresh(model)):
        written = greedy(steps, prompt, end_id=END, pad_id=PAD, max_new_tokens=6)
        assert written.tolist() == [expected]


@torch.inference_mode()
def test_after_the_prompt_only_the_newest_position_is_computed() -> None:
    model = small_decoder_only()
    lengths = []
    handle = model.decoder.embeddings.register_forward_hook(
        lambda _, __, x: lengths.append(x.shape[1])
    )
    steps = ContinuedCached(model)
    for length in (5, 6, 7):
        steps(random_ids(13, 1, length))
    handle.remove()
    assert lengths == [5, 1, 1]


@torch.inference_mode()
@pytest.mark.parametrize("steps", [ContinuedCached, ContinuedAfresh])
@pytest.mark.parametrize(
    "method", [GREEDY, Sampling(temperature=2.0, seed=3), Beam(width=3)], ids=str
)
def test_every_method_goes_on_from_a_prompt(
    steps: type[ContinuedCached] | type[ContinuedAfresh], method: Method
) -> None:
    """With or without the cache the same words follow the prompt, which stays as it is."""
    model, prompt = small_decoder_only(4), random_ids(13, 1, 4)
    limits = {"end_id": END, "pad_id": PAD, "max_new_tokens": 6}
    written = decode(steps(model), prompt, method, **limits).target_ids
    again = decode(ContinuedAfresh(model), prompt, method, **limits).target_ids
    assert written[:, :4].tolist() == prompt.tolist()
    assert 4 < written.shape[1] <= 10
    assert written.tolist() == again.tolist()


# Positions that queries and keys are told


def turned(x: Tensor, first_position: int) -> Tensor:
    """Rotary positions in miniature: two halves of a vector, turned by an angle per position."""
    angle = torch.arange(first_position, first_position + x.shape[2])[:, None] / 3
    left, right = x.chunk(2, dim=-1)
    cos, sin = angle.cos(), angle.sin()
    return torch.cat([left * cos - right * sin, left * sin + right * cos], dim=-1)


@torch.inference_mode()
def test_a_cache_tells_queries_and_keys_where_they_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    source_ids, target_ids = padded_source(0), random_ids(13, 3, 12)
    plain = small_model(positions="none", n_decoder_layers=2)(source_ids, target_ids)
    monkeypatch.setitem(parts.PLACES, "none", turned)
    model = small_model(positions="none", n_decoder_layers=2)
    afresh = model(source_ids, target_ids)
    assert not torch.allclose(afresh, plain, atol=1e-2)
    cached = Cached(model, source_ids)
    for length in (1, 2, 5, 6, 12):  # several new tokens at once too
        logits = cached(target_ids[:, :length])
        torch.testing.assert_close(logits, afresh[:, length - 1], rtol=0, atol=1e-5)

    writer = small_decoder_only(positions="none", n_decoder_layers=2)
    continued = ContinuedCached(writer)
    for length in (4, 5, 8):
        logits = continued(target_ids[:, :length])
        torch.testing.assert_close(logits, writer(target_ids[:, :length])[:, -1], rtol=0, atol=1e-5)
