// A table of positions taken apart: a clock hand with its speed, how far it has turned, its sine or cosine.

import { make, say } from "../../strings.js";
import { line, number } from "./ledger.js";

export const SHORT = 6; // the largest terms of a long sum that are written out

/** The lines of one number of a table that is made in the way of this name. */
export function wave(made, width, at) {
  const [position, d] = at.slice(-2);
  if (!made?.startsWith("sinusoidal")) return [make("p", "explain", say(`arithmetic.positions_${made ?? "learned"}`))];
  const half = made === "sinusoidal_halves" ? Math.ceil(width / 2) : 0; // first all sines, then all cosines
  const isCosine = half ? d >= half : d % 2 === 1;
  const pair = half ? 2 * (isCosine ? d - half : d) : d - (d % 2);
  const speed = 10000 ** (-pair / width);
  const name = isCosine ? "cos" : "sin";
  return [
    line([say("arithmetic.speed", { pair: pair / 2 })], `1 / 10000^(${pair}/${width})`, number(speed)),
    line([say("arithmetic.angle")], `${position} × ${number(speed)}`, number(position * speed)),
    line([say(`arithmetic.${name}${half ? "_half" : ""}`)], `${name}(${number(position * speed)})`, number(Math[name](position * speed)), true),
  ];
}
