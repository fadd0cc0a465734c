// One cell taken apart: every number from this run, every step recomputed from the one above it.

import { withCells } from "../../data/graph.js";
import { make, say } from "../../strings.js";
import { argmax } from "../../data/tensors.js";
import { explain } from "./explain.js";
import { edited, title } from "./ledger.js";

let latest = 0; // some steps wait for a weight from the server: only the last that was asked for shows

/** Show how the chosen cell of `tensor` was computed; without a choice, one of the first word. */
export async function showArithmetic(element, run, place, tensor, trace, focus, onPin) {
  const mine = ++latest;
  const at = cell(run, place, tensor, trace, focus);
  const lines = tensor.view ? null : await withCells(run, trace, (cells) => linesFor(cells, { run, place, tensor, trace, at }));
  if (mine !== latest) return;
  if (!lines) {
    element.replaceChildren(make("p", "explain", say("arithmetic.none")));
    return;
  }
  element.replaceChildren(...lines, walker(run, tensor, trace, place, at, onPin));
}

/** The lines of a cell; null for a tensor that is another one under a second name, or comes in as it is. */
function linesFor(cells, looked) {
  const { place, tensor, trace, at } = looked;
  const [i, j] = at;
  const index = [0, ...(tensor.heads ? [place.head] : []), i, j];
  const lines = explain(cells, tensor.path, index, looked);
  if (!lines.length) return null;
  const actual = trace.matrix(tensor.path, tensor.heads ? place.head : 0)[i][j];
  return [title(heading(looked), actual), ...lines, ...edited(cells.computed(tensor.path, index), actual)];
}

/** What the number is, in words. */
function heading({ run, tensor, trace, at: [i, j] }) {
  const word = run.rows(tensor)[i];
  const columns = run.columns(tensor);
  if (tensor.picture === "probabilities") return say(`arithmetic.softmax_${tensor.rows}`, { word: trace.vocabulary[j], after: word });
  if (tensor.grid) return say("arithmetic.weight", { query: word, key: columns[j] });
  if (tensor.columns === "vocabulary") return say(tensor.rows === "source" ? "arithmetic.logit_at" : "arithmetic.logit", { word, next: trace.vocabulary[j] });
  if (tensor.axes.at(-1) === "1") return say("arithmetic.moment", { word, what: say(`tensor.${tensor.name}`) });
  if (tensor.axes[0] === "1") return say("arithmetic.position", { position: i, dimension: j });
  return say("arithmetic.norm", { word, dimension: j });
}

/** The chosen cell; of a row without a choice the strongest, and without a row the first word's. */
function cell(run, place, tensor, trace, focus) {
  const matrix = trace.matrix(tensor.path, tensor.heads ? place.head : 0);
  const within = (at, count) => Math.min(Math.max(at, 0), count - 1);
  const special = tensor.grid ? run.special(place)[0] : run[tensor.rows].tokens.map((token) => token.special);
  const row = within(focus?.row ?? special.indexOf(false), matrix.length);
  if (focus?.column != null && tensor.picture !== "probabilities") return [row, within(focus.column, matrix[0].length)];
  const sizes = Array.from(matrix[row], (x) => (Number.isFinite(x) ? Math.abs(x) : -1));
  return [row, argmax(sizes)];
}

/** ↑ row ↓ ← column →: another cell without leaving the face. */
function walker(run, tensor, trace, place, at, onPin) {
  const [i, j] = at;
  const matrix = trace.matrix(tensor.path, tensor.heads ? place.head : 0);
  const element = make("p", "walker label");
  const step = (name, down, across, text) => {
    const button = make("button", "", text);
    button.type = "button";
    button.setAttribute("aria-label", say(`arithmetic.${name}`));
    button.disabled = !matrix[i + down] || j + across < 0 || j + across >= matrix[0].length;
    button.addEventListener("click", () => onPin({ row: i + down, column: j + across }));
    return button;
  };
  element.append(step("up", -1, 0, "↑"), step("down", 1, 0, "↓"), make("b", "", run.rows(tensor)[i]));
  const hasColumns = matrix[0].length > 1 && tensor.picture !== "probabilities"; // it shows its best words
  if (hasColumns) {
    const words = tensor.columns === "vocabulary" ? trace.vocabulary : run.columns(tensor);
    element.append(step("left", 0, -1, "←"), step("right", 0, 1, "→"), make("b", "", words?.[j] ?? String(j)));
  }
  element.append(make("span", "", say("arithmetic.walk")));
  return element;
}
