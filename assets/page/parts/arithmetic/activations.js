// The activations of the feed-forward network, taken apart for one number.

import { number } from "./ledger.js";

const ACTIVATIONS = {
  relu: (x) => ({ formula: "max(0, x)", written: `max(0, ${number(x)})`, result: Math.max(0, x) }),
  swish: (x) => product("x · σ(x)", x, 1 / (1 + Math.exp(-x))),
  gelu: (x) => product("x · Φ(x)", x, (1 + erf(x / Math.SQRT2)) / 2),
  gelu_tanh: (x) => product("x · ½(1 + tanh(√(2/π)(x + 0.044715 x³)))", x,
    (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3))) / 2),
};

/** { formula, written, result } of one activation at x. */
export const activationOf = (name, x) => ACTIVATIONS[name](x);

function product(formula, x, share) {
  return { formula, written: `${number(x)} × ${number(share)}`, result: x * share };
}

/** The error function by its power series; beyond 4 it is 1 to eight digits. */
export function erf(x) {
  if (Math.abs(x) > 4) return Math.sign(x);
  let [sum, term] = [0, x];
  for (let n = 0; Math.abs(term) > 1e-14 || n < Math.abs(x) ** 2; n++) {
    sum += term / (2 * n + 1);
    term *= -(x * x) / (n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}
