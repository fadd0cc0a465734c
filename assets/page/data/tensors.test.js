import assert from "node:assert/strict";
import { test } from "node:test";
import { argmax, decodeFloats, decodeMask, decodeWeights, matrixOf } from "./tensors.js";

/** What Python sends: the bytes of a typed array as base64. */
const sent = (shape, array) => ({ shape, data: Buffer.from(array.buffer).toString("base64") });

const rowsOf = (matrix) => matrix.map((row) => Array.from(row));

test("weights are 16-bit steps: 0 is 0, the last step is 1", () => {
  const { shape, values } = decodeWeights(sent([1, 1, 3], Uint16Array.of(0, 13107, 65535)));
  assert.deepEqual(shape, [1, 1, 3]);
  assert.equal(values[0], 0);
  assert.ok(Math.abs(values[1] - 0.2) < 1e-7); // 65535 / 5
  assert.equal(values[2], 1);
});

test("floats come as they are", () => {
  const numbers = [1.5, -0.25, 1e30, Number.POSITIVE_INFINITY];
  const { values } = decodeFloats(sent([4], Float32Array.from(numbers)));
  assert.deepEqual(Array.from(values), Array.from(Float32Array.from(numbers)));
});

test("of a mask's bytes the lowest bit comes first, and bits past its size are none", () => {
  const { values } = decodeMask(sent([2, 5], Uint8Array.of(0b00000101, 0b11111110)));
  assert.deepEqual(Array.from(values), [1, 0, 1, 0, 0, 0, 0, 0, 0, 1]);
});

test("a matrix has its head, its rows and its columns, and none of them swapped", () => {
  const [heads, rows, columns] = [2, 2, 3];
  const values = Float32Array.from({ length: heads * rows * columns }, (_, i) => {
    const [head, row, column] = [Math.floor(i / 6), Math.floor(i / 3) % 2, i % 3];
    return 100 * head + 10 * row + column;
  });
  const tensor = { shape: [heads, rows, columns], values };
  const second = [
    [100, 101, 102],
    [110, 111, 112],
  ];
  assert.deepEqual(rowsOf(matrixOf(tensor, 1)), second);
  assert.deepEqual(rowsOf(matrixOf(tensor, 0))[1], [10, 11, 12]);
});

test("a tensor with one head serves every head", () => {
  const tensor = { shape: [1, 1, 2], values: Float32Array.of(3, 4) };
  assert.deepEqual(rowsOf(matrixOf(tensor, 5)), [[3, 4]]);
});

test("the largest of equals is the first", () => {
  assert.equal(argmax([1, 7, 7, 2]), 1);
  assert.equal(argmax([-3, -2, -9]), 1);
});
