// Which heads matter: every head is switched off in turn, and a click makes that the edit.

import { askJson } from "../../server.js";
import { make, say } from "../../strings.js";
import { css } from "../../theme.js";

export function createSweep(element, store, { addEdit, colours }) {
  const grid = element.querySelector("#sweep-grid");
  const button = element.querySelector("#sweep-button");
  const hint = element.querySelector("#sweep-hint");

  button.addEventListener("click", async () => {
    const mine = store.state.run;
    button.disabled = true;
    hint.textContent = say("sweep.working");
    try {
      const effects = await askJson(`viz/sweep?${mine.query}`);
      if (mine === store.state.run) show(effects);
    } catch (problem) {
      if (mine === store.state.run) hint.textContent = say("sweep.failed", { reason: problem.message });
    }
    button.disabled = false;
  });

  function show(rows) {
    const { model } = store.state;
    const strongest = Math.max(1e-9, ...rows.flatMap(({ effects }) => effects));
    const heads = Array.from({ length: model.n_heads }, (_, head) => make("span", "label", say("scope.head", { head: head + 1 })));
    grid.replaceChildren(make("span"), ...heads, ...rows.flatMap(({ part, layer, effects, edits }) => {
      const name = make("span", "label", say("sweep.row", { kind: say(model.box({ part }).title), layer: layer + 1 }));
      return [name, ...effects.map((effect, head) => cell(edits[head], effect, effect / strongest, name.textContent, head))];
    }));
    grid.style.setProperty("--heads", String(model.n_heads));
    hint.textContent = say("sweep.hint");
  }

  function cell(edit, effect, share, row, head) {
    const element = make("button", "effect", effect.toFixed(3));
    element.type = "button";
    element.style.background = css(colours("weights")(Math.sqrt(share) * 0.8));
    element.classList.toggle("strong", share > 0.4);
    element.setAttribute("aria-label", say("sweep.cell", { row, head: head + 1, effect: effect.toFixed(4) }));
    element.dataset.site = edit.site;
    element.dataset.head = String(head);
    element.addEventListener("click", () => addEdit(edit));
    return element;
  }

  store.watch(["run"], ({ model }) => {
    element.querySelector("#sweep").hidden = !model.predicts_words; // there is nothing to move
    grid.replaceChildren();
    hint.textContent = say("sweep.ask");
  });
}
