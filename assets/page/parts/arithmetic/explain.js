// A number's way through the graph, operation by operation, as lines of a ledger.
//
// Each operation that does something tells itself; those that only move numbers are passed in silence.
// Within a mask's cells the way leads on through named tensors, from a weight down to q·k.

import { OPERATIONS, products, row } from "../../operations/operations.js";
import { MASK_FILL } from "../../data/trace.js";
import { make, say } from "../../strings.js";
import { bars, edited, line, number, sumOver, vector } from "./ledger.js";
import { SHORT, wave } from "./waves.js";

const SAFE_POWER = 500; // e to it, and to its negative, are ordinary numbers
const FEW = 130; // terms of a sum that are written out, the words of the longest text
const SHOWN = 5; // of a long row or a long sum: its largest
const SILENT = ["named", "dropout", "expand", "expand_as", "transpose", "mT", "unflatten", "flatten", "nan_to_num", "ne", "and", "ones", "tril", "triu"];

/** The lines of a number of a named tensor; none where it is only another name. */
export function explain(cells, path, at, looked) {
  const grid = new Set(looked.run.model.tensorsAt(looked.place).filter((tensor) => tensor.grid).map((tensor) => tensor.path));
  const context = { ...looked, grid };
  return way(cells, cells.node(path).inputs[0], at, context);
}

function way(cells, input, at, context) {
  const node = cells.behind(input);
  if (!node) return [];
  if (node.tensor) {
    if (!context.grid.has(node.tensor)) return [];
    const made = way(cells, node.inputs[0], at, context);
    return made.length ? [...made, ...edited(cells.computed(node.tensor, at), cells.value(input, at))] : [];
  }
  const given = cells.given(node);
  const below = (n, index = at) => way(cells, node.inputs[n], index, context);
  if (SILENT.includes(node.operation)) return node.inputs.length ? below(0, movedTo(node, given, at)) : [];
  return TOLD[node.operation]({ cells, node, given, at, below, context, result: OPERATIONS[node.operation](given, at) });
}

/** Where an operation that only moves numbers reads the number at `at`. */
function movedTo(node, given, at) {
  let from = at;
  OPERATIONS[node.operation]({ ...given, ask: (n, index) => { from = n === 0 ? index : from; return 0; } }, at);
  return from;
}

/** The named tensor behind an input, through operations that only move numbers. */
function named(cells, input) {
  let node = cells.behind(input);
  while (node && !node.tensor && SILENT.includes(node.operation)) node = cells.behind(node.inputs[0]);
  return node?.tensor ?? "";
}

