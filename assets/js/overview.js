// All heads of all layers at a glance: one small canvas per head, one pixel per cell.

import { Run } from "./run.js";
import { make, say } from "./strings.js";

const MOST_PIXELS = 64; // what a thumbnail can show; longer texts keep the largest weight of a block

export function createOverview(element, { onView }) {
  const frame = element.querySelector("#head-overview");
  let buttons = [];

  function thumbnail(view) {
    const button = make("button", "thumb");
    button.type = "button";
    button.append(document.createElement("canvas"));
    button.setAttribute("aria-label", say("viewer.head_name", {
      kind: say(`viewer.${view.kind}`), layer: view.layer + 1, head: view.head + 1,
    }));
    button.addEventListener("click", () => onView(view));
    return { button, view };
  }

  function grid(kind, { layers, heads }) {
    const grid = make("div", "head-grid");
    grid.style.setProperty("--heads", heads);
    for (let layer = 0; layer < layers; layer++) {
      grid.append(make("span", "label", String(layer + 1)));
      for (let head = 0; head < heads; head++) {
        const thumb = thumbnail({ kind, layer, head });
        buttons.push(thumb);
        grid.append(thumb.button);
      }
    }
    return grid;
  }

  frame.addEventListener("keydown", (event) => walk(event, buttons, onView));

  return {
    showRun(run, colour) {
      const shape = JSON.stringify(Object.entries(run.kinds).map(([kind, { layers, heads }]) => [kind, layers, heads]));
      if (frame.dataset.shape !== shape) {
        buttons = [];
        frame.replaceChildren(...Object.entries(run.kinds).map(([kind, size]) => {
          const section = make("section");
          section.append(make("h3", "", say(`viewer.${kind}`)), grid(kind, size));
          return section;
        }));
        frame.dataset.shape = shape;
      }
      for (const { button, view } of buttons) paint(button.firstChild, run.weights(view), colour);
    },

    showView(view) {
      for (const { button, view: its } of buttons) {
        const chosen = Run.site(its) === Run.site(view) && its.head === view.head;
        button.classList.toggle("chosen", chosen);
        button.setAttribute("aria-pressed", String(chosen));
        button.tabIndex = chosen ? 0 : -1;
      }
    },
  };
}

/** Paint a matrix of weights, one pixel per cell. */
export function paint(canvas, weights, colour) {
  const [rows, columns] = [weights.length, weights[0].length];
  const [down, across] = [Math.ceil(rows / MOST_PIXELS), Math.ceil(columns / MOST_PIXELS)];
  canvas.height = Math.ceil(rows / down);
  canvas.width = Math.ceil(columns / across);
  const image = new ImageData(canvas.width, canvas.height);
  for (let i = 0; i < canvas.height; i++) {
    for (let j = 0; j < canvas.width; j++) {
      let largest = 0;
      for (let y = i * down; y < Math.min((i + 1) * down, rows); y++) {
        for (let x = j * across; x < Math.min((j + 1) * across, columns); x++) {
          largest = Math.max(largest, weights[y][x]);
        }
      }
      image.data.set([...colour(Math.sqrt(largest)), 255], 4 * (i * canvas.width + j));
    }
  }
  canvas.getContext("2d").putImageData(image, 0, 0);
}

/** Arrow keys walk over the grid; the head under the focus is the one on show. */
function walk(event, buttons, onView) {
  const at = buttons.findIndex(({ button }) => button === document.activeElement);
  if (at < 0) return;
  const { kind } = buttons[at].view;
  const heads = buttons.filter(({ view }) => view.kind === kind && view.layer === 0).length;
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: heads, ArrowUp: -heads }[event.key];
  const next = step && buttons[at + step];
  if (!next) return;
  event.preventDefault();
  next.button.focus();
  onView(next.view);
}
