// How every tensor of a model is computed: fetched when somebody asks, once per model.

import { askJson } from "../server.js";
import { Cells, Lacks } from "../operations/cells.js";

const graphs = new Map(); // key of a model -> promise of its nodes
const rows = new Map(); // address -> promise of one row of a weight

export function graphOf(model) {
  if (!graphs.has(model.key)) graphs.set(model.key, kept(graphs, model.key, `viz/graph?${new URLSearchParams({ model: model.name })}`));
  return graphs.get(model.key);
}

async function kept(answers, key, address) {
  try {
    return await askJson(address);
  } catch (problem) {
    answers.delete(key); // another try may work
    throw problem;
  }
}

/** Single numbers of a run; `attempt` is repeated until all rows of weights that it needs are here. */
export async function withCells(run, trace, attempt) {
  const nodes = await graphOf(run.model);
  const arrived = new Map();
  const cells = new Cells(nodes, {
    tensor: (path) => trace.tensor(path),
    ids: (tower) => run[tower === "encoder" ? "source" : "target"].tokens.map(({ id }) => id),
    row(name, at) {
      const parameter = `parameters.${name}`;
      if (trace.has(parameter)) return [trace.tensor(parameter).values[at]];
      const key = `${name} ${at}`;
      if (!arrived.has(key)) throw new Lacks(name, at);
      return arrived.get(key);
    },
  });
  for (;;) {
    try {
      return attempt(cells);
    } catch (lack) {
      if (!(lack instanceof Lacks)) throw lack;
      const { name, at } = lack;
      const address = `viz/weights?${new URLSearchParams({ model: run.model.name, weight: name, row: at })}`;
      if (!rows.has(address)) rows.set(address, kept(rows, address, address));
      arrived.set(`${name} ${at}`, (await rows.get(address)).values);
    }
  }
}
