// What torch's functions do to one number. `ask(n, index)` is a number of the n-th input, broadcast as
// torch does; `size(n, axis)` a length of it; `give` what the function was given besides.

import { erf } from "./erf.js";

const elementwise = (work) => ({ ask, count }, at) => work(...Array.from({ length: count }, (_, n) => ask(n, at)));
const moved = (index) => (given, at) => given.ask(0, index(at, given));
const same = moved((at) => at);
const swapped = (at, one, other) => at.map((_, axis) => at[axis === one ? other : axis === other ? one : axis]);
const last = (at) => at.length - 1;

/** The numbers of the last axis of an input, at the same place. */
export function row({ ask, size }, at, n = 0) {
  return Array.from({ length: size(n, -1) }, (_, i) => ask(n, [...at.slice(0, -1), i]));
}

/** The products that a number of a matrix product sums up. */
export function products(operation, given, at) {
  const { ask, size } = given;
  const pair = operation === "linear"
    ? (n) => [ask(0, [...at.slice(0, -1), n]), ask(1, [at.at(-1), n])]
    : (n) => [ask(0, [...at.slice(0, -1), n]), ask(1, [...at.slice(0, -2), n, at.at(-1)])];
  return Array.from({ length: size(0, -1) }, (_, n) => pair(n));
}

const dot = (pairs) => pairs.reduce((sum, [a, b]) => sum + a * b, 0);
const sum = (values) => values.reduce((a, b) => a + b, 0);

/** Where in the input an index of x[…] leads: slices move it, new axes go. */
function indexed(at, { give }) {
  const items = Array.isArray(give.index) ? give.index : [give.index];
  const found = [];
  let axis = 0;
  for (const item of items) {
    if (item === null) axis += 1;
    else if (item?.slice) found.push(at[axis++] + (item.slice[0] ?? 0));
    else found.push(item);
  }
  return [...found, ...at.slice(axis)];
}

export const OPERATIONS = {
  named: same,
  dropout: same, // which does nothing but in training
  expand_as: same,
  expand: same,
  add: elementwise((a, b) => a + b),
  sub: elementwise((a, b) => a - b),
  mul: elementwise((a, b) => a * b),
  div: elementwise((a, b) => a / b),
  ne: elementwise((a, b) => Number(a !== b)),
  and: elementwise((a, b) => Number(a && b)),
  where: elementwise((condition, a, b) => (condition ? a : b)),
  addcmul: elementwise((a, b, c) => a + b * c),
  square: elementwise((x) => x * x),
  rsqrt: elementwise((x) => 1 / Math.sqrt(x)),
  relu: elementwise((x) => Math.max(0, x)),
  silu: elementwise((x) => x / (1 + Math.exp(-x))),
  nan_to_num: (given, at) => {
    const x = given.ask(0, at);
    return Number.isNaN(x) ? given.give.nan : x;
  },
  gelu: ({ ask, give }, at) => {
    const x = ask(0, at);
    if (give.approximate !== "tanh") return (x * (1 + erf(x / Math.SQRT2))) / 2;
    return (x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3)))) / 2;
  },
  ones: () => 1,
  zeros_like: () => 0,
  tril: ({ ask }, at) => (at.at(-1) <= at.at(-2) ? ask(0, at) : 0),
  triu: ({ ask, give }, at) => (at.at(-1) >= at.at(-2) + (give.diagonal ?? 0) ? ask(0, at) : 0),
  transpose: moved((at, { give }) => swapped(at, give.first, give.second)),
  mT: moved((at) => swapped(at, last(at), last(at) - 1)),
  unflatten: moved((at, { width }) => [...at.slice(0, -2), at.at(-2) * width + at.at(-1)]),
  flatten: moved((at, { size }) => [...at.slice(0, -1), Math.floor(at.at(-1) / size(0, -1)), at.at(-1) % size(0, -1)]),
  index: moved(indexed),
  embedding: ({ ask }, at) => ask(1, [ask(0, at.slice(0, -1)), at.at(-1)]),
  linear: (given, at) => dot(products("linear", given, at)) + (given.count > 2 ? given.ask(2, at.slice(-1)) : 0),
  matmul: (given, at) => dot(products("matmul", given, at)),
  mean: (given, at) => {
    const values = row(given, at);
    return sum(values) / values.length;
  },
  softmax: (given, at) => {
    const values = row(given, at);
    const largest = Math.max(...values);
    const exps = values.map((x) => Math.exp(x - largest));
    return exps[at.at(-1)] / sum(exps);
  },
};
