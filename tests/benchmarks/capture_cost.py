"""A full capture against the plain pass of the same modules without their hook points."""

from collections.abc import Iterator

import torch
from torch import Tensor

from tests.benchmarks.before import NO_WORSE
from tests.benchmarks.interleaved import row, timed, turns
from tests.benchmarks.judge import Row
from tests.benchmarks.plain import assert_same, plain
from tests.benchmarks.workers import before, here, worker_turns
from transformer_viz.capture.trace import Trace, capture
from transformer_viz.model.config import TransformerConfig
from transformer_viz.model.transformer import Transformer

SETTINGS = (  # d_model, heads, layers, d_ff, tokens, rounds, passes per round, goal
    (128, 4, 3, 512, 16, 60, 5, 1.15),
    (128, 4, 3, 512, 64, 60, 3, 1.15),
    (512, 8, 6, 2048, 32, 20, 1, 1.05),
    (512, 8, 6, 2048, 128, 12, 1, 1.05),
)
ROUNDS_BEFORE = 15


def rows() -> Iterator[Row]:
    """Two rows per setting: against the plain pass, and against the commit before."""
    for d_model, heads, layers, d_ff, tokens, rounds, repeat, goal in SETTINGS:
        name = f"{d_model}/{heads}/{layers}+{layers}, {tokens} tokens"
        config = TransformerConfig(
            source_vocab_size=2000,
            target_vocab_size=2000,
            d_model=d_model,
            n_heads=heads,
            n_encoder_layers=layers,
            n_decoder_layers=layers,
            d_ff=d_ff,
            tied="all",
        )
        what = f"capture / plain fused pass, {name}"
        yield _against_plain(what, config, tokens, rounds, repeat, goal)
        job = ("capture", *map(str, (d_model, heads, layers, d_ff, tokens)))
        times = worker_turns({"ours": here(*job), "before": before(*job)}, ROUNDS_BEFORE)
        yield row(f"capture / before, {name}", times, "ours", "before", NO_WORSE)


@torch.inference_mode()
def _against_plain(
    name: str, config: TransformerConfig, tokens: int, rounds: int, repeat: int, goal: float
) -> Row:
    torch.manual_seed(0)
    model = Transformer(config).eval()
    bare = plain(model)
    source, target = torch.randint(4, config.vocab_size, (2, 1, tokens))
    assert_same(model, bare, source, target)

    def captured() -> Trace:
        with capture() as trace:
            model(source, target)
        return trace

    def passed() -> Tensor:
        return bare(source, target)

    works = {"captured": timed(captured, repeat), "plain": timed(passed, repeat)}
    return row(name, turns(works, rounds), "captured", "plain", goal)
