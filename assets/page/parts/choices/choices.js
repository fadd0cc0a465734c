// Where every head looked: for every word and every head, the word it looked at most.

import { argmax } from "../../data/tensors.js";
import { say } from "../../strings.js";
import { shadeOf } from "../../theme.js";
import { html, render } from "../../vendor/lit-html.js";

export function createChoices(element, store, { point, pin, look, colours }) {
  const card = element.querySelector(".choices");
  const table = element.querySelector("#choices");

  /** One head: a cell for every word that looks. */
  function headRow(run, place, isChosen) {
    const name = say("viewer.head_short", { layer: place.layer + 1, head: place.head + 1 });
    const { keys } = run.kind(place);
    return html`<tr class=${isChosen ? "chosen" : ""}>
      <th scope="row">${name}</th>${run.weights(place).map((weights, i) => headCell(place, weights, i, keys))}
    </tr>`;
  }

  function headCell(place, weights, i, keys) {
    const best = argmax(weights);
    const isTie = weights.length > 1 && weights[best] - Math.min(...weights) < 1e-4; // then there is no most
    const word = weights[best] === 0 ? "∅" : isTie ? say("viewer.alike") : keys[best];
    const { background, tone } = shadeOf(colours("weights")(weights[best] * 0.8));
    const choose = () => { look(place); pin({ row: i, column: best }); };
    return html`<td class=${tone} style="background: ${background}" title=${weights[best].toFixed(4)} @click=${choose}
      @pointerenter=${() => point({ row: i, column: null })} @pointerleave=${() => point(null)}>${word}</td>`;
  }

  function rows({ run, model, place }) {
    const { layers, part } = model.box(place);
    const places = Array.from({ length: layers * model.n_heads }, (_, i) =>
      ({ ...model.nearest({ part }), layer: Math.floor(i / model.n_heads), head: i % model.n_heads }));
    const words = run.kind(place).queries.map((query) => query.split(" → ").at(-1));
    return [
      html`<tr><td></td>${words.map((word) => html`<th scope="col">${word}</th>`)}</tr>`,
      ...places.map((its) => headRow(run, its, its.layer === place.layer && its.head === place.head)),
    ];
  }

  // While another view is open nothing of this one is drawn: it is drawn when it is opened.
  store.watch(["run", "place", "theme", "tab"], (state) => {
    if (state.tab !== "heads") return;
    card.hidden = !state.model.box(state.place).grid;
    if (!card.hidden) render(rows(state), table);
  });
}
