// Four experiments in one click: what breaks without positions, without a word …

import { areSame } from "../../actions.js";
import { say } from "../../strings.js";
import { html, render } from "../../vendor/lit-html.js";
import { spanOf, textOf } from "./words.js";

export function createExperiments(element, store, { wantEdits }) {
  const frame = element.querySelector("#experiments");
  const list = element.querySelector("#experiment-list");

  function button({ kind, edits, word }, wished) {
    const isOn = edits.every((edit) => wished.some((other) => areSame(other, edit)));
    const toggle = () => {
      store.set({ panel: "effect" });
      wantEdits(isOn ? [] : edits);
    };
    return html`<button type="button" class="experiment" data-kind=${kind} aria-pressed=${String(isOn)}
      title=${say(`experiment_hint.${kind}`)} @click=${toggle}>${say(`experiment.${kind}`, { word })}</button>`;
  }

  store.watch(["run", "edits"], ({ run, model, edits }) => {
    const possible = model.experiments.map((experiment) => onThis(experiment, run)).filter((made) => made !== null);
    frame.hidden = possible.length === 0;
    render(possible.map((made) => button(made, edits)), list);
  });
}

/** An experiment on the sentence that is read now; null if it has no word to take away. */
function onThis({ kind, edits, side, words }, run) {
  if (!side) return { kind, edits, word: "" };
  const tokens = side === "source" ? run.source.tokens : run.target.tokens.slice(0, run.target.given);
  const span = words[run.source.text] ?? spanOf(tokens);
  if (!span) return null;
  const [first, last] = span;
  const key = first === last ? first : [first, last];
  return { kind, edits: edits.map((edit) => ({ ...edit, key })), word: textOf(tokens, span) };
}
