// One cell taken apart: every number from this run, every step recomputed from the one above it.

import { kindOf } from "./parts.js";
import { make, say } from "./strings.js";

const number = (x) => (Number.isFinite(x) ? x.toPrecision(4).replace(/e([+-])0?/, "e$1") : x < 0 ? "−∞" : "∞");

/** Show how the chosen cell of `tensor` was computed; without a choice, take the strongest one. */
export function showArithmetic(element, run, place, tensor, trace, focus, onPin) {
  const steps = stepsFor(run, place, tensor, trace, focus);
  if (!steps) {
    element.replaceChildren(make("p", "explain", say("arithmetic.none")));
    return;
  }
  element.replaceChildren(...steps, walker(run, tensor, trace, place, focus, onPin));
}

function stepsFor(run, place, tensor, trace, focus) {
  if (tensor.view) return null;
  if (kindOf(place.part)) {
    if (["q", "k", "v", "output"].includes(tensor.key)) return null;
    return tensor.key === "context"
      ? contextSteps(run, place, trace, focus)
      : weightSteps(run, place, trace, focus);
  }
  if (/_norm\.(output|mean|variance)$/.test(tensor.path)) return normSteps(run, tensor, trace, focus);
  if (/_add\.sum$/.test(tensor.path) || /embeddings\.sum$/.test(tensor.path)) return sumSteps(run, tensor, trace, focus);
  if (/feed_forward\.activated$/.test(tensor.path)) return activationSteps(run, tensor, trace, focus);
  if (tensor.path === "probabilities") return softmaxSteps(run, trace, focus);
  return null;
}

/** q · k, scaled, masked, exp, divided by the row's sum. */
function weightSteps(run, place, trace, focus) {
  const site = place.part.replace("*", place.layer);
  const matrix = (name) => trace.matrix(`${site}.${name}`, place.head);
  const [q, k, masked, weights] = ["q", "k", "masked_scores", "weights"].map(matrix);
  const [i, j] = cell(focus, weights);
  const { queries, keys } = run.kind(place);
  const products = Array.from(q[i], (x, d) => x * k[j][d]);
  const dot = products.reduce((a, b) => a + b, 0);
  const width = q[i].length;
  const score = dot / Math.sqrt(width);
  const hidden = masked[i][j] === -Infinity;
  const exps = Array.from(masked[i], Math.exp);
  const sum = exps.reduce((a, b) => a + b, 0);
  const weight = sum ? exps[j] / sum : 0;
  const query = { word: queries[i].split(" → ")[0] };
  const key = { word: keys[j] };
  return [
    title(say("arithmetic.weight", { query: queries[i], key: keys[j] }), weights[i][j]),
    line([make("b", "q", "q"), say("arithmetic.of", query)], vector(q[i], "q"), ""),
    line([make("b", "k", "k"), say("arithmetic.of", key)], vector(k[j], "k"), ""),
    line([say("arithmetic.products", { count: width })], bars(products), `Σ ${number(dot)}`),
    line([`÷ √${width}`], `${number(dot)} / ${number(Math.sqrt(width))}`, number(score)),
    line([say("arithmetic.mask")], say(hidden ? "arithmetic.hidden" : "arithmetic.allowed", key), number(masked[i][j])),
    line(["exp"], `e^${number(masked[i][j])}`, number(exps[j])),
    line([say("arithmetic.row_sum")],
      sum ? `${number(exps[j])} / (${exps.map(number).join(" + ")})` : say("arithmetic.dead"), number(weight), true),
  ];
}

