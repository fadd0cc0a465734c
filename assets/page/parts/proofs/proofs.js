// Claims about this run that the server checks on it: green where they hold, red with the reason.

import { askJson } from "../../server.js";
import { make, say } from "../../strings.js";

export function createProofs(element) {
  const list = element.querySelector("#badges");
  let newest = 0;

  function badge({ name, holds, text }) {
    const item = make("details", "proof");
    item.dataset.name = name;
    item.dataset.holds = String(holds);
    const mark = holds === null ? "–" : holds ? "✓" : "✗";
    item.append(make("summary", "", `${mark} ${say(`proof.${name}`)}`), make("p", "", text));
    item.title = text;
    return item;
  }

  return {
    /** `holdStill` runs a change of the page without moving what the visitor looks at. */
    async showRun(run, holdStill) {
      const mine = ++newest;
      list.classList.add("checking"); // the old badges keep their place meanwhile
      if (!list.children.length) list.replaceChildren(make("span", "label", say("proof.checking")));
      try {
        const proofs = await askJson(`viz/proofs?${run.sent.query}`);
        if (mine !== newest) return;
        holdStill(() => {
          list.classList.remove("checking");
          list.replaceChildren(...proofs.map(badge));
          list.querySelector("[data-holds=false]")?.setAttribute("open", ""); // the first reason; the others on a click
        });
      } catch (problem) {
        if (mine === newest) list.replaceChildren(make("span", "label", say("proof.failed", { reason: problem.message })));
      }
    },
  };
}
