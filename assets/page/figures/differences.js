// What edits changed: after minus before, for every kind of picture. A picture keeps its figure;
// where its recipe would make the numbers from a tensor, the finished difference goes in as it is.

import { best, cosines, escapeLabel } from "./fills.js";
import { givenFor } from "./pictures.js";

const SHOWN = 10; // words whose probability changed most
const PAINTABLE = ["weights", "mask", "scores", "vectors"]; // pictures that are one matrix before and after

/** Whether before, after and difference can be shown as small pictures too. */
export const isMatrix = (tensor) => PAINTABLE.includes(tensor.picture);

/** The tensor as its difference is drawn: one of weights has two signs, so it takes the figure of the scores. */
export const asDifference = (tensor) => (tensor.grid ? { ...tensor, picture: "scores", figure: tensor.difference } : tensor);

export function differenceFigure(run, tensor) {
  const figure = run.figures[tensor.difference];
  if (tensor.picture === "lengths" || tensor.picture === "similarity") {
    return refilled(figure, { "data.0.z": "main", "layout.coloraxis3.cmin": "least", "layout.coloraxis3.cmax": "limit" });
  }
  if (tensor.picture !== "probabilities") return figure;
  return refilled(figure, {
    "data.0.x": "main", "data.0.text": "texts", "layout.yaxis.ticktext": "labels", "layout.xaxis.range": "range",
  });
}

/** A figure that takes what is given under these names, unchanged. */
function refilled(figure, places) {
  const fills = Object.entries(places).map(([path, given]) => ({ path, recipe: "itself", given }));
  return { ...figure, fills };
}

/**
 * Both read the words of the run without edits. Where that cannot be had, rows that read other words than
 * before are left empty: they do not compare.
 */
export async function differenceFor(run, place, tensor, view, position) {
  const { onOriginal } = run;
  if (onOriginal !== run) await onOriginal.trace();
  const [before, after] = await Promise.all([run.baseline, onOriginal].map((side) => givenFor(side, place, tensor, view, position)));
  const hasAll = tensor.rows === "source" || onOriginal !== run;
  const rows = hasAll ? Infinity : run.comparison.common; // decoder positions, as long as they have read the same words
  const minus = (a, b, count = rows) => a.map((row, i) => Float64Array.from(row, (x, j) =>
    (i < count ? x - (b[i]?.[j] ?? NaN) : NaN)));
  switch (tensor.picture) {
    case "norms": {
      const statistics = after.statistics.map((matrix, i) => minus(matrix, before.statistics[i]));
      return { statistics, limit: Math.max(...statistics.map((matrix) => ranged(matrix).limit)) };
    }
    case "lengths": {
      const lengths = ({ stream }) => stream.map((matrix) => matrix.map((row) => Math.hypot(...row)));
      const [a, b] = [lengths(after), lengths(before)];
      return ranged(a.map((stage, s) => stage.map((x, i) => (i < rows ? x - (b[s][i] ?? NaN) : NaN))));
    }
    case "similarity":
      return ranged(minus(cosines(after.main), cosines(before.main), Infinity));
    case "probabilities":
      return changedMost(before.main.row, after.main, (position ?? 0) < rows);
    default:
      return { ...after, ...ranged(minus(after.main, before.main)) };
  }
}

/** A limit of 0 says that nothing changed here. */
function ranged(main) {
  const limit = Math.max(0, ...main.flatMap((row) => Array.from(row, Math.abs).filter(Number.isFinite)));
  return { main, limit, least: -limit };
}

/** The words whose probability changed most, as bars to both sides. */
function changedMost(before, { row, vocabulary }, isComparable) {
  const change = Float64Array.from(row, (p, i) => (isComparable ? p - before[i] : 0));
  const ids = best(change.map(Math.abs), SHOWN);
  const main = ids.map((i) => change[i]);
  const limit = Math.max(...main.map(Math.abs));
  return {
    main,
    limit,
    texts: main.map((x) => `${x < 0 ? "−" : "+"}${(Math.abs(x) * 100).toFixed(1)}`),
    labels: ids.map((i) => escapeLabel(vocabulary[i])),
    range: [-1.3 * (limit || 1), 1.3 * (limit || 1)],
  };
}
