"""One piece of work, done again for every line that comes in; its CPU seconds go out.

Runs with any tree of this repository on its path, so it imports what all of them have:
``python worker.py capture 128 4 3 512 64``.
"""

import sys
import time
from collections.abc import Callable

import torch
from torch import Tensor, nn

Work = Callable[[], object]
NEW_TOKENS = 100  # a long text


def main(job: str, *words: str) -> None:
    """Prepare ``job``, then answer."""
    torch.set_num_threads(1)
    torch.manual_seed(0)
    work = JOBS[job](*words)
    for _ in sys.stdin:
        started = time.thread_time()
        result = work()
        passed = time.thread_time() - started
        del result
        sys.stdout.write(f"{passed}\n")
        sys.stdout.flush()


def capturing(d_model: str, heads: str, layers: str, d_ff: str, tokens: str) -> Work:
    """A pass of an encoder-decoder with everything recorded; small ones several times."""
    from transformer_viz.capture.memory import keep_freed_memory
    from transformer_viz.capture.trace import capture

    keep_freed_memory()
    model = _transformer(int(d_model), int(heads), int(layers), int(d_ff)).eval()
    source, target = torch.randint(4, 2000, (2, 1, int(tokens)))
    repeat = 10 if int(d_model) < 256 else 1

    @torch.inference_mode()
    def work() -> None:
        for _ in range(repeat):
            with capture() as trace:
                model(source, target)
            del trace

    return work


def writing(how: str) -> Work:
    """A long text, word by word, with ``Cached`` or ``Afresh``."""
    from transformer_viz.checkpoints.catalog import load
    from transformer_viz.model import decoding

    model = load("en-fr").transformer
    torch.manual_seed(0)  # loading draws the first weights, but only once
    source = torch.randint(4, model.config.source_vocab_size, (1, 32))

    @torch.inference_mode()
    def work() -> Tensor:
        return decoding.greedy(
            getattr(decoding, how)(model, source),
            torch.tensor([[1]]),
            end_id=-1,  # never: exactly NEW_TOKENS are wanted
            pad_id=0,
            max_new_tokens=NEW_TOKENS,
        )

    return work


def training(what: str) -> Work:
    """Optimiser steps on batches of the shipped models' sizes; ``torch …`` is torch's own model."""
    whose, _, sizes = what.rpartition(" ")
    batch, length, vocab, *shape = {
        "en-fr": (170, 14, 2000, 128, 4, 2, 512),
        "digits": (32, 8, 13, 32, 1, 1, 64),
    }[sizes]
    if whose == "torch":
        from tests.benchmarks.torch_model import TorchTransformer

        model = TorchTransformer(vocab, *shape, tied=sizes == "en-fr")
    else:
        model = _transformer(*shape, vocab=vocab, tied=sizes == "en-fr")
    lengths = torch.randint(length // 2, length + 1, (2, batch, 1))
    filled = torch.arange(length) < lengths
    source, target = torch.randint(4, vocab, (2, batch, length)) * filled
    optimiser = torch.optim.Adam(model.parameters(), lr=1e-4, betas=(0.9, 0.98), eps=1e-9)

    def work() -> None:
        for _ in range(1 if sizes == "en-fr" else 20):
            _step(model, optimiser, source, target)

    return work


def _step(model: nn.Module, optimiser: torch.optim.Adam, source: Tensor, target: Tensor) -> None:
    logits = model(source, target[:, :-1])
    loss = nn.functional.cross_entropy(
        logits.flatten(0, 1), target[:, 1:].flatten(), ignore_index=0, label_smoothing=0.1
    )
    optimiser.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimiser.step()


def decoder_capture(tokens: str) -> Work:
    """Everything of a decoder that stands alone, by our ``capture``."""
    from transformer_viz.capture.memory import keep_freed_memory
    from transformer_viz.capture.trace import capture
    from transformer_viz.model.config import TransformerConfig
    from transformer_viz.model.decoder_only import DecoderOnly

    keep_freed_memory()
    config = TransformerConfig(
        architecture="decoder-only",
        source_vocab_size=0,
        n_encoder_layers=0,
        target_vocab_size=2000,
        d_model=128,
        n_heads=4,
        n_decoder_layers=3,
        d_ff=512,
        norm="pre",
        activation="gelu",
        positions="learned",
        target_pad_id=-1,
    )
    model = DecoderOnly(config).eval()
    ids = torch.randint(4, 2000, (1, int(tokens)))

    @torch.inference_mode()
    def work() -> None:
        for _ in range(10):
            with capture() as trace:
                model(ids)
            del trace

    return work


def lens_capture(tokens: str) -> Work:
    """The same by ``run_with_cache`` of TransformerLens; its weights are random too."""
    from transformer_lens import HookedTransformer  # in a Python of its own
    from transformer_lens import HookedTransformerConfig as Config

    sizes = {"n_layers": 3, "d_model": 128, "n_heads": 4, "d_head": 32, "d_mlp": 512}
    config = Config(
        **sizes, n_ctx=128, d_vocab=2000, act_fn="gelu", normalization_type="LN", device="cpu"
    )
    model = HookedTransformer(config).eval()
    ids = torch.randint(4, 2000, (1, int(tokens)))

    @torch.inference_mode()
    def work() -> None:
        for _ in range(10):
            model.run_with_cache(ids)

    return work


def _transformer(
    d_model: int, heads: int, layers: int, d_ff: int, *, vocab: int = 2000, tied: bool = True
) -> nn.Module:
    from transformer_viz.model.config import TransformerConfig
    from transformer_viz.model.transformer import Transformer

    config = TransformerConfig(
        source_vocab_size=vocab,
        target_vocab_size=vocab,
        d_model=d_model,
        n_heads=heads,
        n_encoder_layers=layers,
        n_decoder_layers=layers,
        d_ff=d_ff,
        tied="all" if tied else "none",
    )
    return Transformer(config)


JOBS = {
    "capture": capturing,
    "write": writing,
    "train": training,
    "decoder": decoder_capture,
    "lens": lens_capture,
}
if __name__ == "__main__":
    main(*sys.argv[1:])
