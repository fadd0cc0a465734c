// All heads of all layers at a glance: one small canvas per head.

import { MOST_PIXELS, paint } from "../../figures/paint.js";
import { atLayer } from "../../data/model.js";
import { make, say } from "../../strings.js";

export function createOverview(element, store, { look, colours }) {
  const frame = element.querySelector("#head-overview");
  let buttons = [];

  function thumbnail(box, layer, head) {
    const button = make("button", "thumb");
    button.type = "button";
    button.append(document.createElement("canvas"));
    button.setAttribute("aria-label", say("viewer.head_name", { kind: say(box.title), layer: layer + 1, head: head + 1 }));
    const tensor = box.tensors.find(({ path }) => path === box.grid).name;
    const place = { part: box.part, layer, head, tensor };
    button.addEventListener("click", () => look(place));
    return { button, place, path: atLayer(box.grid, layer) };
  }

  function grid(box, heads) {
    const grid = make("div", "head-grid");
    grid.style.setProperty("--heads", heads);
    for (let layer = 0; layer < box.layers; layer++) {
      grid.append(make("span", "label", String(layer + 1)));
      for (let head = 0; head < heads; head++) {
        const thumb = thumbnail(box, layer, head);
        buttons.push(thumb);
        grid.append(thumb.button);
      }
    }
    return grid;
  }

  frame.addEventListener("keydown", (event) => walk(event, buttons, look));

  store.watch(["model"], ({ model }) => {
    buttons = [];
    frame.replaceChildren(...model.grids.map((box) => {
      const section = make("section");
      section.append(make("h3", "", say(box.title)), grid(box, model.n_heads));
      return section;
    }));
  });

  store.watch(["run", "theme"], ({ run, model }) => {
    const kinds = model.grids.map((box) => run.kind({ part: box.part }));
    const longest = Math.max(...kinds.flatMap(({ queries, keys }) => [queries.length, keys.length]));
    const side = Math.ceil(longest / MOST_PIXELS);
    element.querySelector("#pooled-hint").textContent = side > 1 ? say("viewer.pooled", { side }) : "";
    // Small weights stay visible. As many steps as a screen has: a look-up per pixel, no arithmetic.
    const colour = colours("weights");
    const shades = Array.from({ length: 256 }, (_, step) => colour(Math.sqrt(step / 255)));
    const stronger = (weight) => shades[Math.round(weight * 255)];
    for (const { button, place, path } of buttons) {
      paint(button.firstChild, run.weights(place), stronger);
      button.dataset.off = say("viewer.off");
      button.classList.toggle("off", Boolean(run.silenced[path]?.includes(place.head)));
    }
  });

  store.watch(["model", "place"], ({ place }) => {
    for (const { button, place: its } of buttons) {
      const chosen = its.part === place.part && its.layer === place.layer && its.head === place.head;
      button.classList.toggle("chosen", chosen);
      button.setAttribute("aria-pressed", String(chosen));
      button.tabIndex = chosen ? 0 : -1;
    }
  });
}

/** Arrow keys walk over the grid; the head under the focus is the one on show. */
function walk(event, buttons, look) {
  const at = buttons.findIndex(({ button }) => button === document.activeElement);
  if (at < 0) return;
  const { part } = buttons[at].place;
  const heads = buttons.filter(({ place }) => place.part === part && place.layer === 0).length;
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: heads, ArrowUp: -heads }[event.key];
  const next = step && buttons[at + step]; // the groups follow each other: from the last row of one into the next
  if (!next) return;
  event.preventDefault();
  next.button.focus();
  look(next.place);
}
