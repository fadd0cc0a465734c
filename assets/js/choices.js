// Where every head looked: for every word and every head, the word it looked at most.

import { Run } from "./run.js";
import { make, say } from "./strings.js";
import { argmax } from "./tensors.js";

export function createChoices(element, { onPoint, onPin, onView }) {
  const table = element.querySelector("#choices");
  let rows = []; // { row element, view }

  function headRow(run, view, colour) {
    const row = make("tr");
    const name = make("th", "", say("viewer.head_short", { layer: view.layer + 1, head: view.head + 1 }));
    name.scope = "row";
    row.append(name, ...run.weights(view).map((weights, i) => {
      const best = argmax(weights);
      const cell = make("td", "", weights[best] > 0 ? run.kind(view).keys[best] : "∅");
      cell.style.background = `rgb(${colour(weights[best] * 0.8).join(",")})`;
      cell.classList.toggle("strong", weights[best] > 0.6);
      cell.title = weights[best].toFixed(4);
      cell.addEventListener("pointerenter", () => onPoint({ row: i, column: null }));
      cell.addEventListener("pointerleave", () => onPoint(null));
      cell.addEventListener("click", () => { onView(view); onPin({ row: i, column: best }); });
      return cell;
    }));
    return { row, view };
  }

  return {
    show(run, view, colour) {
      const { layers, heads, queries } = run.kind(view);
      const top = make("tr");
      top.append(make("td"), ...queries.map((query) => {
        const cell = make("th", "", query.split(" → ").at(-1));
        cell.scope = "col";
        return cell;
      }));
      rows = [];
      for (let layer = 0; layer < layers; layer++) {
        for (let head = 0; head < heads; head++) {
          rows.push(headRow(run, { kind: view.kind, layer, head }, colour));
        }
      }
      table.replaceChildren(top, ...rows.map(({ row }) => row));
      this.showView(view);
    },

    showView(view) {
      for (const { row, view: its } of rows) {
        row.classList.toggle("chosen", Run.site(its) === Run.site(view) && its.head === view.head);
      }
    },
  };
}
