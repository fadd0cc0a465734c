// Claims about this run that the server checks on it: green where they hold, red with the reason.

import { askJson } from "../../server.js";
import { make, say, sayWords } from "../../strings.js";

export function createProofs(element, store) {
  const list = element.querySelector("#badges");

  function badge({ name, holds, words }) {
    const text = sayWords(words);
    const item = make("details", "proof");
    item.dataset.name = name;
    item.dataset.holds = String(holds);
    const mark = holds === null ? "–" : holds ? "✓" : "✗";
    item.append(make("summary", "", `${mark} ${say(`proof.${name}`)}`), make("p", "", text));
    item.title = text;
    return item;
  }

  store.watch(["run"], async ({ run }) => {
    const isNewest = () => run === store.state.run;
    list.classList.add("checking"); // the old badges keep their place meanwhile
    if (!list.children.length) list.replaceChildren(make("span", "label", say("proof.checking")));
    try {
      const proofs = await askJson(`viz/proofs?${run.query}`);
      if (!isNewest()) return;
      list.classList.remove("checking");
      list.replaceChildren(...proofs.map(badge));
      list.querySelector("[data-holds=false]")?.setAttribute("open", ""); // the first reason; the others on a click
    } catch (problem) {
      if (isNewest()) list.replaceChildren(make("span", "label", say("proof.failed", { reason: problem.message })));
    }
  });
}
