// What the figure of a place is filled with.

import { say } from "../strings.js";
import { mean, rollout, valueWeighted, without } from "./views.js";

/** How a view is made from the weights of several heads or layers. */
const VIEWS = {
  average: (run, place, view) => meanOf(run, place, view.heads),
  rollout: (run, place) => rollout(Array.from({ length: place.layer + 1 }, (_, layer) => meanOf(run, { ...place, layer }))),
  async value_weighted(run, place) {
    const values = run.model.tensorsAt(place).findLast(({ axes, grid }) => axes.includes("key") && !grid);
    return valueWeighted(run.weights(place), (await run.trace()).matrix(values.path, place.head));
  },
};

function meanOf(run, place, heads) {
  const all = heads ?? Array.from({ length: run.model.n_heads }, (_, head) => head);
  return mean(all.map((head) => run.weights({ ...place, head })));
}

const attention = async (run, place, tensor, view) => {
  const make = VIEWS[tensor.view];
  const main = make ? await make(run, place, view) : run.weights(place);
  const shown = view.hideSpecial ? without(main, ...run.special(place)) : main;
  return { main, blocked: run.blocked(place), lines: { weights: shown, threshold: view.threshold } };
};

/** What each sort of picture shows, from the matrix of its tensor. */
const GIVEN = {
  mask: (run, place, _tensor, { main }) => ({ main, blocked: run.blocked(place), lines: { weights: main, threshold: 0 } }),
  scores: (run, place, tensor, { main, trace }) => ({ main, blocked: run.blocked(place), limit: trace.limit(tensor.path) }),
  vectors: (_run, _place, tensor, { main, trace }) => ({ main, limit: trace.limit(tensor.path), axis: say(tensor.column_axis) }),
  norms: (run, place, _tensor, { trace }) => ({ statistics: statistics(run, place).map(({ path }) => trace.matrix(path)) }),
  lengths(run, place, _tensor, { trace }) {
    const stages = run.model.streams[run.model.box(place).tower];
    return { stream: stages.map((path) => trace.matrix(path)) };
  },
  probabilities(_run, _place, _tensor, { main, trace, position }) {
    const row = main[Math.min(position ?? 0, main.length - 1)];
    return { main: { row, vocabulary: trace.vocabulary } };
  },
  curves: (_run, _place, _tensor, { main }) => ({ main }),
  similarity: (_run, _place, _tensor, { main }) => ({ main }),
};

/** The numbers that a norm has of every position. */
const statistics = (run, place) => run.model.tensorsAt(place).filter(({ picture }) => picture === "norms");

/** The weights of a head are here already; every other picture waits for the run's tensors. */
export async function givenFor(run, place, tensor, view, position) {
  if (tensor.picture === "weights" || tensor.picture === "lines") return attention(run, place, tensor, view);
  const trace = await run.trace();
  const main = trace.matrix(tensor.path, tensor.heads ? place.head : 0);
  return GIVEN[tensor.picture](run, place, tensor, { main, trace, position });
}

/** The labels along the axes that can be zoomed into. */
export function axesOf(run, tensor) {
  const [rows, columns] = [run.rows(tensor), run.columns(tensor)];
  if (tensor.grid) return { xaxis: columns, yaxis: rows };
  return {
    vectors: { yaxis: rows },
    similarity: { xaxis: rows, yaxis: rows },
    curves: { xaxis: rows.map((_, i) => String(i)) },
    norms: { xaxis: rows },
    lengths: { xaxis: rows },
  }[tensor.picture] ?? {};
}

/** What the weights on show are, in words. */
export function legendOf(run, place, tensor, { heads, threshold }) {
  if (tensor.picture === "mask") return say("legend.may_attend");
  if (!tensor.view) {
    const isDead = run.weights(place).some((row) => row.every((weight) => weight === 0));
    return say(isDead ? "viewer.legend_dead" : "viewer.legend");
  }
  const chosen = heads && heads.length < run.model.n_heads ? heads.map((head) => head + 1).join(", ") : "";
  if (tensor.view === "average" && chosen) return say("legend.chosen", { heads: chosen });
  return say(`legend.${tensor.view}`, { threshold: threshold.toFixed(2) });
}

