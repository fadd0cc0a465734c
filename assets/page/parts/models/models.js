// More models than the picker lists: a dialog with one section for each way to get one.

import { readAddress } from "../../address.js";
import { createOwn } from "./own.js";
import { createHub } from "./hub.js";
import { fillStrings, make, say, stringsArrived } from "../../strings.js";
import { setProgress } from "../toolbar/toolbar.js";
import { createUpload } from "./upload.js";

export async function mountModels({ element, props, trigger }) {
  await stringsArrived();
  fillStrings(element);
  const dialog = element.querySelector("#models");
  const own = createOwn(element.querySelector("#own-configuration"), { open, form: props.form, templates: props.templates });
  element.querySelector("#more-models").addEventListener("click", () => {
    dialog.showModal();
    own.show();
  });
  element.querySelector("#close-models").addEventListener("click", () => dialog.close());
  const hub = createHub(element.querySelector("#hub-model"), { open, onProgress: (text, isError) => dialog.open || tell(text, isError) });
  createUpload(element.querySelector("#own-checkpoint"), { open, limits: props.limits });
  addEventListener("keydown", letTabLeave, true);
  addEventListener("lacks", (/** @type {any} */ { detail }) => bring(detail));

  /** Run what is typed on the model of this name; NEWEST_WISH in ui/page.py reads the wish. */
  function open(model) {
    const { edits, method } = readAddress();
    element.dataset.open = JSON.stringify({ model, edits, method });
    trigger("open");
    dialog.close();
  }

  /** What becomes of a model that is being fetched, in the status line, with a way to end it. */
  function tell(text, isError) {
    const cancel = make("button", "link", say("hub.cancel"));
    cancel.type = "button";
    cancel.addEventListener("click", hub.cancel);
    setProgress(text, isError || !text || !hub.isGoing() ? null : cancel, isError);
  }

  /** A link, or a server that was started anew, asks for a model that must be fetched first. */
  async function bring({ fetch: name, then }) {
    if (!(await hub.fetchModel(name, tell))) return;
    if (then === "pick") open(name);
    else if (then === "run") /** @type {HTMLElement} */ (document.querySelector("#run-button")).click();
    else dispatchEvent(new CustomEvent("ask-again", { detail: then }));
  }
}

/** Gradio opens the list of models again on the very Tab that leaves it. */
function letTabLeave(event) {
  if (event.key === "Tab" && event.target.closest?.("#model-picker")) event.stopPropagation();
}
