// Which figure shows a place, and what it is filled with.

import { kindOf } from "../data/parts.js";
import { say } from "../strings.js";
import { mean, rollout, valueWeighted, without } from "./views.js";

/** The name of the figure: "weights:decoder.cross_attention", "vectors:target:q" … */
export function figureName(place, tensor) {
  if (["weights", "scores", "lines"].includes(tensor.figure)) return `${tensor.figure}:${kindOf(place.part)}`;
  if (tensor.figure === "vectors") return `vectors:${tensor.side}:${tensor.family}`;
  return tensor.figure === "probabilities" ? "probabilities" : `${tensor.figure}:${tensor.side}`;
}

/** The weights of a head, or a view made of several heads or layers. */
async function weightsFor(run, place, key) {
  const all = Array.from({ length: run.model.n_heads }, (_, head) => head);
  const meanOf = (layer, heads = all) => mean(heads.map((head) => run.weights({ ...place, layer, head })));
  if (key === "average") return meanOf(place.layer, place.options.heads ?? all);
  if (key === "rollout") return rollout(Array.from({ length: place.layer + 1 }, (_, layer) => meanOf(layer)));
  if (key === "may_attend") return (await run.trace()).matrix(`${place.part.replace("*", place.layer)}.may_attend`, place.head);
  if (key === "value_weighted") {
    const trace = await run.trace();
    return valueWeighted(run.weights(place), trace.matrix(`${place.part.replace("*", place.layer)}.v`, place.head));
  }
  return run.weights(place);
}

/** The weights of a head are here already; every other picture waits for the run's tensors. */
export async function givenFor(run, place, tensor, position) {
  if (tensor.figure === "weights" || tensor.figure === "lines") {
    const main = await weightsFor(run, place, tensor.key);
    return { main, blocked: run.blocked(place), lines: linesFor(run, place, main) };
  }
  const trace = await run.trace();
  const matrix = (path) => trace.matrix(path, tensor.heads ? place.head : 0);
  switch (tensor.figure) {
    case "scores":
      return { main: matrix(tensor.path), blocked: run.blocked(place), limit: trace.limit(tensor.path) };
    case "vectors":
      return { main: matrix(tensor.path), limit: trace.limit(tensor.path), axis: say(`figures.${tensor.axis}`) };
    case "norms": {
      const norm = tensor.path.replace(/\.\w+$/, "");
      return { mean: matrix(`${norm}.mean`), variance: matrix(`${norm}.variance`) };
    }
    case "lengths": {
      const stack = tensor.path.split(".")[0];
      return { stream: run.sent.streams[stack].map((path) => trace.matrix(path)) };
    }
    case "probabilities": {
      const rows = trace.matrix(tensor.path);
      const row = rows[Math.min(position ?? 0, rows.length - 1)];
      return { main: { row, vocabulary: trace.vocabulary } };
    }
    default: // curves, similarity
      return { main: matrix(tensor.path) };
  }
}

/** What the lines between words are drawn from: weights, some perhaps left out, and the least. */
function linesFor(run, place, weights) {
  const { threshold, hideSpecial } = place.options;
  return { weights: hideSpecial ? without(weights, ...run.special(place)) : weights, threshold };
}

/** The labels along the axes that can be zoomed into. */
export function axesOf(run, place, tensor) {
  const labels = run.labels(tensor.side);
  if (tensor.figure === "weights" || tensor.figure === "scores") {
    const { queries, keys } = run.kind(place);
    return { xaxis: keys, yaxis: queries };
  }
  if (tensor.figure === "vectors") return { yaxis: labels };
  if (tensor.figure === "similarity") return { xaxis: labels, yaxis: labels };
  if (tensor.figure === "curves") return { xaxis: labels.map((_, i) => String(i)) };
  return tensor.figure === "norms" || tensor.figure === "lengths" ? { xaxis: labels } : {};
}

/** What the weights on show are, in words. */
export function legendOf(run, place, tensor) {
  if (tensor.key === "may_attend") return say("legend.may_attend");
  if (!tensor.view) {
    const isDead = run.weights(place).some((row) => row.every((weight) => weight === 0));
    return say(isDead ? "viewer.legend_dead" : "viewer.legend");
  }
  const { heads, threshold } = place.options;
  const chosen = heads && heads.length < run.model.n_heads ? heads.map((head) => head + 1).join(", ") : "";
  if (tensor.key === "average" && chosen) return say("legend.chosen", { heads: chosen });
  return say(`legend.${tensor.key}`, { threshold: threshold.toFixed(2) });
}
