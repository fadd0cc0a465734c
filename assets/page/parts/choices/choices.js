// Where every head looked: for every word and every head, the word it looked at most.

import { kindOf } from "../../data/parts.js";
import { make, say } from "../../strings.js";
import { argmax } from "../../data/tensors.js";
import { css } from "../../theme.js";

export function createChoices(element, { onPoint, onPin, onPlace }) {
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
      cell.style.background = css(colour(weights[best] * 0.8));
      cell.classList.toggle("strong", weights[best] > 0.6);
      cell.title = weights[best].toFixed(4);
      cell.addEventListener("pointerenter", () => onPoint({ row: i, column: null }));
      cell.addEventListener("pointerleave", () => onPoint(null));
      cell.addEventListener("click", () => { onPlace(place); onPin({ row: i, column: best }); });
      return cell;
    }));
    return { row, place };
  }

  return {
    show(run, place, colour) {
      card.hidden = !kindOf(place.part);
      if (card.hidden) return;
      const { layers, heads, queries } = run.kind(place);
      const top = make("tr");
      top.append(make("td"), ...queries.map((query) => {
        const cell = make("th", "", query.split(" → ").at(-1));
        cell.scope = "col";
        return cell;
      }));
      rows = [];
      for (let layer = 0; layer < layers; layer++) {
        for (let head = 0; head < heads; head++) {
          rows.push(headRow(run, { part: place.part, layer, head, tensor: "weights" }, colour));
        }
      }
      table.replaceChildren(top, ...rows.map(({ row }) => row));
      this.showPlace(place);
    },

    showPlace(place) {
      for (const { row, place: its } of rows) {
        row.classList.toggle("chosen", its.layer === place.layer && its.head === place.head);
      }
    },
  };
}
