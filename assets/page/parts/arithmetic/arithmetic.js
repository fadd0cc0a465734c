// One cell taken apart: every number from this run, every step recomputed from the one above it.

import { activationOf } from "./activations.js";
import { bars, edited, line, number, sumOver, title, vector } from "./ledger.js";
import { embeddingSteps, isLinear, linearSteps } from "./linear.js";
import { kindOf } from "../../data/parts.js";
import { make, say } from "../../strings.js";
import { argmax } from "../../data/tensors.js";
import { MASK_FILL } from "../../data/trace.js";

const SAFE_POWER = 500; // e to it, and to its negative, are ordinary numbers

let latest = 0; // some steps wait for a weight from the server: only the last that was asked for shows

/** Show how the chosen cell of `tensor` was computed; without a choice, one of the first word. */
export async function showArithmetic(element, run, place, tensor, trace, focus, onPin) {
  const mine = ++latest;
  const steps = await stepsFor(run, place, tensor, trace, focus);
  if (mine !== latest) return;
  if (!steps) {
    element.replaceChildren(make("p", "explain", say("arithmetic.none")));
    return;
  }
  element.replaceChildren(...steps, walker(run, tensor, trace, place, focus, onPin));
}

function stepsFor(run, place, tensor, trace, focus) {
  if (tensor.view) return null;
  const { path, key } = tensor;
  const at = () => cell(run, place, tensor, trace, focus);
  if (isLinear(path)) return linearSteps(run, place, tensor, trace, at());
  if (kindOf(place.part)) {
    return key === "context" ? contextSteps(run, place, trace, at()) : weightSteps(run, place, trace, at());
  }
  if (/norm\.output$/.test(path)) return normSteps(run, tensor, trace, at());
  if (/_norm\.(mean|variance)$/.test(path)) return momentSteps(run, tensor, trace, at());
  if (/embeddings\.tokens$/.test(path)) return embeddingSteps(run, tensor, trace, at());
  if (/embeddings\.positions$/.test(path)) return positionSteps(run, tensor, trace, at());
  if (/(_add|embeddings)\.sum$/.test(path)) return sumSteps(run, tensor, trace, at());
  if (/(feed_forward|transform)\.activated$/.test(path)) return activationSteps(run, tensor, trace, at());
  return path === "probabilities" ? softmaxSteps(run, tensor, trace, at()) : null; // x and f(x) come from elsewhere
}

/** q · k, scaled, masked, exp, divided by the row's sum. */
function weightSteps(run, place, trace, [i, j]) {
  const site = place.part.replace("*", place.layer);
  const matrix = (name) => trace.matrix(`${site}.${name}`, place.head);
  const [q, k, scores, masked, weights] = ["q", "k", "scores", "masked_scores", "weights"].map(matrix);
  const { queries, keys } = run.kind(place);
  const products = Array.from(q[i], (x, d) => x * k[j][d]);
  const dot = products.reduce((a, b) => a + b, 0);
  const width = q[i].length;
  const score = dot / Math.sqrt(width);
  const fate = masked[i][j] === -Infinity ? "hidden" : masked[i][j] < MASK_FILL ? "low" : "allowed";
  const largest = Math.max(...masked[i]);
  // Python too subtracts the row's largest score, so that no power overflows; here only where one would.
  const shift = Number.isFinite(largest) && Math.abs(largest) > SAFE_POWER ? largest : 0;
  const exps = Array.from(masked[i], (x) => Math.exp(x - shift));
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
    ...edited(score, scores[i][j]),
    line([say("arithmetic.mask")], say(`arithmetic.${fate}`, key), number(masked[i][j])),
    ...(shift ? [line([say("arithmetic.largest")], "", number(shift))] : []),
    line(["exp"], shift ? `e^(${number(masked[i][j])} − ${number(shift)})` : `e^${number(masked[i][j])}`, number(exps[j])),
    line([say("arithmetic.row_sum")],
      sum ? [`${number(exps[j])} / (`, sumOver(exps, keys, j), ")"] : say("arithmetic.dead"), number(weight), true),
    ...edited(weight, weights[i][j]),
    ...besideTutorials(masked[i]),
  ];
}

/** A row in which everything is masked: what −∞ makes of it, beside what a very low score does. */
function besideTutorials(masked) {
  const count = masked.length;
  if (masked.every((score) => score === -Infinity)) {
    return [line([say("arithmetic.fill")], say("arithmetic.filled", { count }), number(1 / count))];
  }
  const isFilled = masked.every((score) => score < MASK_FILL);
  return isFilled ? [line([say("arithmetic.unfilled")], say("arithmetic.dead"), number(0))] : [];
}

