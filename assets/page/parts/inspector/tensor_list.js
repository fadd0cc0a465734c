// The tensors of the chosen box in the order of the computation, and the views that are made of them.

import { paint } from "../../figures/paint.js";
import { make, say } from "../../strings.js";

export function createTensorList(find, store, { look, colours }) {
  function button(tensor, place) {
    const element = make("button", "tensor");
    element.type = "button";
    const canvas = document.createElement("canvas");
    if (!tensor.view) element.append(canvas); // a view is a word: its picture would be the tensor's
    element.append(make("span", "", say(`tensor.${tensor.name}`)));
    element.setAttribute("aria-pressed", String(tensor.name === place.tensor));
    element.classList.toggle("chosen", tensor.name === place.tensor);
    element.classList.toggle("view", Boolean(tensor.view));
    element.addEventListener("click", () => look({ tensor: tensor.name }));
    if (tensor.join) element.dataset.before = tensor.join;
    return { element, canvas, tensor };
  }

  store.watch(["run", "place", "compared", "theme"], ({ run: edited, place, compared }) => {
    const run = compared === "before" ? edited.baseline ?? edited : edited;
    const { model } = run;
    const buttons = model.tensorsAt(place).map((tensor) => button(tensor, place));
    const [views, own] = [true, false].map((isView) => buttons.filter(({ tensor }) => Boolean(tensor.view) === isView));
    find("tensors").replaceChildren(...own.map(({ element }) => element));
    const also = views.length ? [make("span", "label", say("tensor.also"))] : [];
    find("views").replaceChildren(...also, ...views.map(({ element }) => element));
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
