// The tensors of the chosen box in the order of the computation, and the views that are made of them.

import { paint } from "../../figures/paint.js";
import { make, say } from "../../strings.js";
import { createChoice } from "../widgets/widgets.js";

export function createTensorList(find, store, { look, colours }) {
  function button(tensor, place) {
    const element = make("button", "tensor");
    element.type = "button";
    const canvas = document.createElement("canvas");
    element.append(canvas, make("span", "", say(`tensor.${tensor.name}`)));
    element.setAttribute("aria-pressed", String(tensor.name === place.tensor));
    element.classList.toggle("chosen", tensor.name === place.tensor);
    element.addEventListener("click", () => look({ tensor: tensor.name }));
    if (tensor.join) element.dataset.before = tensor.join;
    return { element, canvas, tensor };
  }

  /** What else can be made of the tensor on show; a view stands beside the tensor that it is made of. */
  function viewChoice(tensors, place) {
    const chosen = tensors.find(({ name }) => name === place.tensor);
    const views = tensors.filter(({ view, path }) => view && path === chosen?.path);
    if (!views.length) return [];
    const all = tensors.filter(({ path }) => path === chosen.path);
    const choice = createChoice(say("tensor.also"), all.map(({ name, view }) => [name, say(view ? `tensor.${name}` : "tensor.itself")]), place.tensor, (name) => look({ tensor: name }));
    return [choice];
  }

  store.watch(["run", "place", "compared", "theme"], ({ run: edited, place, compared }) => {
    const run = compared === "before" ? edited.baseline ?? edited : edited;
    const { model } = run;
    const tensors = model.tensorsAt(place);
    const own = tensors.filter(({ view }) => !view).map((tensor) => button(tensor, place));
    find("tensors").replaceChildren(...own.map(({ element }) => element));
    find("views").replaceChildren(...viewChoice(tensors, place));
    const box = model.box(place);
    find("detail-shape").textContent = written(box.axes, box.shape.map((size) => (typeof size === "number" ? size : run.labels(size).length))); // until the tensor itself is here
    run.trace().then((trace) => {
      if (store.state.place !== place || store.state.run !== edited) return;
      const chosen = model.tensorAt(place);
      if (chosen) find("detail-shape").textContent = written(chosen.axes, [1, ...trace.tensor(chosen.path).shape]);
      for (const { canvas, tensor } of own) {
        const matrix = trace.matrix(tensor.path, tensor.heads ? place.head : 0);
        paint(canvas, matrix, colours(tensor.scale), trace.limit(tensor.path));
      }
    }, () => {}); // the inspector says so
  });
}

/** "batch × head × query × key = 1 × 4 × 9 × 10" */
const written = (axes, sizes) => `${axes.join(" × ")} = ${sizes.join(" × ")}`;