/** A number of the context: the values of all keys, mixed by the weights. */
function contextSteps(run, place, trace, [i, d]) {
  const site = place.part.replace("*", place.layer);
  const matrix = (name) => trace.matrix(`${site}.${name}`, place.head);
  const [weights, v, context] = ["weights", "v", "context"].map(matrix);
  const { queries, keys } = run.kind(place);
  const terms = Array.from(weights[i], (weight, j) => weight * v[j][d]);
  const sum = terms.reduce((a, b) => a + b, 0);
  return [
    title(say("arithmetic.context", { query: queries[i], dimension: d }), context[i][d]),
    ...terms.map((term, j) => line(
      [make("b", "v", "v"), say("arithmetic.of", { word: keys[j] })],
      `${number(weights[i][j])} × ${number(v[j][d])}`, number(term))),
    line(["Σ"], sumOver(terms, keys), number(sum), true),
    ...edited(sum, context[i][d]),
  ];
}

/** LayerNorm of one number. */
function normSteps(run, tensor, trace, [i, d]) {
  const norm = tensor.path.replace(/\.\w+$/, "");
  const output = trace.matrix(`${norm}.output`);
  const x = trace.matrix(normInput(norm, run))[i][d];
  const mean = trace.matrix(`${norm}.mean`)[i][0];
  const variance = trace.matrix(`${norm}.variance`)[i][0];
  const weight = trace.tensor(`parameters.${norm}.weight`).values[d];
  const bias = trace.tensor(`parameters.${norm}.bias`).values[d];
  const { eps } = run.model;
  const isSum = /_add\.sum$/.test(normInput(norm, run)) && run.model.norm === "post";
  const name = isSum ? "y" : "x"; // as in the box's formula
  const normalised = (x - mean) / Math.sqrt(variance + eps);
  const word = run.labels(tensor.side)[i];
  return [
    title(say("arithmetic.norm", { word, dimension: d }), output[i][d]),
    line([name], say(isSum ? "arithmetic.from_sum" : "arithmetic.stream"), number(x)),
    line([`${name} − mean`], `${number(x)} − ${number(mean)}`, number(x - mean)),
    line(["÷ √(variance + ε)"], `${number(x - mean)} / √(${number(variance)} + ${eps})`, number(normalised)),
    line(["× w + b"], `${number(normalised)} × ${number(weight)} + ${number(bias)}`, number(normalised * weight + bias), true),
  ];
}

/** What enters a norm: the sum before it (post-norm), or the stream below it (pre-norm). */
function normInput(norm, run) {
  if (norm.endsWith("embeddings.norm")) return norm.replace(/norm$/, "sum"); // BERT's, on its embeddings
  if (norm === "transform.norm") return "transform.activated";
  const [, stack] = /^(\w+)\.final_norm$/.exec(norm) ?? [];
  if (stack) return `${stack}.layers.${run.layersOf(stack) - 1}.feed_forward_add.sum`;
  return `${norm.replace(/_norm$/, "_add")}.${run.model.norm === "post" ? "sum" : "residual"}`;
}

/** The mean of a position's numbers, or their variance: the mean of the squared distances from it. */
function momentSteps(run, tensor, trace, [i]) {
  const norm = tensor.path.replace(/\.\w+$/, "");
  const x = trace.matrix(normInput(norm, run))[i];
  const total = x.reduce((a, b) => a + b, 0);
  const mean = total / x.length;
  const isMean = tensor.name === "mean";
  const squares = Array.from(x, (value) => (value - mean) ** 2);
  const spread = squares.reduce((a, b) => a + b, 0);
  const heading = say("arithmetic.moment", { word: run.labels(tensor.side)[i], what: say(`tensor.${tensor.name}`) });
  const meanLine = line([say("tensor.mean")], `${number(total)} / ${x.length}`, number(mean), isMean);
  return [
    title(heading, trace.matrix(tensor.path)[i][0]),
    line([say("arithmetic.numbers", { count: x.length })], bars(x), `Σ ${number(total)}`),
    meanLine,
    ...(isMean ? [] : [
      line(["(x − mean)²"], bars(squares), `Σ ${number(spread)}`),
      line([say("tensor.variance")], `${number(spread)} / ${x.length}`, number(spread / x.length), true),
    ]),
    ...edited(isMean ? mean : spread / x.length, trace.matrix(tensor.path)[i][0]),
  ];
}

/** A clock hand: its speed, how far it has turned at this position, and its sine or cosine. */
function positionSteps(run, tensor, trace, [i, d]) {
  const heading = title(say("arithmetic.position", { position: i, dimension: d }), trace.matrix(tensor.path)[i][d]);
  const { positions, d_model: width } = run.model;
  if (!positions.startsWith("sinusoidal")) return [heading, make("p", "explain", say(`arithmetic.positions_${positions}`))];
  const half = positions === "sinusoidal_halves" ? Math.ceil(width / 2) : 0; // first all sines, then all cosines
  const isCosine = half ? d >= half : d % 2 === 1;
  const pair = half ? 2 * (isCosine ? d - half : d) : d - (d % 2);
  const speed = 10000 ** (-pair / width);
  const wave = isCosine ? "cos" : "sin";
  return [
    heading,
    line([say("arithmetic.speed", { pair: pair / 2 })], `1 / 10000^(${pair}/${width})`, number(speed)),
    line([say("arithmetic.angle")], `${i} × ${number(speed)}`, number(i * speed)),
    line([say(`arithmetic.${wave}${half ? "_half" : ""}`)], `${wave}(${number(i * speed)})`, number(Math[wave](i * speed)), true),
    ...edited(Math[wave](i * speed), trace.matrix(tensor.path)[i][d]),
  ];
}

