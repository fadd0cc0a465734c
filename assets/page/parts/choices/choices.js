// Where every head looked: for every word and every head, the word it looked at most.

import { make, say } from "../../strings.js";
import { argmax } from "../../data/tensors.js";
import { shade } from "../../theme.js";

export function createChoices(element, store, { point, pin, look, colours }) {
  const table = element.querySelector("#choices");
  const card = element.querySelector(".choices");
  let rows = []; // { row element, place }

  function headRow(run, place, colour) {
    const row = make("tr");
    const name = make("th", "", say("viewer.head_short", { layer: place.layer + 1, head: place.head + 1 }));
    name.scope = "row";
    row.append(name, ...run.weights(place).map((weights, i) => {
      const best = argmax(weights);
      const isTie = weights.length > 1 && weights[best] - Math.min(...weights) < 1e-4; // then there is no most
      const cell = make("td", "", weights[best] === 0 ? "∅" : isTie ? say("viewer.alike") : run.kind(place).keys[best]);
      shade(cell, colour(weights[best] * 0.8));
      cell.title = weights[best].toFixed(4);
      cell.addEventListener("pointerenter", () => point({ row: i, column: null }));
      cell.addEventListener("pointerleave", () => point(null));
      cell.addEventListener("click", () => { look(place); pin({ row: i, column: best }); });
      return cell;
    }));
    return { row, place };
  }

  function showTable({ run, model, place }) {
    const { grid, layers, part } = model.box(place);
    card.hidden = !grid;
    rows = [];
    if (card.hidden) return;
    const { queries } = run.kind(place);
    const top = make("tr");
    top.append(make("td"), ...queries.map((query) => {
      const cell = make("th", "", query.split(" → ").at(-1));
      cell.scope = "col";
      return cell;
    }));
    for (let layer = 0; layer < layers; layer++) {
      for (let head = 0; head < model.n_heads; head++) {
        rows.push(headRow(run, { ...model.nearest({ part }), layer, head }, colours("weights")));
      }
    }
    table.replaceChildren(top, ...rows.map(({ row }) => row));
  }

  store.watch(["run", "place", "theme"], (state, before) => {
    const isOther = state.run !== before.run || state.theme !== before.theme || state.place.part !== before.place?.part;
    if (isOther) showTable(state);
    for (const { row, place: its } of rows) {
      row.classList.toggle("chosen", its.layer === state.place.layer && its.head === state.place.head);
    }
  });
}
