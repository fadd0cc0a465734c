"""All heads at a glance: our canvases against bertviz' model view, same weights, same browser."""

import json
import statistics
from importlib.util import find_spec
from pathlib import Path

import torch
from torch import Tensor

from tests.benchmarks.chromium import SAY_SO, Window, our_modules, window
from tests.benchmarks.interleaved import line, ratio_line
from transformer_viz.capture.trace import capture
from transformer_viz.figures import theme
from transformer_viz.language import dictionary
from transformer_viz.model.config import TransformerConfig
from transformer_viz.model.transformer import Transformer
from transformer_viz.wire.figures import weights_for_page

LAYERS = HEADS = 12
SETTINGS = ((32, 0.03, 3), (64, 0.01, 1))  # tokens, goal for CPU, rounds: bertviz takes its time
PAYLOAD_GOAL = 0.10
CDN = "https://cdnjs.cloudflare.com/ajax/libs/"
LIBRARIES = Path(__file__).parent / "peer" / "node_modules"
PEER_FILES = {  # the addresses that bertviz asks for
    f"{CDN}require.js/2.3.6/require.min.js": LIBRARIES / "requirejs/require.js",
    f"{CDN}d3/5.7.0/d3.min.js": LIBRARIES / "d3/dist/d3.min.js",
    f"{CDN}jquery/2.0.0/jquery.min.js": LIBRARIES / "jquery/dist/jquery.min.js",
}
OUR_PAGE = """<!doctype html><meta charset="utf-8">
<style>.head-grid {{ display: grid; grid-template-columns: 12px repeat(12, 64px); gap: 6px; }}
.thumb canvas {{ width: 64px; height: 64px; image-rendering: pixelated; }}</style>
<div id="head-overview"></div><p id="pooled-hint"></p>
<script type="application/json" id="sent">{sent}</script>
<script type="module">
import {{ createOverview }} from "./page/parts/overview/overview.js";
import {{ Run }} from "./page/data/run.js";
import {{ useStrings }} from "./page/strings.js";
import {{ colourScales }} from "./page/theme.js";
const {{ run, template, strings }} = JSON.parse(document.querySelector("#sent").textContent);
useStrings(strings);
const overview = createOverview(document.body, {{ onPlace() {{}} }});
overview.showRun(new Run(run), colourScales(template).weights);
{say_so};
</script>"""
PEER_SAYS_SO = f"<script>requirejs(['jquery', 'd3'], () => {SAY_SO})</script>"  # after bertviz' own


@torch.inference_mode()
def attention_of(tokens: int) -> list[Tensor]:
    """The weights of an untrained encoder, one tensor (1, head, query, key) per layer."""
    torch.manual_seed(0)
    config = TransformerConfig(
        source_vocab_size=1000,
        target_vocab_size=1000,
        d_model=32 * HEADS,
        n_heads=HEADS,
        n_encoder_layers=LAYERS,
        n_decoder_layers=1,
        d_ff=64,
    )
    with capture() as trace:
        Transformer(config).eval().encode(torch.randint(4, 1000, (1, tokens)))
    return [trace[f"encoder.layers.{layer}.self_attention.weights"] for layer in range(LAYERS)]


def our_page(weights: list[Tensor], tokens: list[str]) -> bytes:
    """Our overview alone, with everything that it needs in the page."""
    run = {
        "model": {"n_heads": HEADS, "n_encoder_layers": LAYERS},
        "kinds": {
            "encoder.self_attention": {
                "layers": LAYERS,
                "heads": HEADS,
                "queries": tokens,
                "keys": tokens,
            }
        },
        "diagram": {"boxes": []},
        "weights": {
            f"encoder.layers.{layer}.self_attention": weights_for_page(x)
            for layer, x in enumerate(weights)
        },
    }
    needed = {key: text for key, text in dictionary().items() if key.startswith("viewer.")}
    template = theme.template(theme.LIGHT).to_plotly_json()
    sent = json.dumps({"run": run, "template": template, "strings": needed})
    return OUR_PAGE.format(sent=sent.replace("<", "\\u003c"), say_so=SAY_SO).encode()


def peer_page(weights: list[Tensor], tokens: list[str]) -> bytes:
    """What bertviz gives for the same weights."""
    from bertviz import model_view  # installed for this benchmark only

    html = model_view(weights, tokens, html_action="return", display_mode="light").data
    return f'<!doctype html><meta charset="utf-8">{html}{PEER_SAYS_SO}'.encode()


def report() -> None:
    """Print CPU and payload, a line each per length; or why there is nothing to compare with."""
    if find_spec("bertviz") is None or not all(path.exists() for path in PEER_FILES.values()):
        print("all heads / bertviz: skipped, the peer is not installed; `make bench` installs it")
        return
    for tokens, goal, rounds in SETTINGS:
        words = [f"word{i}" for i in range(tokens)]
        weights = attention_of(tokens)
        ours, theirs = our_page(weights, words), peer_page(weights, words)
        files = {"ours.html": ours, "theirs.html": theirs, **our_modules(), **PEER_FILES}
        with window(files) as browser:
            cpu = _cpu(browser, rounds)
        what = f"all {LAYERS}x{HEADS} heads / bertviz, {tokens} tokens"
        print(line(f"{what}: CPU", cpu["ours"], cpu["theirs"], goal))
        print(ratio_line(f"{what}: bytes of HTML", len(ours), len(theirs), PAYLOAD_GOAL))


def _cpu(browser: Window, rounds: int) -> dict[str, float]:
    seconds: dict[str, list[float]] = {"ours": [], "theirs": []}
    for _ in range(rounds):
        for name, each in seconds.items():
            each.append(browser.open(f"{name}.html"))
    return {name: statistics.median(each) for name, each in seconds.items()}
