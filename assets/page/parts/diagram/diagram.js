// The paper's figure as SVG, from Python's plan: boxes, arrows with this run's shapes, and in every
// box a picture of this run's own tensor.

import { isLayered, kindOf } from "../../data/parts.js";
import { make, say } from "../../strings.js";

const SVG = "http://www.w3.org/2000/svg";
const THUMB = { width: 26, height: 22 };

export function createDiagram(element, { onPlace }) {
  const frame = element.querySelector("#diagram");
  const toggle = element.querySelector("#diagram-toggle"); // only narrow windows show it
  let boxes = []; // { box, group, canvas }
  let choosers = [];

  toggle.addEventListener("click", () => {
    const open = toggle.getAttribute("aria-expanded") !== "true";
    toggle.setAttribute("aria-expanded", String(open));
    toggle.parentElement.classList.toggle("open", open);
  });

  function choose(box) {
    onPlace({ part: box.part, tensor: null });
    if (toggle.offsetParent) element.querySelector(".detail").scrollIntoView(); // it is further down
  }

  function draw(run) {
    const plan = run.sent.diagram;
    const svg = shape("svg", { viewBox: `0 0 ${plan.width} ${plan.height}`, role: "group" });
    svg.setAttribute("aria-label", say("diagram.title"));
    svg.append(arrowHead());
    const at = new Map(plan.boxes.map((box) => [box.part, box]));
    for (const stack of plan.frames) svg.append(stackFrame(stack));
    svg.append(...arrows(plan, at));
    boxes = plan.boxes.map((box) => drawBox(box));
    svg.append(...boxes.map(({ group }) => group));
    frame.style.maxWidth = `${plan.width * 1.05}px`; // a single column need not be twice as large
    frame.replaceChildren(svg, ...plan.frames.map((stack) => chooser(stack, plan)));
  }

  function drawBox(box) {
    const group = shape("g", { class: "box", role: "button", tabindex: -1, "data-part": box.part });
    const { x, y, width, height } = box;
    group.append(shape("rect", { x, y, width, height, rx: 7 }));
    const name = shape("text", { x: x + 12, y: y + height / 2 + 4 });
    name.textContent = say(box.label);
    const title = shape("title", {});
    title.textContent = `${say(box.label)}: ${box.shape}`;
    group.append(title, name);
    group.setAttribute("aria-label", title.textContent);
    let canvas = null;
    if (box.tensor) {
      const holder = shape("foreignObject", {
        x: x + width - THUMB.width - 6, y: y + (height - THUMB.height) / 2, ...THUMB,
      });
      canvas = document.createElement("canvas");
      holder.append(canvas);
      group.append(holder);
    }
    group.addEventListener("click", () => choose(box));
    group.addEventListener("keydown", (event) => walk(event, box));
    return { box, group, canvas };
  }

  /** Enter chooses; up and down walk along a column, left and right change it. */
  function walk(event, box) {
    if (event.key === "Enter" || event.key === " ") {
      choose(box);
    } else {
      const next = neighbour(event.key, box);
      if (!next) return;
      next.group.focus();
      onPlace({ part: next.box.part, tensor: null });
    }
    event.preventDefault();
  }

  function neighbour(key, box) {
    const column = boxes.filter((other) => other.box.column === box.column);
    const at = column.findIndex((other) => other.box === box);
    if (key === "ArrowUp") return column[at + 1];
    if (key === "ArrowDown") return column[at - 1];
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (!step) return null;
    return boxes.filter((other) => other.box.column === box.column + step)
      .sort((a, b) => Math.abs(a.box.y - box.y) - Math.abs(b.box.y - box.y))[0];
  }

  function chooser(stack, plan) {
    const line = make("div", "layer-chooser");
    line.style.left = `${(stack.x / plan.width) * 100}%`;
    line.style.width = `${(stack.width / plan.width) * 100}%`;
    line.style.top = `${((stack.y + stack.height - 21) / plan.height) * 100}%`;
    const label = make("span");
    const pair = make("span");
    const buttons = [-1, 1].map((step) => {
      const button = make("button", "", step < 0 ? "‹" : "›");
      button.type = "button";
      button.setAttribute("aria-label", say(step < 0 ? "viewer.previous_layer" : "viewer.next_layer"));
      return button;
    });
    pair.append(...buttons);
    line.append(label, pair);
    choosers.push({ stack: stack.stack, layers: stack.layers, label, buttons });
    return line;
  }

  return {
    showRun(run) {
      choosers = [];
      draw(run);
    },

    /** Mark the chosen box, and say which layer of each stack the boxes show. */
    showPlace(place, layers) {
      for (const { box, group } of boxes) {
        const chosen = box.part === place.part;
        group.classList.toggle("chosen", chosen);
        group.setAttribute("aria-pressed", String(chosen));
        group.setAttribute("tabindex", chosen ? 0 : -1);
      }
      for (const { stack, layers: count, label, buttons } of choosers) {
        const layer = layers[stack];
        label.textContent = say("diagram.layer", { layer: layer + 1, layers: count });
        buttons.forEach((button, i) => {
          const next = layer + (i ? 1 : -1);
          button.disabled = next < 0 || next >= count;
          button.onclick = () => onPlace({ stack, layer: next });
        });
      }
    },

    /** Paint this run's tensors into the boxes. */
    async showThumbnails(run, layers, head, painter) {
      const trace = await run.trace();
      for (const { box, canvas } of boxes) {
        if (!canvas) continue;
        const stack = box.part.startsWith("encoder") ? "encoder" : "decoder";
        const path = box.tensor.replace("*", layers[stack]);
        const matrix = trace.matrix(path, kindOf(box.part) ? head : 0);
        painter(canvas, matrix, kindOf(box.part) ? "weights" : "plain", trace.limit(path));
      }
    },
  };
}

