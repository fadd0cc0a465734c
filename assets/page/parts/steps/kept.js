// One column per step: what each layer would have said after it (the logit lens), and the keys and values
// that a cache keeps of it.

import { paint } from "../../figures/paint.js";
import { make, say } from "../../strings.js";
import { shade } from "../../theme.js";

const NAMES = 96; // pixels on the left that the names of the rows cover

export function showKept(find, state, trace, { colours, goToStep }) {
  const { run, step } = state;
  const columns = run.labels("target");
  const table = make("table");
  table.append(heading(columns, step, goToStep), ...lensRows(state, colours, goToStep));
  let numbers = 0;
  for (const { name, layer, path, scale } of run.model.kept) {
    const { shape: [heads, positions, width], values } = trace.tensor(path);
    const row = line(say("steps.kept", { name: name.toUpperCase(), layer: layer + 1 }));
    for (let at = 0; at < positions; at++) {
      const cell = make("td", at > step ? "later" : "kept");
      cell.classList.toggle("now", at === step);
      if (at <= step) cell.append(picture(values, { at, heads, positions, width }, colours(scale), trace.limit(path)));
      row.append(cell);
    }
    numbers += (step + 1) * heads * width;
    table.append(row);
  }
  find("lens").replaceChildren(...table.children);
  showColumn(find("lens").parentElement, find("lens").querySelector("th.now"));
  find("cache-text").textContent = say(run.cached ? "steps.cache" : "steps.cache_edited", {
    positions: step + 1, numbers: numbers.toLocaleString("en"), bytes: (numbers * 4).toLocaleString("en"),
  });
}

/** Scroll sideways, and only so far that a column is seen. */
function showColumn(frame, cell) {
  if (!cell) return;
  const [inner, outer] = [cell.getBoundingClientRect(), frame.getBoundingClientRect()];
  if (inner.right > outer.right) frame.scrollLeft += inner.right - outer.right;
  if (inner.left < outer.left + NAMES) frame.scrollLeft += inner.left - outer.left - NAMES;
}

/** The words that are read, one above each column. */
function heading(words, step, goToStep) {
  const row = make("tr");
  row.append(make("td"), ...words.map((word, i) => {
    const cell = make("th", i === step ? "now" : i > step ? "later" : "", word);
    cell.scope = "col";
    cell.addEventListener("click", () => goToStep(i));
    return cell;
  }));
  return row;
}

/** What every layer would say, the last one on top. */
function lensRows({ run, step }, colours, goToStep) {
  const colour = colours("weights");
  const rows = run.lens.map(({ words, probabilities }, layer) => {
    const row = line(say("steps.layer_says", { layer: layer + 1 }));
    row.append(...words.map((word, i) => {
      const cell = make("td", i > step ? "later" : "", i > step ? "" : word);
      if (i <= step) shade(cell, colour(probabilities[i] * 0.8));
      cell.classList.toggle("now", i === step);
      cell.title = i > step ? "" : probabilities[i].toFixed(4);
      cell.addEventListener("click", () => goToStep(i));
      return cell;
    }));
    return row;
  });
  return rows.reverse();
}

function line(name) {
  const row = make("tr");
  const cell = make("th", "", name);
  cell.scope = "row";
  row.append(cell);
  return row;
}

/** One position of one layer: a row of pixels for each head. */
function picture(values, { at, heads, positions, width }, colour, limit) {
  const canvas = make("canvas");
  const matrix = Array.from({ length: heads }, (_, head) => values.subarray((head * positions + at) * width, (head * positions + at + 1) * width));
  paint(canvas, matrix, colour, limit);
  return canvas;
}