/** A number of the context: the values of all keys, mixed by the weights. */
function contextSteps(run, place, trace, focus) {
  const site = place.part.replace("*", place.layer);
  const matrix = (name) => trace.matrix(`${site}.${name}`, place.head);
  const [weights, v, context] = ["weights", "v", "context"].map(matrix);
  const [i, d] = cell(focus, context);
  const { queries, keys } = run.kind(place);
  const terms = Array.from(weights[i], (weight, j) => weight * v[j][d]);
  const sum = terms.reduce((a, b) => a + b, 0);
  return [
    title(say("arithmetic.context", { query: queries[i], dimension: d }), context[i][d]),
    ...terms.map((term, j) => line(
      [make("b", "v", "v"), say("arithmetic.of", { word: keys[j] })],
      `${number(weights[i][j])} × ${number(v[j][d])}`, number(term))),
    line(["Σ"], terms.map(number).join(" + "), number(sum), true),
  ];
}

/** LayerNorm of one number. */
function normSteps(run, tensor, trace, focus) {
  const norm = tensor.path.replace(/\.\w+$/, "");
  const output = trace.matrix(`${norm}.output`);
  const [i, d] = cell(focus, output);
  const x = inputOf(norm, run, trace)?.[i]?.[d];
  const mean = trace.matrix(`${norm}.mean`)[i][0];
  const variance = trace.matrix(`${norm}.variance`)[i][0];
  const weight = trace.tensor(`parameters.${norm}.weight`).values[d];
  const bias = trace.tensor(`parameters.${norm}.bias`).values[d];
  const { eps } = run.model;
  const normalised = (x - mean) / Math.sqrt(variance + eps);
  const word = run.labels(tensor.side)[i];
  return [
    title(say("arithmetic.norm", { word, dimension: d }), output[i][d]),
    line(["x"], say("arithmetic.from_sum"), number(x)),
    line(["x − mean"], `${number(x)} − ${number(mean)}`, number(x - mean)),
    line(["÷ √(variance + ε)"], `${number(x - mean)} / √(${number(variance)} + ${eps})`, number(normalised)),
    line(["× w + b"], `${number(normalised)} × ${number(weight)} + ${number(bias)}`, number(normalised * weight + bias), true),
  ];
}

/** What enters a norm: the sum before it (post-norm), or the stream below it (pre-norm). */
function inputOf(norm, run, trace) {
  const add = norm.replace(/_norm$/, "_add");
  return trace.matrix(`${add}.${run.model.norm === "post" ? "sum" : "residual"}`);
}

/** One number of a sum of two tensors. */
function sumSteps(run, tensor, trace, focus) {
  const [first, second] = tensor.path.includes("_add.") ? ["residual", "update"] : ["tokens", "positions"];
  const base = tensor.path.replace(/sum$/, "");
  const [a, b, sum] = [first, second, "sum"].map((name) => trace.matrix(base + name));
  const [i, d] = cell(focus, sum);
  return [
    title(say("arithmetic.norm", { word: run.labels(tensor.side)[i], dimension: d }), sum[i][d]),
    line([say(`tensor.${first}`)], "", number(a[i][d])),
    line([say(`tensor.${second}`)], "", number(b[i][d])),
    line(["+"], `${number(a[i][d])} + ${number(b[i][d])}`, number(a[i][d] + b[i][d]), true),
  ];
}

function activationSteps(run, tensor, trace, focus) {
  const activated = trace.matrix(tensor.path);
  const hidden = trace.matrix(tensor.path.replace("activated", "hidden"));
  const [i, d] = cell(focus, activated);
  const zeros = activated[i].reduce((count, x) => count + (x === 0), 0);
  return [
    title(say("arithmetic.norm", { word: run.labels(tensor.side)[i], dimension: d }), activated[i][d]),
    line([say("tensor.hidden")], "", number(hidden[i][d])),
    line(["max(0, x)"], `max(0, ${number(hidden[i][d])})`, number(Math.max(0, hidden[i][d])), true),
    line([say("arithmetic.zeros")], say("arithmetic.zeros_of", { zeros, count: activated[i].length }), ""),
  ];
}

