// Four experiments in one click: what breaks without positions, without a word …

import { areSame } from "../../actions.js";
import { make, say } from "../../strings.js";
import { spanOf, textOf } from "./words.js";

export function createExperiments(element, store, { wantEdits }) {
  const find = (id) => element.querySelector(`#${id}`);

  /** The edits of an experiment on the sentence that is read now; null if it has no word to take away. */
  function here(experiment, run) {
    const { edits, side, words } = experiment;
    if (!side) return { edits, word: "" };
    const tokens = side === "source" ? run.source.tokens : run.target.tokens.slice(0, run.target.given);
    const span = words[run.source.text] ?? spanOf(tokens);
    if (!span) return null;
    const [first, last] = span;
    const key = first === last ? first : [first, last];
    return { edits: edits.map((edit) => ({ ...edit, key })), word: textOf(tokens, span) };
  }

  store.watch(["run", "edits"], ({ run, model, edits: wished }) => {
    const buttons = model.experiments.map((experiment) => {
      const made = here(experiment, run);
      if (!made) return null;
      const { edits, word } = made;
      const isOn = edits.every((edit) => wished.some((other) => areSame(other, edit)));
      const button = make("button", "experiment", say(`experiment.${experiment.kind}`, { word }));
      button.type = "button";
      button.dataset.kind = experiment.kind;
      button.title = say(`experiment_hint.${experiment.kind}`);
      button.setAttribute("aria-pressed", String(isOn));
      button.addEventListener("click", () => {
        store.set({ panel: "effect" });
        wantEdits(isOn ? [] : edits);
      });
      return button;
    });
    find("experiment-list").replaceChildren(...buttons.filter((button) => button !== null));
    find("experiments").hidden = !find("experiment-list").childElementCount;
  });
}
