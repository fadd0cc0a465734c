// Views of attention that are made of several matrices. figures/attention.py defines them; a browser
// test compares the two.

/** The mean of matrices of one shape. */
export function mean(matrices) {
  return matrices[0].map((row, i) =>
    Float64Array.from(row, (_, j) => matrices.reduce((sum, matrix) => sum + matrix[i][j], 0) / matrices.length));
}

/** How much of each position is mixed into each, after layers whose heads are averaged already. */
export function rollout(layers) {
  const size = layers[0].length;
  const identity = Array.from({ length: size }, (_, i) => Float64Array.from({ length: size }, (_, j) => Number(i === j)));
  return layers.reduce((mixed, weights) => weights.map((row, i) =>
    Float64Array.from({ length: size }, (_, j) =>
      0.5 * (mixed[i][j] + row.reduce((sum, weight, k) => sum + weight * mixed[k][j], 0)))), identity);
}

/** Weights times the length of the values, relative to the largest product. */
export function valueWeighted(weights, v) {
  const lengths = v.map((row) => Math.hypot(...row));
  const brought = weights.map((row) => Float64Array.from(row, (weight, j) => weight * lengths[j]));
  const largest = Math.max(1e-12, ...brought.map((row) => Math.max(...row)));
  return brought.map((row) => row.map((x) => x / largest));
}

/** Weights with 0 in the rows and columns that are true. */
export function without(weights, queries, keys) {
  return weights.map((row, i) => Float64Array.from(row, (x, j) => (queries[i] || keys[j] ? 0 : x)));
}
