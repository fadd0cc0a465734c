import assert from "node:assert/strict";
import { test } from "node:test";
import { mean, rollout, valueWeighted, without } from "./views.js";

const rowsOf = (matrix) => matrix.map((row) => Array.from(row));

test("a mean is taken cell by cell", () => {
  const one = [
    [1, 0],
    [0.5, 0.5],
  ];
  const other = [
    [0, 1],
    [0.25, 0.75],
  ];
  assert.deepEqual(rowsOf(mean([one, other])), [
    [0.5, 0.5],
    [0.375, 0.625],
  ]);
});

test("rollout mixes every layer half and half with what came in (Abnar & Zuidema 2020)", () => {
  // Layer 1: both look at position 0. Layer 2: each looks at the other.
  const first = [
    [1, 0],
    [1, 0],
  ];
  const second = [
    [0, 1],
    [1, 0],
  ];
  // By hand: A1 = (first + I) / 2 = [[1, 0], [½, ½]], A2 = [[½, ½], [½, ½]], A2 · A1:
  assert.deepEqual(rowsOf(rollout([first, second])), [
    [0.75, 0.25],
    [0.75, 0.25],
  ]);
  // The other order, A1 · A2, would give [[½, ½], [½, ½]].
  assert.deepEqual(rowsOf(rollout([second, first])), [
    [0.5, 0.5],
    [0.5, 0.5],
  ]);
});

test("a weight counts as much as the value it brings is long, relative to the largest", () => {
  const weights = [
    [0.5, 0.5],
    [1, 0],
  ];
  const v = [
    [3, 4], // length 5
    [0, 10], // length 10
  ];
  assert.deepEqual(rowsOf(valueWeighted(weights, v)), [
    [0.5, 1],
    [1, 0],
  ]);
});

test("values of no length give zeros, not NaN", () => {
  assert.deepEqual(rowsOf(valueWeighted([[1]], [[0, 0]])), [[0]]);
});

test("queries are rows and keys are columns", () => {
  const weights = [
    [1, 2, 3],
    [4, 5, 6],
  ];
  assert.deepEqual(rowsOf(without(weights, [true, false], [false, false, true])), [
    [0, 0, 0],
    [4, 5, 0],
  ]);
});