/** One number of a sum of tensors. */
function sumSteps(run, tensor, trace, [i, d]) {
  const embedded = run.model.has_segments ? ["tokens", "segments", "positions"] : ["tokens", "positions"];
  const names = tensor.path.includes("_add.") ? ["residual", "update"] : embedded;
  const addends = names.map((name) => trace.matrix(tensor.path.replace(/sum$/, name))[i][d]);
  const total = addends.reduce((a, b) => a + b, 0);
  return [
    title(say("arithmetic.norm", { word: run.labels(tensor.side)[i], dimension: d }), trace.matrix(tensor.path)[i][d]),
    ...names.map((name, n) => line([say(`tensor.${name}`)], "", number(addends[n]))),
    line(["+"], addends.map(number).join(" + "), number(total), true),
  ];
}

function activationSteps(run, tensor, trace, [i, d]) {
  const activated = trace.matrix(tensor.path);
  const hidden = trace.matrix(tensor.path.replace("activated", "hidden"));
  const zeros = activated[i].reduce((count, x) => count + (x === 0), 0);
  const { formula, written, result } = activationOf(run.model.activation, hidden[i][d]);
  return [
    title(say("arithmetic.norm", { word: run.labels(tensor.side)[i], dimension: d }), activated[i][d]),
    line([say("tensor.hidden")], "", number(hidden[i][d])),
    line([formula], written, number(result), true),
    ...edited(result, activated[i][d]),
    ...(run.model.activation === "relu" ? [line([say("arithmetic.zeros")], say("arithmetic.zeros_of", { zeros, count: activated[i].length }), "")] : []),
  ];
}

function softmaxSteps(run, { side }, trace, [i]) {
  const logits = trace.matrix("logits");
  const order = Array.from(logits[i], (_, id) => id).sort((a, b) => logits[i][b] - logits[i][a]);
  const top = logits[i][order[0]];
  const exps = Array.from(logits[i], (x) => Math.exp(x - top));
  const sum = exps.reduce((a, b) => a + b, 0);
  return [
    title(say(`arithmetic.softmax_${side}`, { word: trace.vocabulary[order[0]], after: run.labels(side)[i] }), trace.matrix("probabilities")[i][order[0]]),
    ...order.slice(0, 5).map((id) => line([trace.vocabulary[id]],
      `e^(${number(logits[i][id])} − ${number(top)}) / ${number(sum)}`, number(exps[id] / sum), id === order[0])),
  ];
}

/** The chosen cell; of a row without a choice the strongest, and without a row the first word's. */
function cell(run, place, tensor, trace, focus) {
  const matrix = trace.matrix(tensor.path, tensor.heads ? place.head : 0);
  const within = (at, count) => Math.min(Math.max(at, 0), count - 1);
  const isSquare = ["scores", "may_attend", "masked_scores", "weights"].includes(tensor.name);
  const special = isSquare ? run.special(place)[0] : run.sent[tensor.side].tokens.map((token) => token.special);
  const row = within(focus?.row ?? special.indexOf(false), matrix.length);
  if (focus?.column != null) return [row, within(focus.column, matrix[0].length)];
  const sizes = Array.from(matrix[row], (x) => (Number.isFinite(x) ? Math.abs(x) : -1));
  return [row, argmax(sizes)];
}

/** ↑ row ↓ ← column →: another cell without leaving the face. */
function walker(run, tensor, trace, place, focus, onPin) {
  const matrix = trace.matrix(tensor.path, tensor.heads ? place.head : 0);
  const [i, j] = cell(run, place, tensor, trace, focus);
  const isSquare = ["scores", "may_attend", "masked_scores", "weights"].includes(tensor.name);
  const words = isSquare ? run.kind(place) : { queries: run.labels(tensor.side), keys: null };
  const element = make("p", "walker label");
  const step = (name, down, across, text) => {
    const button = make("button", "", text);
    button.type = "button";
    button.setAttribute("aria-label", say(`arithmetic.${name}`));
    button.disabled = !matrix[i + down] || j + across < 0 || j + across >= matrix[0].length;
    button.addEventListener("click", () => onPin({ row: i + down, column: j + across }));
    return button;
  };
  element.append(step("up", -1, 0, "↑"), step("down", 1, 0, "↓"), make("b", "", words.queries[i]));
  const hasColumns = matrix[0].length > 1 && tensor.path !== "probabilities"; // it shows its best words
  if (hasColumns) {
    const column = words.keys?.[j] ?? trace.vocabulary[tensor.path === "logits" ? j : -1] ?? String(j);
    element.append(step("left", 0, -1, "←"), step("right", 0, 1, "→"), make("b", "", column));
  }
  element.append(make("span", "", say("arithmetic.walk")));
  return element;
}
