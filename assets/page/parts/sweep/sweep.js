// Which heads matter: every head is switched off in turn, and a click makes that the edit.

import { areSame } from "../../actions.js";
import { askJson } from "../../server.js";
import { make, say } from "../../strings.js";
import { termed } from "../terms/terms.js";
import { shade } from "../../theme.js";

export function createSweep(element, store, { toggleEdit, colours }) {
  const grid = element.querySelector("#sweep-grid");
  const button = element.querySelector("#sweep-button");
  const hint = element.querySelector("#sweep-hint");
  const effect = element.querySelector("#sweep-effect");
  /** @type {{ model: any, source: string } | null} */
  let measured = null; // what the grid was computed for: it stays while edits come and go

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
    const { model, run } = store.state;
    measured = { model, source: run.source.text };
    const strongest = Math.max(1e-9, ...rows.flatMap(({ effects }) => effects));
    const heads = Array.from({ length: model.n_heads }, (_, head) => make("span", "label", say("scope.head", { head: head + 1 })));
    grid.replaceChildren(make("span"), ...heads, ...rows.flatMap(({ part, layer, effects, edits }) => {
      const name = make("span", "label", say("sweep.row", { kind: say(model.box({ part }).title), layer: layer + 1 }));
      return [name, ...effects.map((effect, head) => cell(edits[head], effect, effect / strongest, name.textContent, head))];
    }));
    grid.style.setProperty("--heads", String(model.n_heads));
    hint.replaceChildren(...termed(say("sweep.hint")));
    mark(store.state);
  }

  function cell(edit, effect, share, row, head) {
    const element = make("button", "effect", effect.toFixed(3));
    element.type = "button";
    shade(element, colours("weights")(Math.sqrt(share) * 0.8));
    element.setAttribute("aria-label", say("sweep.cell", { row, head: head + 1, effect: effect.toFixed(4) }));
    element.dataset.site = edit.site;
    element.dataset.head = String(head);
    element.dataset.edit = JSON.stringify(edit);
    element.addEventListener("click", () => toggleEdit(edit));
    return element;
  }

  /** Which heads are off now, and what that did to the sentence. */
  function mark({ run, edits }) {
    for (const cell of grid.querySelectorAll("[data-edit]")) {
      const isOff = edits.some((edit) => areSame(edit, JSON.parse(cell.dataset.edit)));
      cell.setAttribute("aria-pressed", String(isOff));
    }
    const before = run.baseline?.target.text;
    effect.textContent = before === undefined || !run.target.written ? ""
      : before === run.target.text ? say("sweep.same") : say("sweep.changed", { before, after: run.target.text });
  }

  store.watch(["run"], (state) => {
    const { run, model } = state;
    element.querySelector("#sweep").hidden = !model.predicts_words; // there is nothing to move
    if (measured?.model !== model || measured?.source !== run.source.text) {
      measured = null;
      grid.replaceChildren();
      hint.textContent = say("sweep.ask");
    }
    mark(state);
  });
}
