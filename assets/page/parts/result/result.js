// What was read and written: notes, the large text, and the way to a target of one's own.

import { make, say, sayWords } from "../../strings.js";
import { termed } from "../terms/terms.js";
import { modelLine } from "./model_line.js";

const LONG = 42; // characters: more need two lines, and smaller ones

export function createResult(element, store, { askExample }) {
  const find = (id) => element.querySelector(`#${id}`);
  const ownTarget = connectOwnTarget(find("own-target"), element, askExample);

  store.watch(["isStale"], ({ isStale }) => element.querySelector(".stage").classList.toggle("stale", isStale));

  store.watch(["run"], ({ run, model }) => {
    const { target, notes, baseline } = run;
    const struck = baseline && target.written && baseline.target.text !== target.text ? baseline.target.text : "";
    find("output-text").textContent = target.text;
    find("output-text").parentElement.classList.toggle("long", target.text.length > LONG);
    find("output-before").textContent = struck;
    find("output-before").hidden = !struck;
    find("output-label").textContent = say(`viewer.${outputOf(run)}`);
    find("output-label").classList.toggle("away", outputOf(run) === "written"); // what else would it be
    find("own-target").hidden = run.lastStep < 0;
    find("model-line").replaceChildren(...modelLine(model).flatMap((part) => (typeof part === "string" ? termed(part) : [part])));
    find("notes").replaceChildren(...notes.map((note) => make("li", "", sayWords(note))));
    ownTarget.toggle(!target.written);
  });
}

/** What the large text is. */
function outputOf(run) {
  if (!run.model.predicts_words) return "no_words";
  if (run.lastStep < 0) return run.firstBlank ? "filled" : run.model.blank === null ? "read" : "unfilled";
  if (run.target.written && !run.target.text) return "ended";
  return run.target.written ? "written" : "own";
}

/** "use my own" opens Gradio's target box where the output stands; "let the model write it" runs without a target. */
function connectOwnTarget(button, viewer, onModelTarget) {
  const box = () => field("target-text");
  const toggle = (open) => {
    document.querySelector("#say")?.classList.toggle("own-target", open); // Gradio may mount the row after us
    viewer.querySelector(".stage").classList.toggle("own-target", open);
    button.setAttribute("aria-expanded", String(open));
    button.textContent = say(open ? "viewer.model_target" : "viewer.own_target");
  };
  button.addEventListener("click", () => {
    const open = button.getAttribute("aria-expanded") !== "true";
    toggle(open);
    if (open) {
      box().focus();
    } else if (box().value) {
      onModelTarget(field("source-text").value);
    }
  });
  toggle(false);
  return { toggle };
}

/**
 * One of Gradio's text boxes: with several lines, or with one.
 * @param {string} id
 * @returns {any}
 */
const field = (id) => document.querySelector(`#${id} textarea, #${id} input`);
