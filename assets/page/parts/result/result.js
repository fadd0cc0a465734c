// What was read and written: notes, examples, the large text, and the way to a target of one's own.

import { make, say, sayWords } from "../../strings.js";
import { modelLine } from "./model_line.js";

export function createResult(element, store, { askExample }) {
  const find = (id) => element.querySelector(`#${id}`);
  const ownTarget = connectOwnTarget(find("own-target"), askExample);
  addEventListener("resize", fitSentence);

  store.watch(["run"], ({ run, model }) => {
    const { target, notes } = run;
    find("output-text").textContent = target.text;
    find("output-label").textContent = say(`viewer.${outputOf(run)}`);
    find("own-target").hidden = run.lastStep < 0;
    find("model-line").replaceChildren(...modelLine(model));
    find("notes").replaceChildren(...notes.map((note) => make("li", "", sayWords(note))));
    find("example-list").replaceChildren(...model.examples.map((source) => {
      const button = make("button", "example", source);
      button.type = "button";
      button.addEventListener("click", () => askExample(source));
      return button;
    }));
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

/** "use my own" opens Gradio's target box; "let the model write it" runs without a target. */
function connectOwnTarget(button, onModelTarget) {
  const box = () => field("target-text");
  const sentenceRow = () => document.querySelector("#say");
  const toggle = (open) => {
    sentenceRow()?.classList.toggle("own-target", open); // Gradio may mount the row after us
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

/** Gradio measures its text box when it is typed into, not when the window changes. */
function fitSentence() {
  const box = field("source-text");
  if (box?.tagName !== "TEXTAREA") return;
  box.style.setProperty("height", "auto");
  box.style.setProperty("height", `${box.scrollHeight}px`);
}

/**
 * One of Gradio's text boxes: with several lines, or with one.
 * @param {string} id
 * @returns {any}
 */
const field = (id) => document.querySelector(`#${id} textarea, #${id} input`);
