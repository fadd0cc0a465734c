// All tensors of a run, as one safetensors file: 8 bytes with the header's length, a JSON header,
// then the numbers. Python leaves the batch dimension out.

import { ask } from "../server.js";

export async function fetchTrace(address) {
  return new Trace(await (await ask(address)).arrayBuffer());
}

export const MASK_FILL = -1e4; // scores below were put there by a mask: they would leave no colour for others

export class Trace {
  #tensors = new Map();

  constructor(buffer) {
    const headerLength = Number(new DataView(buffer).getBigUint64(0, true));
    const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, headerLength)));
    const { same, vocabulary } = header.__metadata__;
    this.same = JSON.parse(same); // further name -> first name
    this.vocabulary = JSON.parse(vocabulary);
    this.buffer = buffer;
    this.header = header;
    this.start = 8 + headerLength;
  }

  has(path) {
    return path in this.header || path in this.same;
  }

  /** { shape, values }: the numbers of a tensor, decoded when first asked for. */
  tensor(path) {
    const name = this.same[path] ?? path;
    if (!this.#tensors.has(name)) this.#tensors.set(name, this.#decode(this.header[name]));
    return this.#tensors.get(name);
  }

  /** One matrix as rows; a tensor with heads gives the matrix of one head. */
  matrix(path, head = 0) {
    const { shape, values } = this.tensor(path);
    const [rows, columns] = shape.slice(-2);
    const start = shape.length === 3 ? head * rows * columns : 0;
    return Array.from({ length: rows }, (_, i) =>
      values.subarray(start + i * columns, start + (i + 1) * columns));
  }

  isHalf(path) {
    return this.header[this.same[path] ?? path].dtype === "F16";
  }

  /** The largest absolute value, over all heads: one colour range for them all. What a mask filled does not count. */
  limit(path) {
    let largest = 0;
    for (const x of this.tensor(path).values) {
      if (Number.isFinite(x) && x > MASK_FILL && Math.abs(x) > largest) largest = Math.abs(x);
    }
    return largest || 1;
  }

  /** Shape, least, mean and largest of the finite numbers, and how many are not finite or zero. */
  statistics(path) {
    const { shape, values } = this.tensor(path);
    let [least, largest, sum, finite, zeros] = [Infinity, -Infinity, 0, 0, 0];
    for (const x of values) {
      if (!Number.isFinite(x)) continue;
      finite++;
      sum += x;
      if (x === 0) zeros++;
      if (x < least) least = x;
      if (x > largest) largest = x;
    }
    return { shape, least, largest, mean: sum / finite, infinite: values.length - finite, zeros, count: values.length };
  }

  #decode({ dtype, shape, data_offsets: [from, to] }) {
    const bytes = this.buffer.slice(this.start + from, this.start + to); // a copy is aligned
    const values = dtype === "F32" ? new Float32Array(bytes) : halves(new Uint16Array(bytes));
    return { shape, values };
  }
}

/** IEEE half precision to ordinary numbers. */
function halves(bits) {
  return Float32Array.from(bits, (h) => {
    const sign = h & 0x8000 ? -1 : 1;
    const exponent = (h >> 10) & 0x1f;
    const fraction = h & 0x3ff;
    if (exponent === 0) return sign * fraction * 2 ** -24;
    if (exponent === 31) return fraction ? NaN : sign * Infinity;
    return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
  });
}
