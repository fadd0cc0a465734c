// A run's tensors: they arrive once, as base64, and are cut into matrices when looked at.

function bytesOf(base64) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64); // new browsers; ten times as fast
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** Weights sent as 16-bit steps from 0 to 1. */
export function decodeWeights({ shape, data }) {
  const steps = new Uint16Array(bytesOf(data).buffer);
  const values = new Float32Array(steps.length); // a plain loop: several times as fast as from(…)
  for (let i = 0; i < steps.length; i++) values[i] = steps[i] / 65535;
  return { shape, values };
}

/** Numbers sent as 32-bit floats. */
export function decodeFloats({ shape, data }) {
  return { shape, values: new Float32Array(bytesOf(data).buffer) };
}

/** True and False sent as one bit each. */
export function decodeMask({ shape, data }) {
  const bits = bytesOf(data);
  const size = shape.reduce((a, b) => a * b, 1);
  return { shape, values: Uint8Array.from({ length: size }, (_, i) => (bits[i >> 3] >> (i & 7)) & 1) };
}

/**
 * One head's matrix as rows; a tensor with one head serves every head.
 * @param {{ shape: number[], values: Float32Array | Uint8Array }} tensor of head, row and column
 * @param {number} head
 */
export function matrixOf({ shape: [heads, rows, columns], values }, head) {
  const start = (heads === 1 ? 0 : head) * rows * columns;
  return Array.from({ length: rows }, (_, i) =>
    values.subarray(start + i * columns, start + (i + 1) * columns));
}

/** Index of the largest value. */
export function argmax(row) {
  let best = 0;
  for (let i = 1; i < row.length; i++) if (row[i] > row[best]) best = i;
  return best;
}
