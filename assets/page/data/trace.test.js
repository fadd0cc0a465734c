import assert from "node:assert/strict";
import { test } from "node:test";
import { MASK_FILL, Trace } from "./trace.js";

const SIZES = { F32: 4, F16: 2 };

/**
 * A safetensors file, laid out by hand: 8 bytes of length, the JSON header, the numbers.
 * @param {Record<string, { dtype: string, shape: number[], array: Float32Array | Uint16Array }>} tensors
 * @param {{ same?: Record<string, string>, vocabulary?: string[] }} metadata
 */
function file(tensors, { same = {}, vocabulary = [] } = {}) {
  const header = {
    __metadata__: { same: JSON.stringify(same), vocabulary: JSON.stringify(vocabulary) },
  };
  const bytes = [];
  for (const [name, { dtype, shape, array }] of Object.entries(tensors)) {
    const from = bytes.length;
    bytes.push(...new Uint8Array(array.buffer));
    assert.equal(bytes.length - from, SIZES[dtype] * shape.reduce((a, b) => a * b, 1));
    header[name] = { dtype, shape, data_offsets: [from, bytes.length] };
  }
  const text = new TextEncoder().encode(JSON.stringify(header));
  const whole = new Uint8Array(8 + text.length + bytes.length);
  new DataView(whole.buffer).setBigUint64(0, BigInt(text.length), true);
  whole.set(text, 8);
  whole.set(bytes, 8 + text.length);
  return whole.buffer;
}

const f32 = (shape, ...numbers) => ({ dtype: "F32", shape, array: Float32Array.from(numbers) });
const rowsOf = (matrix) => matrix.map((row) => Array.from(row));

test("tensors stand under their names, and under the further ones", () => {
  const { POSITIVE_INFINITY } = Number;
  const trace = new Trace(
    file(
      { a: f32([2], 1, 2), b: f32([2], 3, POSITIVE_INFINITY) },
      { same: { "b.again": "b" }, vocabulary: ["<s>", "chat"] },
    ),
  );
  assert.deepEqual(Array.from(trace.tensor("a").values), [1, 2]);
  assert.deepEqual(Array.from(trace.tensor("b.again").values), [3, POSITIVE_INFINITY]);
  assert.deepEqual([trace.has("a"), trace.has("b.again"), trace.has("c")], [true, true, false]);
  assert.deepEqual(trace.vocabulary, ["<s>", "chat"]);
});

test("numbers are read wherever the header ends", () => {
  for (const name of ["x", "xx", "xxx", "xxxx"]) {
    const trace = new Trace(file({ [name]: f32([1], 0.5) }));
    assert.equal(trace.tensor(name).values[0], 0.5);
  }
});

test("a head's matrix is rows of columns; without heads there is one", () => {
  const numbers = [0, 1, 2, 10, 11, 12, 100, 101, 102, 110, 111, 112]; // head, row, column
  const trace = new Trace(file({ weights: f32([2, 2, 3], ...numbers), x: f32([1, 2], 8, 9) }));
  assert.deepEqual(rowsOf(trace.matrix("weights", 1)), [
    [100, 101, 102],
    [110, 111, 112],
  ]);
  assert.deepEqual(rowsOf(trace.matrix("x", 1)), [[8, 9]]);
});

test("half precision, by the definition of IEEE 754", () => {
  const written = [
    [0x0000, 0],
    [0x3c00, 1],
    [0xc000, -2],
    [0x3555, 0.333251953125], // nearest to 1/3
    [0x7bff, 65504], // the largest
    [0x0400, 2 ** -14], // the smallest normal one
    [0x0001, 2 ** -24], // the smallest of all
    [0x7c00, Number.POSITIVE_INFINITY],
    [0xfc00, Number.NEGATIVE_INFINITY],
    [0x7e00, Number.NaN],
  ];
  const array = Uint16Array.from(written, ([bits]) => bits);
  const trace = new Trace(file({ h: { dtype: "F16", shape: [written.length], array } }));
  assert.ok(trace.isHalf("h"));
  const values = Array.from(trace.tensor("h").values);
  assert.deepEqual(
    values,
    written.map(([, number]) => number),
  );
});

test("the largest magnitude leaves out what a mask filled, and is never 0", () => {
  const { NEGATIVE_INFINITY } = Number;
  const scores = f32([4], 2, -3, MASK_FILL * 2, NEGATIVE_INFINITY);
  const trace = new Trace(file({ scores, zeros: f32([2], 0, 0) }));
  assert.equal(trace.limit("scores"), 3);
  assert.equal(trace.limit("zeros"), 1);
});

test("statistics are of the finite numbers, and count the others", () => {
  const trace = new Trace(file({ x: f32([5], 4, 0, -1, Number.NEGATIVE_INFINITY, 1) }));
  assert.deepEqual(trace.statistics("x"), {
    shape: [5],
    least: -1,
    largest: 4,
    mean: 1,
    infinite: 1,
    zeros: 1,
    count: 5,
  });
});
