// All heads of all layers at a glance: one small canvas per head.

import { MOST_PIXELS, paint } from "../../figures/paint.js";
import { make, say } from "../../strings.js";

export function createOverview(element, { onPlace }) {
  const frame = element.querySelector("#head-overview");
  let buttons = [];

  function thumbnail(kind, layer, head) {
    const button = make("button", "thumb");
    button.type = "button";
    button.append(document.createElement("canvas"));
    button.setAttribute("aria-label", say("viewer.head_name", {
      kind: say(`viewer.${kind}`), layer: layer + 1, head: head + 1,
    }));
    const place = { part: kind.replace(".", ".layers.*."), layer, head, tensor: "weights" };
    button.addEventListener("click", () => onPlace(place));
    return { button, place };
  }

  function grid(kind, { layers, heads }) {
    const grid = make("div", "head-grid");
    grid.style.setProperty("--heads", heads);
    for (let layer = 0; layer < layers; layer++) {
      grid.append(make("span", "label", String(layer + 1)));
      for (let head = 0; head < heads; head++) {
        const thumb = thumbnail(kind, layer, head);
        buttons.push(thumb);
        grid.append(thumb.button);
      }
    }
    return grid;
  }

  frame.addEventListener("keydown", (event) => walk(event, buttons, onPlace));

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
      const longest = Math.max(...Object.values(run.kinds).flatMap(({ queries, keys }) => [queries.length, keys.length]));
      const side = Math.ceil(longest / MOST_PIXELS);
      element.querySelector("#pooled-hint").textContent = side > 1 ? say("viewer.pooled", { side }) : "";
      // Small weights stay visible. As many steps as a screen has: a look-up per pixel, no arithmetic.
      const shades = Array.from({ length: 256 }, (_, step) => colour(Math.sqrt(step / 255)));
      const stronger = (weight) => shades[Math.round(weight * 255)];
      for (const { button, place } of buttons) paint(button.firstChild, run.weights(place), stronger);
    },

    /** Mark the heads that the edits silence. */
    showOff(codes) {
      for (const { button, place } of buttons) {
        const sites = [place.part, place.part.replace("*", place.layer)];
        button.dataset.off = say("viewer.off");
        button.classList.toggle("off", codes.some((code) => {
          const [kind, site, head] = code.split("~");
          return sites.includes(site) && (kind === "HeadOff" ? Number(head) === place.head
            : kind === "OnlyHead" && Number(head) !== place.head);
        }));
      }
    },

    showPlace(place) {
      for (const { button, place: its } of buttons) {
        const chosen = its.part === place.part && its.layer === place.layer && its.head === place.head;
        button.classList.toggle("chosen", chosen);
        button.setAttribute("aria-pressed", String(chosen));
        button.tabIndex = chosen ? 0 : -1;
      }
    },
  };
}

/** Arrow keys walk over the grid; the head under the focus is the one on show. */
function walk(event, buttons, onPlace) {
  const at = buttons.findIndex(({ button }) => button === document.activeElement);
  if (at < 0) return;
  const { part } = buttons[at].place;
  const heads = buttons.filter(({ place }) => place.part === part && place.layer === 0).length;
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: heads, ArrowUp: -heads }[event.key];
  const next = step && buttons[at + step];
  if (next?.place.part !== part) return;
  event.preventDefault();
  next.button.focus();
  onPlace(next.place);
}
