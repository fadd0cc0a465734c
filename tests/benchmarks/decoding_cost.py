"""Decoding with the key/value cache against decoding without it: the same tokens, less work."""

import torch

from tests.benchmarks.interleaved import line, medians
from transformer_viz.checkpoints.catalog import load
from transformer_viz.model.decoding import Afresh, Cached, greedy
from transformer_viz.text.tokenizer import PAD, START

NEW_TOKENS = 30


@torch.inference_mode()
def report() -> None:
    """Print one line."""
    model = load("en-fr").transformer
    torch.manual_seed(0)
    source = torch.randint(4, model.config.source_vocab_size, (1, 16))

    def decode(steps: type[Cached] | type[Afresh]) -> list[int]:
        ids = greedy(
            steps(model, source),
            torch.tensor([[START]]),
            end_id=-1,  # never: exactly NEW_TOKENS are wanted
            pad_id=PAD,
            max_new_tokens=NEW_TOKENS,
        )
        return ids[0].tolist()

    assert decode(Cached) == decode(Afresh), "the cache must not change what is written"
    times = medians({"cached": lambda: decode(Cached), "afresh": lambda: decode(Afresh)}, 15)
    what = f"decoding {NEW_TOKENS} tokens with / without the cache"
    print(line(what, times["cached"], times["afresh"], 0.5))
