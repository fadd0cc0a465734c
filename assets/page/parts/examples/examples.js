// Examples of the model on show, in a menu beside the sentence.

import { askExample } from "../../actions.js";
import { store } from "../../store.js";
import { fillStrings, make, say, stringsArrived } from "../../strings.js";

export async function mountExamples({ element }) {
  await stringsArrived();
  fillStrings(element);
  const list = element.querySelector("#example-list");
  list.addEventListener("change", () => {
    askExample(list.value);
    list.selectedIndex = 0; // so that the same one may be chosen again
  });

  function show({ model }) {
    if (!model) return;
    const head = Object.assign(make("option", "", say("viewer.examples")), { value: "", hidden: true });
    list.replaceChildren(head, ...model.examples.map((source) => Object.assign(make("option", "", source), { value: source })));
    list.selectedIndex = 0;
  }

  store.watch(["model"], show);
  show(store.state);
}
