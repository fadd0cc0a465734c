// Which heads matter: every head is switched off in turn, and a click makes that the edit.

import { askJson } from "../../server.js";
import { make, say } from "../../strings.js";
import { css } from "../../theme.js";

export function createSweep(element, { onHead, colours }) {
  const grid = element.querySelector("#sweep-grid");
  const button = element.querySelector("#sweep-button");
  const hint = element.querySelector("#sweep-hint");
  /** @type {any} */
  let run = null;

  button.addEventListener("click", async () => {
    const mine = run;
    button.disabled = true;
    hint.textContent = say("sweep.working");
    try {
      const effects = await askJson(`viz/sweep?${mine.sent.query}`);
      if (mine === run) show(effects);
    } catch (problem) {
      if (mine === run) hint.textContent = say("sweep.failed", { reason: problem.message });
    }
    button.disabled = false;
  });

  function show(effects) {
    const strongest = Math.max(1e-9, ...Object.values(effects).flat());
    const heads = Array.from({ length: run.model.n_heads }, (_, head) => make("span", "label", say("scope.head", { head: head + 1 })));
    grid.replaceChildren(make("span"), ...heads, ...Object.entries(effects).flatMap(([site, ofHeads]) => {
      const [stack, , layer, block] = site.split(".");
      const name = make("span", "label", say("sweep.row", { kind: say(`viewer.${stack}.${block}`), layer: Number(layer) + 1 }));
      return [name, ...ofHeads.map((effect, head) => cell(site, head, effect, effect / strongest, name.textContent))];
    }));
    grid.style.setProperty("--heads", String(run.model.n_heads));
    hint.textContent = say("sweep.hint");
  }

  function cell(site, head, effect, share, row) {
    const element = make("button", "effect", effect.toFixed(3));
    element.type = "button";
    element.style.background = css(colours("weights")(Math.sqrt(share) * 0.8));
    element.classList.toggle("strong", share > 0.4);
    element.setAttribute("aria-label", say("sweep.cell", { row, head: head + 1, effect: effect.toFixed(4) }));
    element.dataset.site = site;
    element.dataset.head = String(head);
    element.addEventListener("click", () => onHead(site, head));
    return element;
  }

  return {
    showRun(next) {
      run = next;
      element.querySelector("#sweep").hidden = !run.model.predicts_words; // there is nothing to move
      grid.replaceChildren();
      hint.textContent = say("sweep.ask");
    },
  };
}
