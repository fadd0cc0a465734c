/** The error function by its power series; beyond 4 it is 1 to eight digits. */
export function erf(x) {
  if (Math.abs(x) > 4) return Math.sign(x);
  let [sum, term] = [0, x];
  for (let n = 0; Math.abs(term) > 1e-14 || n < Math.abs(x) ** 2; n++) {
    sum += term / (2 * n + 1);
    term *= -(x * x) / (n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}
