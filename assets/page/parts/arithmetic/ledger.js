// How arithmetic is written down: a title with the result, and a line per step.

import { make, say } from "../../strings.js";

/** Four digits; up to a million without a power of ten. */
export function number(x) {
  if (!Number.isFinite(x)) return x < 0 ? "−∞" : "∞";
  const digits = x.toPrecision(4);
  return Math.abs(x) >= 1e4 && Math.abs(x) < 1e6 ? String(Number(digits)) : digits.replace(/e([+-])0?/, "e$1");
}

export function title(text, value) {
  const element = make("p", "arithmetic-title", text);
  element.append(make("b", "", number(value)));
  return element;
}

export function line(what, how, result, isFinal = false) {
  const element = make("div", "arithmetic-line");
  const left = make("span", "what");
  left.append(...what);
  const middle = make("span", "how");
  middle.append(...[how].flat());
  element.append(left, middle, make("span", isFinal ? "value final" : "value", result));
  return element;
}

/** A line more where an edit put another number in the place of the computed one. */
export function edited(computed, actual) {
  const isSame = computed === actual || Math.abs(computed - actual) <= 0.01 * Math.abs(actual) + 0.002; // half precision is no edit
  return isSame ? [] : [line([say("arithmetic.edited")], say("arithmetic.edited_how"), number(actual), true)];
}

/** A vector as a strip of coloured cells. */
export function vector(values, family) {
  const largest = Math.max(...values.map(Math.abs)) || 1;
  const strip = make("span", "vector");
  for (const value of values) {
    const cell = make("i");
    cell.style.background = `color-mix(in srgb, var(--${value < 0 ? "soft" : family}) ${Math.round((Math.abs(value) / largest) * 100)}%, var(--card))`;
    cell.title = number(value);
    strip.append(cell);
  }
  return strip;
}

/** Numbers of both signs as bars. */
export function bars(values) {
  const largest = Math.max(...values.map(Math.abs)) || 1;
  const strip = make("span", "bars");
  for (const value of values) {
    const bar = make("i", value < 0 ? "negative" : "");
    bar.style.height = `${Math.max(2, (Math.abs(value) / largest) * 56)}px`;
    bar.title = number(value);
    strip.append(bar);
  }
  return strip;
}

/** A sum whose terms stand under the words that they belong to; the chosen one is marked. */
export function sumOver(values, words, chosen) {
  const sum = make("span", "terms");
  values.forEach((value, i) => {
    const term = make("span", i === chosen ? "term chosen" : "term", number(value));
    term.dataset.word = words[i];
    sum.append(i ? " + " : "", term);
  });
  return sum;
}
