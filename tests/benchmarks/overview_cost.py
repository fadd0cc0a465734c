"""All heads at a glance: our canvases against bertviz' model view, same weights, same browser."""

import json
from collections.abc import Iterator
from pathlib import Path

import torch
from torch import Tensor

from tests.benchmarks.bertviz_page import NOT_HERE, PEER_FILES, is_here, peer_page
from tests.benchmarks.chromium import SAY_SO, our_modules, window
from tests.benchmarks.interleaved import row, turns
from tests.benchmarks.judge import Row
from transformer_viz.capture.trace import capture
from transformer_viz.figures import theme
from transformer_viz.language import dictionary
from transformer_viz.model.config import TransformerConfig
from transformer_viz.model.transformer import Transformer
from transformer_viz.wire.figures import weights_for_page

LAYERS = HEADS = 12
SETTINGS = ((32, 0.03, 3), (64, 0.01, 3))  # tokens, goal for CPU, rounds: bertviz takes its time
PAYLOAD_GOAL = 0.10
OUR_PAGE = Path(__file__).with_name("overview.html")


@torch.inference_mode()
def attention_of(tokens: int, layers: int = LAYERS, heads: int = HEADS) -> list[Tensor]:
    """The weights of an untrained encoder, one tensor (1, head, query, key) per layer."""
    torch.manual_seed(0)
    config = TransformerConfig(
        source_vocab_size=1000,
        target_vocab_size=1000,
        d_model=32 * heads,
        n_heads=heads,
        n_encoder_layers=layers,
        n_decoder_layers=1,
        d_ff=64,
    )
    with capture() as trace:
        Transformer(config).eval().encode(torch.randint(4, 1000, (1, tokens)))
    return [trace[f"encoder.layers.{layer}.self_attention.weights"] for layer in range(layers)]


def our_page(weights: list[Tensor], tokens: list[str]) -> bytes:
    """Our overview alone, with everything that it needs in the page."""
    block = "encoder.layers.*.self_attention"
    grid = f"{block}.weights"
    box = {"part": block, "grid": grid, "layers": LAYERS, "title": "viewer.encoder.self_attention"}
    tensor = {"name": "weights", "path": grid, "look": 0}
    model = {
        "n_heads": HEADS,
        "looks": [{"rows": "source", "columns": "source"}],
        "offers": [],
        "boxes": [{**box, "tensors": [tensor], "offers": []}],
    }
    packed = {grid.replace("*", str(layer)): weights_for_page(x) for layer, x in enumerate(weights)}
    run = {"labels": {"source": tokens}, "weights": packed, "silenced": {}}
    needed = {key: text for key, text in dictionary().items() if key.startswith("viewer.")}
    template = theme.template(theme.LIGHT).to_plotly_json()
    sent = json.dumps({"run": run, "model": model, "template": template, "strings": needed})
    parts = {"{{sent}}": sent.replace("<", "\\u003c"), "{{say_so}}": SAY_SO}
    for path in our_modules():  # wherever a module stands, its name is enough
        parts[f"{{{{{Path(path).name}}}}}"] = f"./{path}"
    html = OUR_PAGE.read_text(encoding="utf-8")
    for name, part in parts.items():
        html = html.replace(name, part)
    return html.encode()


def rows() -> Iterator[Row]:
    """CPU and payload, a row each per length."""
    for tokens, goal, rounds in SETTINGS:
        what = f"all {LAYERS}x{HEADS} heads / bertviz, {tokens} tokens"
        cpu, payload = f"{what}: page opened, CPU", f"{what}: bytes of HTML"
        if not is_here():
            yield Row(name=cpu, goal=goal, note=NOT_HERE)
            yield Row(name=payload, goal=PAYLOAD_GOAL, note=NOT_HERE)
            continue
        words = [f"word{i}" for i in range(tokens)]
        weights = attention_of(tokens)
        pages = {"ours": our_page(weights, words), "theirs": peer_page(weights, words)}
        files = {f"{name}.html": page for name, page in pages.items()}
        with window({**files, **our_modules(), **PEER_FILES}) as browser:
            opened = {name: lambda n=name: browser.open(f"{n}.html") for name in pages}
            times = turns(opened, rounds, warm_up=0)
        yield row(cpu, times, "ours", "theirs", goal)
        sizes = {name: [float(len(page))] for name, page in pages.items()}
        yield row(payload, sizes, "ours", "theirs", PAYLOAD_GOAL, unit="kB")