const TOLD = {
  linear: ({ node, given, at, result }) => {
    const pairs = products("linear", given, at);
    const terms = pairs.map(([x, weight]) => x * weight);
    const total = terms.reduce((a, b) => a + b, 0);
    const largest = largestOf(terms);
    const rest = total - largest.reduce((sum, n) => sum + terms[n], 0);
    const bias = given.count > 2 ? given.ask(2, at.slice(-1)) : null;
    const { weight } = node.inputs[1];
    return [
      line([say("arithmetic.linear", { count: terms.length, name: weight.split(".").at(-2), unit: at.at(-1) })], bars(terms), `Σ ${number(total)}`),
      ...largest.map((n) => line([say("arithmetic.input", { n })], `${number(pairs[n][0])} × ${number(pairs[n][1])}`, number(terms[n]))),
      line([say("arithmetic.rest", { count: terms.length - largest.length })], "", number(rest)),
      ...(bias === null ? [] : [line([say("arithmetic.bias")], "", number(bias))]),
      line(["Σ"], [...largest.map((n) => terms[n]), rest, ...(bias === null ? [] : [bias])].map(number).join(" + "), number(result), true),
    ];
  },

  matmul: ({ cells, node, given, at, context, result }) => {
    const pairs = products("matmul", given, at);
    const terms = pairs.map(([a, b]) => a * b);
    const [left, right] = node.inputs.map((input) => lookOf(context, named(cells, input)));
    if (left.grid) { // weights times values: one term per word
      const keys = context.run.columns(left);
      return [
        ...terms.map((term, j) => line([make("b", right.scale, right.name), say("arithmetic.of", { word: keys[j] })],
          `${number(pairs[j][0])} × ${number(pairs[j][1])}`, number(term))),
        line(["Σ"], sumOver(terms, keys), number(result), true),
      ];
    }
    const word = (tensor, place) => ({ word: context.run.rows(tensor)[place] });
    return [
      line([make("b", left.scale, left.name), say("arithmetic.of", word(left, at.at(-2)))], vector(pairs.map(([a]) => a), left.scale), ""),
      line([make("b", right.scale, right.name), say("arithmetic.of", word(right, at.at(-1)))], vector(pairs.map(([, b]) => b), right.scale), ""),
      line([say("arithmetic.products", { count: terms.length })], bars(terms), `Σ ${number(result)}`),
    ];
  },

  div: ({ given, at, below, result }) => {
    const [a, b] = [given.ask(0, at), given.ask(1, at)];
    return [...below(0), line([`÷ ${root(b)}`], `${number(a)} / ${number(b)}`, number(result))];
  },

  where: ({ at, below, context, result }) => {
    const fate = result === -Infinity ? "hidden" : result < MASK_FILL ? "low" : "allowed";
    const key = { word: context.run.kind(context.place).keys[at.at(-1)] };
    const shown = context.trace.matrix(maskedBy(context), context.place.head)[at.at(-2)][at.at(-1)]; // an edit may have put another number there
    const told = shown !== result && shown < MASK_FILL ? "low" : fate;
    return [...below(1), line([say("arithmetic.mask")], say(`arithmetic.${told}`, key), number(told === "low" ? shown : result))];
  },

  softmax: ({ given, at, below, context, result }) => {
    const scores = row(given, at);
    if (scores.length > FEW) return longSoftmax(scores, at, context);
    const j = at.at(-1);
    const top = Math.max(...scores);
    // Python too subtracts the row's largest score, so that no power overflows; here only where one would.
    const shift = Number.isFinite(top) && Math.abs(top) > SAFE_POWER ? top : 0;
    const exps = scores.map((x) => Math.exp(x - shift));
    const sum = exps.reduce((a, b) => a + b, 0);
    const { keys } = context.run.kind(context.place);
    const weight = Number.isNaN(result) ? 0 : result;
    return [
      ...below(0),
      ...(shift ? [line([say("arithmetic.largest")], "", number(shift))] : []),
      line(["exp"], shift ? `e^(${number(scores[j])} − ${number(shift)})` : `e^${number(scores[j])}`, number(exps[j])),
      line([say("arithmetic.row_sum")], sum ? [`${number(exps[j])} / (`, sumOver(exps, keys, j), ")"] : say("arithmetic.dead"), number(weight), true),
      ...besideTutorials(scores),
    ];
  },

  add: ({ cells, node, given, at, below, context, result }) => {
    const addends = node.inputs.map((_, n) => given.ask(n, at));
    const isSmall = typeof node.inputs[1] === "number"; // an ε
    const names = node.inputs.map((input) => nameOf(cells, input, context));
    if (isSmall) return [...below(0), line([`${names[0] || "x"} + ε`], `${number(addends[0])} + ${node.inputs[1]}`, number(result))];
    return [
      ...below(0),
      ...addends.flatMap((addend, n) => (names[n] ? [line([names[n]], "", number(addend))] : [])),
      line(["+"], addends.map(number).join(" + "), number(result), true),
    ];
  },

  sub: ({ cells, node, given, at, result, context }) => {
    const [a, b] = [given.ask(0, at), given.ask(1, at)];
    const name = isSum(cells, node.inputs[0]) ? "y" : "x"; // as in the box's formula
    return [
      line([name], say(name === "y" ? "arithmetic.from_sum" : "arithmetic.stream"), number(a)),
      line([`${name} − ${nameOf(cells, node.inputs[1], context) || say("tensor.mean")}`], `${number(a)} − ${number(b)}`, number(result)),
    ];
  },

  mul: ({ cells, node, given, at, below, result, context }) => {
    const [a, b] = [given.ask(0, at), given.ask(1, at)];
    if (typeof node.inputs[1] === "number") { // a scale
      return [...below(0), line([say("arithmetic.scale")], `${number(a)} × ${number(b)}`, number(result), true)];
    }
    const isRoot = cells.behind(node.inputs[1])?.operation === "rsqrt";
    const how = isRoot ? rooted(given, at) : `${number(a)} × ${number(b)}`;
    return [...below(0), line([isRoot ? say("arithmetic.by_root", { what: statisticOf(cells, node.inputs[1], context) }) : "×"], isRoot ? `${number(a)} / √(${how})` : how, number(result))];
  },

  addcmul: ({ given, at, below, result }) => {
    const [bias, x, weight] = [0, 1, 2].map((n) => given.ask(n, at));
    return [...below(1), line(["× w + b"], `${number(x)} × ${number(weight)} + ${number(bias)}`, number(result), true)];
  },

  mean: ({ cells, node, given, at, result }) => {
    const values = row(given, at);
    const total = values.reduce((a, b) => a + b, 0);
    const what = cells.behind(node.inputs[0]);
    const label = what?.operation === "square" ? squared(cells, what) : say("arithmetic.numbers", { count: values.length });
    return [
      line([label], bars(values), `Σ ${number(total)}`),
      line([say("arithmetic.mean")], `${number(total)} / ${values.length}`, number(result), true),
    ];
  },

  embedding: ({ node, given, at, result }) => {
    const id = given.ask(0, at.slice(0, -1));
    const { weight } = node.inputs[1];
    return [line([say("arithmetic.row", { id })], make("code", "", `${weight}[${id}][${at.at(-1)}]`), number(result))];
  },

  index: ({ node, given, at, below, context }) => {
    const { weight } = node.inputs[0];
    return weight ? wave(context.run.model.tables[weight], context.run.model.d_model, movedTo(node, given, at)) : below(0, movedTo(node, given, at));
  },

  relu: (told) => [...bent("max(0, x)", (x) => `max(0, ${number(x)})`)(told), ...zeros(told)],
  silu: (told) => bent("x · σ(x)", (x, y) => `${number(x)} × ${number(y / x)}`)(told),
  gelu: (told) => bent(told.given.give.approximate === "tanh" ? "x · ½(1 + tanh(√(2/π)(x + 0.044715 x³)))" : "x · Φ(x)",
    (x, y) => `${number(x)} × ${number(y / x)}`)(told),
  square: ({ given, at, below, result }) => [...below(0), line(["x²"], `${number(given.ask(0, at))}²`, number(result))],
  rsqrt: ({ given, at, below, result }) => [...below(0), line(["1 / √x"], `1 / √${number(given.ask(0, at))}`, number(result))],
  zeros_like: () => [],
};

