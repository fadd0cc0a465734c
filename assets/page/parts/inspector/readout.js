// The chosen cell or row in words.

import { argmax } from "../../data/tensors.js";
import { say } from "../../strings.js";

/** Of an attention block; of probabilities, what their bars belong to. */
export function readout(focus, run, place, matrix) {
  const box = run.model.box(place);
  if (run.model.tensorAt(place)?.columns === "vocabulary") return nextAfter(run, focus);
  if (!box.grid) return "";
  const all = matrix ?? run.weights(place);
  if (focus?.row == null && focus?.column != null) return lookedAt(focus.column, run, place, all);
  if (focus?.row == null) return example(run, place, all);
  const { queries, keys } = run.kind(place);
  const weights = all[focus.row];
  if (!weights) return "";
  const query = queries[focus.row].split(" → ").at(-1);
  if (weights.every((weight) => weight === 0)) return say("viewer.row_dead", { query });
  if (run.blocked(place)[focus.row]?.every(Boolean)) return say("viewer.row_filled", { query });
  if (focus.column != null && focus.column < keys.length) {
    const weight = weights[focus.column].toFixed(4);
    return say(`viewer.cell_${box.tower}`, { query, key: keys[focus.column], weight });
  }
  const best = Array.from(weights, (weight, j) => ({ weight, key: keys[j] }))
    .sort((a, b) => b.weight - a.weight).slice(0, 3)
    .map(({ weight, key }) => `${key} ${weight.toFixed(2)}`);
  return say(`viewer.row_${box.tower}`, { query, keys: best.join(" · ") });
}

/** Who looks at a word: the three rows that look there most. */
function lookedAt(column, run, place, matrix) {
  const { queries, keys } = run.kind(place);
  if (column >= keys.length) return "";
  const most = matrix.map((row, i) => ({ weight: row[column], query: queries[i].split(" → ").at(-1) }))
    .sort((a, b) => b.weight - a.weight).slice(0, 3);
  const said = most.map(({ weight, query }) => `“${query}” ${weight.toFixed(2)}`).join(" · ");
  return say(`viewer.column_${run.model.box(place).tower}`, { key: keys[column], queries: said });
}

/** Nothing is chosen: one row that shows something, and how to read the others. */
function example(run, place, matrix) {
  const strongest = matrix.map((row) => argmax(row));
  const moved = strongest.findIndex((column, i) => column !== i && matrix[i][column] > 0.5); // a word that moves
  const row = Math.max(moved, 0);
  return say("viewer.readout_empty", { example: readout({ row, column: strongest[row] }, run, place, matrix) });
}

/** The chosen cell before and after the edits. */
export function whatChanged(focus, run, place) {
  if (!run.model.box(place).grid || focus?.row == null || focus?.column == null) return say("compare.point");
  const [before, after] = [run.baseline, run.onOriginal].map((side) => side.weights(place)[focus.row]?.[focus.column]);
  if (before === undefined || after === undefined) return say("compare.no_cell");
  const { queries, keys } = run.onOriginal.kind(place);
  return say("compare.cell", {
    query: queries[focus.row], key: keys[focus.column], before: before.toFixed(4), after: after.toFixed(4),
  });
}

/** The words written so far, which the next one follows. */
function nextAfter(run, focus) {
  if (run.lastStep < 0) {
    const words = run.labels("source");
    return say("viewer.fits_at", { word: words[Math.min(focus?.row ?? 0, words.length - 1)] });
  }
  const labels = run.labels("target");
  const written = labels.slice(0, Math.min(focus?.row ?? 0, labels.length - 1) + 1);
  return say("viewer.next_after", { written: written.join(" ") });
}
