// More models than the picker lists: a dialog with one section for each way to get one.

import { readAddress } from "./address.js";
import { createOwn } from "./own.js";
import { fillStrings, useStrings } from "./strings.js";

export function mountModels({ element, props, trigger }) {
  useStrings(props.strings);
  fillStrings(element);
  const dialog = element.querySelector("#models");
  const own = createOwn(element.querySelector("#own-configuration"), { open, form: props.form, templates: props.templates });
  element.querySelector("#more-models").addEventListener("click", () => {
    dialog.showModal();
    own.show();
  });
  element.querySelector("#close-models").addEventListener("click", () => dialog.close());

  /** Run what is typed on the model of this name; NEWEST_WISH in ui/page.py reads the wish. */
  function open(model) {
    const { edits, method } = readAddress();
    element.dataset.open = JSON.stringify({ model, edits, method });
    trigger("open");
    dialog.close();
  }
}
