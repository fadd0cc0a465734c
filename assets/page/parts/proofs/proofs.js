// Claims about this run that the server checks on it: one pill for all, green where they hold; it opens
// with the reason of each.

import { askJson } from "../../server.js";
import { make, say, sayWords } from "../../strings.js";

const MARKS = new Map([[null, "–"], [true, "✓"], [false, "✗"]]);

export function createProofs(element, store) {
  const list = element.querySelector("#badges");
  const pill = element.querySelector("#checks");
  const summary = element.querySelector("#checks-summary");

  function badge({ name, holds, words }) {
    const item = make("div", "proof");
    item.dataset.name = name;
    item.dataset.holds = String(holds);
    item.append(make("b", "", `${MARKS.get(holds)} ${say(`proof.${name}`)}`), make("p", "", sayWords(words)));
    return item;
  }

  function show(proofs) {
    const failing = proofs.filter(({ holds }) => holds === false);
    const holding = proofs.filter(({ holds }) => holds).length;
    pill.dataset.holds = String(!failing.length);
    summary.textContent = failing.length
      ? say("proof.failing", { name: say(`proof.${failing[0].name}`) })
      : say(holding === 1 ? "proof.one_holds" : "proof.hold", { count: holding });
    list.replaceChildren(...proofs.map(badge));
  }

  store.watch(["run"], async ({ run }) => {
    const isNewest = () => run === store.state.run;
    pill.classList.add("checking");
    summary.textContent = say("proof.checking"); // what held for another run says nothing about this one
    list.replaceChildren();
    try {
      const proofs = await askJson(`viz/proofs?${run.query}`);
      if (!isNewest()) return;
      pill.classList.remove("checking");
      show(proofs);
    } catch (problem) {
      if (isNewest()) summary.textContent = say("proof.failed", { reason: problem.message });
    }
  });
  addEventListener("click", ({ target }) => { if (!pill.contains(/** @type {Node} */ (target))) pill.open = false; });
  addEventListener("keydown", ({ key }) => { if (key === "Escape") pill.open = false; });
}
