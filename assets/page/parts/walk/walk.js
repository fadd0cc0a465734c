// Every shape one after another: the worked example, with a batch of two sentences.

import { paint } from "../../figures/paint.js";
import { make, say } from "../../strings.js";
import { decodeFloats } from "../../data/tensors.js";

export function createWalk(element, store, { look, colours }) {
  const list = element.querySelector("#walk");

  store.watch(["run", "theme"], ({ run }) => {
    const { walk } = run;
    if (!walk) return list.replaceChildren();
    const typed = run.source.text;
    const end = run.source.tokens.at(-1);
    element.querySelector("#walk-said").textContent = say("walk.batch", { typed, beside: walk.beside })
      + (end.special ? say("walk.end", end) : "") + (walk.padded ? say("walk.padded") : "");
    list.replaceChildren(...walk.steps.map((step) => item(run, step)));
  });

  /** One step: its matrices, its name and its shape; a click opens it in the inspector. */
  function item(run, step) {
    const { shape, values } = decodeFloats(step);
    const tensors = [values, ...step.beside.map((other) => decodeFloats(other).values)];
    const place = step.path && run.model.wishAt(step.path, 0);
    const button = make("button", "walk-step");
    button.type = "button";
    button.disabled = !place;
    button.title = say(`walk_hint.${step.name}`);
    if (place) button.addEventListener("click", () => look(place));
    const sheets = make("span", "sheets");
    const pictures = tensors.map((numbers, i) => (shape.length === 2 ? rows(numbers, shape) : matrices(numbers, shape, step.scales[i])));
    const across = tensors.length * (shape.length === 4 ? shape[1] : 1);
    sheets.style.setProperty("--across", across);
    sheets.append(...pictures[0].flatMap((_, n) => pictures.map((picture) => picture[n]))); // sentence by sentence
    button.append(sheets, make("b", "", say(`walk.${step.name}`)), make("code", "", `(${shape.join(", ")})`));
    const line = make("li");
    line.append(button);
    return line;
  }

  /** One picture per sentence and head; a number has the same colour in all of them. */
  function matrices(values, shape, scale) {
    const [height, width] = shape.slice(-2);
    const limit = scale === "weights" ? 1 : Math.max(...values.map(Math.abs)) || 1;
    return Array.from({ length: values.length / (height * width) }, (_, n) => {
      const matrix = Array.from({ length: height }, (_, i) => values.subarray((n * height + i) * width, (n * height + i + 1) * width));
      const canvas = make("canvas");
      canvas.style.aspectRatio = `${width} / ${height}`;
      paint(canvas, matrix, colours(scale), limit);
      return canvas;
    });
  }
}

/** Token ids are no amounts: they are written, not coloured. */
function rows(values, [height, width]) {
  return Array.from({ length: height }, (_, i) => make("code", "ids", values.subarray(i * width, (i + 1) * width).join(" ")));
}
