"""A change of head at 128 tokens: our figure against the same heatmap with a label per word."""

import json
import statistics

from tests.benchmarks.chromium import HERE, Window, our_modules, window
from tests.benchmarks.interleaved import line
from tests.benchmarks.overview_cost import attention_of
from transformer_viz.figures import theme
from transformer_viz.figures.attention import attention_heatmap
from transformer_viz.language import dictionary
from transformer_viz.server.http import PLOTLY_JS
from transformer_viz.wire.figures import ATTENTION_FILLS, figure_for_page, weights_for_page

TOKENS = 128
HEADS = 8
GOAL = 0.15
PAGE = """<!doctype html><meta charset="utf-8">
<div id="ours" style="width:780px"><div id="detail-figure"></div>
  <div id="row-band"></div><div id="column-band"></div></div>
<div id="theirs" style="width:780px"></div>
<script type="application/json" id="sent">{sent}</script>
<script type="module">
import {{ createFigure }} from "./page/figures/figure.js";
import {{ filled }} from "./page/figures/fills.js";
import {{ useStrings }} from "./page/strings.js";
import {{ decodeWeights, matrixOf }} from "./page/data/tensors.js";
const sent = JSON.parse(document.querySelector("#sent").textContent);
const {{ figure, weights, labels, template, strings }} = sent;
useStrings(strings);
const decoded = decodeWeights(weights);
const blocked = labels.map(() => labels.map(() => 0));
const graph = document.querySelector("#theirs");
const ours = createFigure(document.querySelector("#ours"), {{ templates: {{ light: template }} }});
const given = (head) => ({{ main: matrixOf(decoded, head), blocked }});
window.ours = (head) => ours.show({{
  figure, given: given(head), theme: "light", rows: labels.length,
  axes: {{ xaxis: labels, yaxis: labels }},
  meta: {{ head, run: 1, picture: "weights" }},
}});
window.theirs = (head) => {{
  const {{ data, layout }} = filled(figure, given(head));
  const every = {{ tickvals: labels.map((_, i) => i), ticktext: labels }};
  const {{ width, height, uirevision }} = document.querySelector("#detail-figure").layout;
  return Plotly.react(graph, data, {{
    ...layout, xaxis: {{ ...layout.xaxis, ...every }}, yaxis: {{ ...layout.yaxis, ...every }},
    template, width, height, uirevision,
  }}, {{ displayModeBar: false }});
}};
</script>"""


def page() -> bytes:
    """Both figures on one page, each with a function that shows another head."""
    weights = attention_of(TOKENS)[0]
    labels = [f"word{i}" for i in range(TOKENS)]
    figure = attention_heatmap(weights[0, 0], labels, labels)
    sent = {
        "figure": figure_for_page(figure, ATTENTION_FILLS),
        "weights": weights_for_page(weights),
        "labels": labels,
        "template": theme.template(theme.LIGHT).to_plotly_json(),
        "strings": dictionary(),
    }
    return PAGE.format(sent=json.dumps(sent).replace("<", "\\u003c")).encode()


def report() -> None:
    """Print one line."""
    with window({"page.html": page(), "viz/plotly.js": PLOTLY_JS, **our_modules()}) as browser:
        cpu = _cpu(browser)
    what = f"change of head, {TOKENS} tokens, 24 labels / one per word: CPU"
    print(line(what, cpu["ours"], cpu["theirs"], GOAL))


def _cpu(browser: Window) -> dict[str, float]:
    browser.page.goto(HERE + "page.html")
    browser.page.wait_for_function("'theirs' in window")
    seconds: dict[str, list[float]] = {"ours": [], "theirs": []}
    for head in range(-2, HEADS):  # two turns to warm up
        for name, each in seconds.items():
            passed = browser.run(f"window.{name}({head % HEADS})")
            if head >= 0:
                each.append(passed)
    return {name: statistics.median(each) for name, each in seconds.items()}
