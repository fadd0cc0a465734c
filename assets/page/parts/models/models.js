// More models than the picker lists: a dialog with one section for each way to get one.

import { openModel } from "../../actions.js";
import { repeat } from "../../question.js";
import { store } from "../../store.js";
import { createOwn } from "./own.js";
import { createHub } from "./hub.js";
import { fillStrings, make, say, stringsArrived } from "../../strings.js";
import { createUpload } from "./upload.js";

export async function mountModels({ element, props }) {
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
  store.watch(["run"], () => dialog.open && own.show());
  store.watch(["lacks"], ({ lacks }) => lacks && bring(lacks));
  if (store.state.lacks) bring(store.state.lacks);

  /** Run what is typed on the model of this name. */
  function open(model) {
    openModel(model);
    dialog.close();
  }

  /** What becomes of a model that is being fetched, in the status line, with a way to end it. */
  function tell(text, isError) {
    const cancel = make("button", "link", say("hub.cancel"));
    cancel.type = "button";
    cancel.addEventListener("click", hub.cancel);
    const button = isError || !text || !hub.isGoing() ? null : cancel;
    store.set({ progress: text ? { text, button, isError: Boolean(isError) } : null });
  }

  /** A link, or a server that was started anew, asks for a model that must be fetched first. */
  async function bring(name) {
    if (await hub.fetchModel(name, tell)) repeat();
  }
}

/** Gradio opens the list of models on focus: again on the very Tab that leaves it, and not on a click after Esc. */
function letTabLeave(event) {
  if (!event.target.closest?.("#model-picker")) return;
  if (event.key === "Tab") event.stopPropagation();
  if (event.key === "Escape") event.target.blur();
}
