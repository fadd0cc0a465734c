// The chosen head, large: Python's figure with this head's numbers in it.

import { filled } from "./fills.js";
import { Run } from "./run.js";
import { make, say } from "./strings.js";

const CONFIG = { displaylogo: false, showSendToCloud: false, displayModeBar: false, responsive: false };
const NARROW = 560; // pixels: below this, labels shrink

export function createDetail(element, { templates, onPoint, onPin, onView }) {
  const find = (id) => element.querySelector(`#${id}`);
  const graph = find("detail-figure");
  const bands = { row: find("row-band"), column: find("column-band") };
  const plotly = loadPlotly();
  let wanted = null; // { run, view, theme }: what shall be on show
  let listening = false;

  const steppers = {
    layer: createStepper(find("layer-stepper"), "layer", (layer) => onView({ layer })),
    head: createStepper(find("head-stepper"), "head", (head) => onView({ head })),
  };

  function layoutOf(run, view, theme) {
    const { figure, queries } = run.kind(view);
    const width = graph.clientWidth;
    const narrow = width < NARROW;
    const cell = Math.max(narrow ? 22 : 30, Math.min(44, 420 / queries.length));
    const small = narrow ? { tickfont: { size: 10 } } : {};
    return {
      ...figure.layout,
      xaxis: { ...figure.layout.xaxis, ...small },
      yaxis: { ...figure.layout.yaxis, ...small },
      template: templates[theme],
      width,
      height: Math.min(820, Math.max(260, queries.length * cell + 110)),
      // zoom and pan survive a change of head, not a change of run
      uirevision: `${run.number}/${view.kind}`,
      meta: { tensor: `${Run.site(view)}.weights`, layer: view.layer, head: view.head, run: run.number },
    };
  }

  async function draw() {
    const mine = wanted;
    if (!(await plotly)) {
      graph.textContent = say("viewer.no_plotly");
      return;
    }
    if (mine !== wanted) return; // something newer is on its way
    const { run, view, theme } = mine;
    const data = filled(run.kind(view).figure, run.weights(view), run.blocked(view));
    await Plotly.react(graph, data, layoutOf(run, view, theme), CONFIG);
    if (!listening) listen();
  }

  function listen() {
    listening = true;
    graph.on("plotly_hover", ({ points: [point] }) => onPoint({ row: point.y, column: point.x }));
    graph.on("plotly_unhover", () => onPoint(null));
    graph.on("plotly_click", ({ points: [point] }) => onPin({ row: point.y, column: point.x }));
    new ResizeObserver(() => {
      if (graph.clientWidth && graph.clientWidth !== graph._fullLayout.width) draw();
    }).observe(graph);
  }

  return {
    async show(run, view, theme) {
      const { layers, heads } = run.kind(view);
      describe(run, view);
      steppers.layer.show(view.layer, layers);
      steppers.head.show(view.head, heads);
      wanted = { run, view, theme };
      await draw();
    },

    showFocus(focus, run, view) {
      placeBands(bands, graph, focus);
      find("readout").textContent = readout(focus, run, view);
    },
  };

  function describe(run, view) {
    find("detail-title").textContent = say(`viewer.${view.kind}`);
    find("detail-explain").textContent = say(`viewer.${view.kind}.explain`);
    find("tensor-path").textContent = `${Run.site(view)}.weights[0, ${view.head}]`;
    const formula = find("formula");
    formula.replaceChildren(
      "softmax( ", make("b", "q", "Q"), make("b", "k", "K"), `ᵀ / √${run.model.d_k} ) `, make("b", "v", "V"));
    const best = run.model.alignment_head;
    if (best && view.kind === "decoder.cross_attention" && best.layer === view.layer && best.head === view.head) {
      const rate = best.error_rate.toFixed(3);
      formula.append(make("span", "badge", say("viewer.aligned", { rate })));
    }
    const masked = run.blocked(view).some((row) => row.some(Boolean));
    find("hatch-legend").hidden = !masked;
  }
}

/** ‹ Layer 2 of 3 › */
function createStepper(element, name, onChange) {
  const label = make("span");
  const buttons = [-1, 1].map((step) => {
    const button = make("button", "", step < 0 ? "‹" : "›");
    button.type = "button";
    button.setAttribute("aria-label", say(`viewer.${step < 0 ? "previous" : "next"}_${name}`));
    button.addEventListener("click", () => onChange(current + step));
    return button;
  });
  let current = 0;
  element.replaceChildren(buttons[0], label, buttons[1]);
  return {
    show(value, count) {
      current = value;
      label.textContent = say(`viewer.${name}`, { [name]: value + 1, [`${name}s`]: count });
      buttons[0].disabled = value === 0;
      buttons[1].disabled = value === count - 1;
    },
  };
}

/** Two outlines over the figure: moving them costs nothing, redrawing the figure would. */
function placeBands(bands, graph, focus) {
  const layout = graph._fullLayout;
  bands.row.hidden = !layout || focus?.row == null;
  bands.column.hidden = !layout || focus?.column == null;
  if (!layout) return;
  const { xaxis, yaxis } = layout;
  const span = (axis, at) => {
    const ends = [axis.l2p(at - 0.5), axis.l2p(at + 0.5)].map((p) => Math.min(Math.max(p, 0), axis._length));
    return [axis._offset + Math.min(...ends), Math.abs(ends[1] - ends[0])];
  };
  const place = (band, left, top, width, height) => {
    Object.assign(band.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  };
  if (!bands.row.hidden) {
    const [top, height] = span(yaxis, focus.row);
    place(bands.row, xaxis._offset, top, xaxis._length, height);
  }
  if (!bands.column.hidden) {
    const [left, width] = span(xaxis, focus.column);
    place(bands.column, left, yaxis._offset, width, yaxis._length);
  }
}

/** The chosen cell or row in words. */
function readout(focus, run, view) {
  if (focus?.row == null) return say("viewer.readout_empty");
  const { queries, keys } = run.kind(view);
  const weights = run.weights(view)[focus.row];
  const side = view.kind.startsWith("encoder") ? "encoder" : "decoder";
  const query = side === "encoder" ? queries[focus.row] : queries[focus.row].split(" → ").at(-1);
  if (weights.every((weight) => weight === 0)) return say("viewer.row_dead", { query });
  if (focus.column != null) {
    const weight = weights[focus.column].toFixed(4);
    return say(`viewer.cell_${side}`, { query, key: keys[focus.column], weight });
  }
  const best = Array.from(weights, (weight, j) => ({ weight, key: keys[j] }))
    .sort((a, b) => b.weight - a.weight).slice(0, 3)
    .map(({ weight, key }) => `${key} ${weight.toFixed(2)}`);
  return say(`viewer.row_${side}`, { query, keys: best.join(" · ") });
}

/** plotly.js comes from the plotly Python package, once. Resolves to whether it could be loaded. */
function loadPlotly() {
  return new Promise((resolve) => {
    const script = document.createElement("script");
    script.src = new URL("viz/plotly.js", document.baseURI);
    script.onload = () => resolve(true);
    script.onerror = () => resolve(false);
    document.head.append(script);
  });
}