function softmaxSteps(run, trace, focus) {
  const logits = trace.matrix("logits");
  const i = Math.min(focus?.row ?? 0, logits.length - 1);
  const order = Array.from(logits[i], (_, id) => id).sort((a, b) => logits[i][b] - logits[i][a]);
  const top = logits[i][order[0]];
  const exps = Array.from(logits[i], (x) => Math.exp(x - top));
  const sum = exps.reduce((a, b) => a + b, 0);
  return [
    title(say("arithmetic.softmax", { word: trace.vocabulary[order[0]], after: run.labels("target")[i] }), trace.matrix("probabilities")[i][order[0]]),
    ...order.slice(0, 5).map((id) => line([trace.vocabulary[id]],
      `e^(${number(logits[i][id])} − ${number(top)}) / ${number(sum)}`, number(exps[id] / sum), id === order[0])),
  ];
}

/** The chosen cell, or the strongest of the matrix. */
function cell(focus, matrix) {
  const [rows, columns] = [matrix.length, matrix[0].length];
  const within = (at, count) => (at == null ? null : Math.min(Math.max(at, 0), count - 1));
  let best = [within(focus?.row, rows), within(focus?.column, columns)];
  if (best[0] !== null && best[1] !== null) return best;
  const candidates = best[0] === null ? matrix.map((_, i) => i) : [best[0]];
  let strongest = -Infinity;
  for (const i of candidates) {
    for (let j = 0; j < columns; j++) {
      if (Number.isFinite(matrix[i][j]) && Math.abs(matrix[i][j]) > strongest) {
        strongest = Math.abs(matrix[i][j]);
        best = [i, j];
      }
    }
  }
  return [best[0] ?? 0, best[1] ?? 0];
}

/** ‹ row › ‹ column ›: another cell without leaving the face. */
function walker(run, tensor, trace, place, focus, onPin) {
  const matrix = trace.matrix(tensor.path, tensor.heads ? place.head : 0);
  const [i, j] = cell(focus, matrix);
  const element = make("p", "walker label");
  const step = (name, down, across, text) => {
    const button = make("button", "", text);
    button.type = "button";
    button.setAttribute("aria-label", say(`arithmetic.${name}`));
    button.disabled = !matrix[i + down] || j + across < 0 || j + across >= matrix[0].length;
    button.addEventListener("click", () => onPin({ row: i + down, column: j + across }));
    return button;
  };
  element.append(step("up", -1, 0, "↑"), step("down", 1, 0, "↓"), step("left", 0, -1, "←"), step("right", 0, 1, "→"),
    make("span", "", say("arithmetic.walk")));
  return element;
}

function title(text, value) {
  const element = make("p", "arithmetic-title", text);
  element.append(make("b", "", number(value)));
  return element;
}

function line(what, how, result, isFinal = false) {
  const element = make("div", "arithmetic-line");
  const left = make("span", "what");
  left.append(...what);
  const middle = make("span", "how");
  middle.append(how);
  element.append(left, middle, make("span", isFinal ? "value final" : "value", result));
  return element;
}

/** A vector as a strip of coloured cells. */
function vector(values, family) {
  const largest = Math.max(...values.map(Math.abs)) || 1;
  const strip = make("span", "vector");
  for (const value of values) {
    const cell = make("i");
    cell.style.background = `color-mix(in srgb, var(--${value < 0 ? "soft" : family}) ${Math.round((Math.abs(value) / largest) * 100)}%, var(--card))`;
    cell.title = number(value);
    strip.append(cell);
  }
  return strip;
}

/** Numbers of both signs as bars. */
function bars(values) {
  const largest = Math.max(...values.map(Math.abs)) || 1;
  const strip = make("span", "bars");
  for (const value of values) {
    const bar = make("i", value < 0 ? "negative" : "");
    bar.style.height = `${Math.max(2, (Math.abs(value) / largest) * 56)}px`;
    bar.title = number(value);
    strip.append(bar);
  }
  return strip;
}
