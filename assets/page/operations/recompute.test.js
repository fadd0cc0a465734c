// The operations that draw the arithmetic come to every number of a model. tests/wire/test_operations.py
// writes the model down, with what torch made of it, and starts this with the file's name.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Cells } from "./cells.js";

const file = process.env.RECOMPUTE;

test("every number of every tensor is recomputed", { skip: !file && "started by pytest" }, () => {
  const { nodes, weights, ids, trace } = JSON.parse(readFileSync(file ?? "", "utf8"));
  const infinite = (x) => (x === null ? -Infinity : x);
  const tensors = new Map(
    Object.entries(trace).map(([path, { shape, values }]) => [
      path,
      { shape, values: values.map(infinite) },
    ]),
  );
  const cells = new Cells(nodes, {
    tensor: (path) => tensors.get(path),
    ids: (tower) => ids[tower],
    row: (name, at) => [weights[name][at]].flat(),
  });
  let compared = 0;
  for (const [path, { shape, values }] of tensors) {
    const finite = values.filter(Number.isFinite).map(Math.abs);
    const largest = Math.max(1, ...finite);
    for (const [place, expected] of values.entries()) {
      const computed = cells.computed(path, [0, ...indexOf(place, shape)]);
      const isSame =
        Object.is(computed, expected) || Math.abs(computed - expected) <= 1e-5 * largest;
      assert.ok(isSame, `${path}[${indexOf(place, shape)}]: ${computed}, torch has ${expected}`);
      compared += 1;
    }
  }
  assert.ok(compared > 1000);
});

function indexOf(place, shape) {
  const index = [];
  let rest = place;
  for (const size of shape.toReversed()) {
    index.unshift(rest % size);
    rest = Math.floor(rest / size);
  }
  return index;
}
