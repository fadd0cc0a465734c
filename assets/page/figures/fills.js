// Python draws a figure and leaves its arrays out; these recipes put them back, for any layer and
// head. transformer_viz/wire/figures.py names them; a browser test compares the two.
//
// A matrix is an array of rows. "given" is what the picture offers under the fill's name.

import { isolated } from "../strings.js";

const LABELLED_CELL = 0.2;
const MAX_LABELLED_CELLS = 900;
const LEVELS = [0, 0.1, 0.25, 0.4, 0.6, 0.8];
const SHOWN = 10; // bars of probabilities

const areFew = (weights) => weights.length * weights[0].length <= MAX_LABELLED_CELLS;

const recipes = {
  itself: (number) => number,
  minus: (number) => -number,
  finite: (matrix) => matrix.map((row) => Array.from(row, (x) => (Number.isFinite(x) ? x : null))),
  labels: (weights) => {
    if (!areFew(weights)) return null;
    return weights.map((row) => Array.from(row, (x) => (x >= LABELLED_CELL ? x.toFixed(2) : "")));
  },
  template: (weights) => (areFew(weights) ? "%{text}" : null),
  line_x: (drawn, level) => lines(drawn, level).flatMap(() => [0, 1, null]),
  line_y: (drawn, level) => lines(drawn, level).flatMap(([query, key]) => [query, key, null]),
  blocked: (mask) => mask.map((row) => Array.from(row, (hidden) => (hidden ? 1 : null))),
  blocked_columns: (mask) => cells(mask).map(([, column]) => column),
  blocked_rows: (mask) => cells(mask).map(([row]) => row),
  column: (matrix, column) => matrix.map((row) => row[column]),
  statistic: (statistics, which) => statistics[which].map((row) => row[0]),
  lengths: (matrices) => matrices.map((matrix) => matrix.map((row) => Math.hypot(...row))),
  cosines,
  best_values: ({ row }) => best(row).map((i) => row[i]),
  best_percent: ({ row }) => best(row).map((i) => (row[i] >= 0.001 ? `${(row[i] * 100).toFixed(1)}%` : "&lt; 0.1%")),
  best_texts: ({ row, vocabulary }) => best(row).map((i) => escapeLabel(vocabulary[i])),
};

/** How alike the rows of a matrix are: 1 for the same direction. */
export function cosines(matrix) {
  const unit = matrix.map((row) => {
    const length = Math.max(Math.hypot(...row), 1e-12);
    return Array.from(row, (x) => x / length);
  });
  return unit.map((a) => unit.map((b) => a.reduce((sum, x, i) => sum + x * b[i], 0)));
}

/** The cells whose weight is of one strength, in reading order. */
function lines({ weights, threshold }, level) {
  const [least, below] = [Math.max(LEVELS[level], threshold), LEVELS[Number(level) + 1] ?? Infinity];
  return weights.flatMap((row, i) =>
    Array.from(row, (x, j) => x >= least && x < below && x > 0 && [i, j]).filter(Boolean));
}

function cells(mask) {
  return mask.flatMap((row, i) => Array.from(row, (hidden, j) => hidden && [i, j]).filter(Boolean));
}

/** Indices of the largest values, the largest first. */
export function best(row, count = SHOWN) {
  return Array.from(row, (_, i) => i).sort((i, j) => row[j] - row[i] || i - j).slice(0, count);
}

/** Plotly reads labels as HTML: as Python does, make them plain text. */
export function escapeLabel(text) {
  return isolated(text).replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}

/** Traces and layout of a figure with everything filled in. */
export function filled(figure, given) {
  const copy = structuredClone({ data: figure.data, layout: figure.layout });
  for (const { path, recipe, given: name } of figure.fills) {
    const [what, argument] = recipe.split(":");
    const keys = path.split(".");
    const last = keys.pop();
    const place = keys.reduce((inside, key) => (inside[key] ??= {}), copy);
    place[last] = recipes[what](given[name], argument);
  }
  return copy;
}