function shape(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

function arrowHead() {
  const defs = shape("defs", {});
  const marker = shape("marker", {
    id: "arrow-head", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 6, markerHeight: 6, orient: "auto",
  });
  marker.append(shape("path", { d: "M0 0L8 4L0 8" }));
  defs.append(marker);
  return defs;
}

function stackFrame(stack) {
  const { x, y, width, height } = stack;
  return shape("rect", { class: "frame", x, y, width, height, rx: 10 });
}

/** From every box to the next one above, with the shape of what travels; residual paths; memory. */
function arrows(plan, at) {
  const drawn = [];
  const line = (d, className = "flow") => drawn.push(shape("path", { d, class: className, "marker-end": "url(#arrow-head)" }));
  for (const column of [0, 1]) {
    const boxes = plan.boxes.filter((box) => box.column === column);
    boxes.slice(1).forEach((box, i) => {
      const below = boxes[i];
      const x = box.x + box.width / 2;
      line(`M${x} ${below.y}V${box.y + box.height + 1}`);
      const label = shape("text", { class: "shape", x: x + 6, y: isLayered(below.part) && !isLayered(box.part) ? box.y + box.height + 13 : below.y - 7 });
      label.textContent = below.short;
      drawn.push(label);
      if (box.adds_from) {
        const from = at.get(box.adds_from);
        const y = from.y - 5;
        line(`M${x} ${y}H${box.x - 6}V${box.y + box.height / 2}H${box.x - 1}`, "residual");
      }
    });
  }
  const top = plan.boxes.filter((box) => box.column === 0).at(-1);
  const cross = plan.boxes.find((box) => box.part.endsWith("cross_attention"));
  if (top && cross) {
    const middle = cross.x - 17;
    const y = cross.y + cross.height / 2 + 6;
    line(`M${top.x + top.width / 2} ${top.y}V${top.y - 22}H${middle}V${y}H${cross.x - 1}`, "memory");
  }
  return drawn;
}
