// The chosen tensor as numbers: statistics, a table, and what can be taken home.

import { legendOf } from "../../figures/pictures.js";
import { make, say } from "../../strings.js";
import { createCopy } from "../widgets/widgets.js";

const MOST_COLUMNS = 64; // in the table; the downloads hold everything

/** `drawn` is the matrix of a view that is made from several tensors. */
export function showNumbers(element, { run, place, view }, tensor, trace, drawn) {
  const matrix = drawn ?? trace.matrix(tensor.path, tensor.heads ? place.head : 0);
  const { rows, columns } = labelsOf(run, tensor, matrix);
  element.replaceChildren(
    tensor.view ? make("p", "label", legendOf(run, place, tensor, view)) : statistics(trace, tensor),
    actions(run, tensor, matrix, rows, columns),
    table(matrix, rows, columns),
  );
}

function labelsOf(run, tensor, matrix) {
  const columns = run.columns(tensor) ?? Array.from(matrix[0], (_, i) => String(i));
  return { rows: run.rows(tensor), columns };
}

function statistics(trace, tensor) {
  const { shape, least, mean, largest, zeros, infinite, count } = trace.statistics(tensor.path);
  const facts = { shape: `1 × ${shape.join(" × ")}`, least: least.toFixed(4), mean: mean.toFixed(4), largest: largest.toFixed(4), zeros, count };
  const element = make("p", "label", say("numbers.statistics", facts));
  if (infinite) element.append(` ${say("code.masked", { count: infinite })}`);
  if (trace.isHalf(tensor.path)) element.append(` ${say("numbers.half")}`);
  return element;
}

function actions(run, tensor, matrix, rows, columns) {
  const element = make("p", "actions");
  const save = make("button", "pill", say("numbers.csv"));
  save.type = "button";
  save.addEventListener("click", () => download(`${tensor.path}.csv`, csv(matrix, rows, columns, ",")));
  const all = make("a", "pill", say("numbers.npz"));
  all.href = new URL(run.address.replace("viz/trace", "viz/trace.npz"), document.baseURI);
  all.download = "trace.npz";
  element.append(save, createCopy(say("numbers.copy"), () => csv(matrix, rows, columns, "\t")), all);
  return element;
}

function table(matrix, rows, columns) {
  const frame = make("div", "scroller");
  frame.tabIndex = 0;
  frame.setAttribute("role", "region");
  frame.setAttribute("aria-label", say("face.numbers"));
  const element = make("table", "numbers");
  const shown = columns.slice(0, MOST_COLUMNS);
  const head = make("tr");
  head.append(make("td"), ...shown.map((text) => make("th", "", text)));
  element.append(head, ...matrix.map((row, i) => {
    const line = make("tr");
    line.append(make("th", "", rows[i]), ...shown.map((_, j) => make("td", "", written(row[j]))));
    return line;
  }));
  frame.append(element);
  if (columns.length > MOST_COLUMNS) {
    frame.prepend(make("p", "label", say("numbers.cut", { shown: MOST_COLUMNS, count: columns.length })));
  }
  return frame;
}

const written = (x) => (Number.isFinite(x) ? x.toFixed(4) : x < 0 ? "−∞" : "∞");

/** Values with labels; a label that a spreadsheet would take for a formula is disarmed. */
export function csv(matrix, rows, columns, separator) {
  const quoted = (text) => {
    const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return /[",\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const lines = matrix.map((row, i) => [quoted(rows[i]), ...Array.from(row, String)].join(separator));
  return `${[["", ...columns.map(quoted)].join(separator), ...lines].join("\n")}\n`;
}

function download(name, text) {
  const link = make("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
