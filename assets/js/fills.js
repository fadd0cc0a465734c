// Python draws a figure and leaves its arrays out; these recipes put them back for any head.
// Each recipe is named in transformer_viz/figures/wire.py; a browser test compares the two.

const LABELLED_CELL = 0.2;
const MAX_LABELLED_CELLS = 900;

const recipes = {
  values: (weights) => weights.map((row) => Array.from(row)),
  labels: (weights) => {
    const few = weights.length * weights[0].length <= MAX_LABELLED_CELLS;
    return weights.map((row) =>
      Array.from(row, (value) => (few && value >= LABELLED_CELL ? value.toFixed(2) : "")));
  },
  blocked: (_, blocked) => blocked.map((row) => Array.from(row, (hidden) => (hidden ? 1 : null))),
  blocked_x: (_, blocked) => cells(blocked).map(([, column]) => column),
  blocked_y: (_, blocked) => cells(blocked).map(([row]) => row),
};

function cells(blocked) {
  return blocked.flatMap((row, i) => Array.from(row, (hidden, j) => hidden && [i, j]).filter(Boolean));
}

/** The traces of a figure with its arrays filled in. */
export function filled(figure, weights, blocked) {
  const data = figure.data.map((trace) => ({ ...trace }));
  for (const { trace, key, recipe } of figure.fills) {
    data[trace][key] = recipes[recipe](weights, blocked);
  }
  return data;
}