const bent = (formula, written) => ({ cells, node, given, at, below, context, result }) => {
  const x = given.ask(0, at);
  const name = nameOf(cells, node.inputs[0], context);
  return [...below(0), line([name || "x"], "", number(x)), line([formula], written(x, result), number(result), true)];
};

function zeros({ given, at }) {
  const values = row(given, at);
  const none = values.filter((x) => x <= 0).length;
  return [line([say("arithmetic.zeros")], say("arithmetic.zeros_of", { zeros: none, count: values.length }), "")];
}

/** Of a row over a whole vocabulary, the largest. */
function longSoftmax(scores, at, { trace }) {
  const order = scores.map((_, id) => id).sort((a, b) => scores[b] - scores[a]);
  const top = scores[order[0]];
  const exps = scores.map((x) => Math.exp(x - top));
  const sum = exps.reduce((a, b) => a + b, 0);
  return order.slice(0, SHOWN).map((id) => line([trace.vocabulary[id]],
    `e^(${number(scores[id])} − ${number(top)}) / ${number(sum)}`, number(exps[id] / sum), id === at.at(-1)));
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

const largestOf = (terms) => terms.map((_, n) => n).sort((a, b) => Math.abs(terms[b]) - Math.abs(terms[a])).slice(0, SHORT);

/** √32 for 5.657. */
function root(x) {
  const square = Math.round(x * x);
  return Math.abs(x * x - square) < 1e-6 * square && !Number.isInteger(x) ? `√${square}` : Number.isInteger(x) ? `√${x * x}` : number(x);
}

/** How a tensor is shown, whichever box it is in. */
function lookOf({ run, place }, path) {
  return run.model.tensorsAt(place).find((tensor) => tensor.path === path && !tensor.view) ?? {};
}

/** The scores after the mask, in the chosen layer. */
function maskedBy({ run, place }) {
  const scores = run.model.tensorsAt(place).filter(({ picture }) => picture === "scores");
  return scores.at(-1).path;
}

function nameOf(cells, input, context) {
  const path = named(cells, input);
  return path ? say(`tensor.${lookOf(context, path).name ?? path.split(".").at(-1)}`) : "";
}

/** Whether what comes in is a sum that was just made. */
function isSum(cells, input) {
  const node = cells.behind(input);
  const made = node?.tensor ? cells.behind(node.inputs[0]) : node;
  return made?.operation === "add";
}

const rooted = (given, at) => number(1 / given.ask(1, at) ** 2);

function statisticOf(cells, input, context) {
  const sum = cells.behind(cells.behind(input).inputs[0]);
  return nameOf(cells, sum.inputs[0], context);
}

const squared = (cells, node) => (cells.behind(node.inputs[0])?.operation === "sub" ? "(x − mean)²" : "x²");
