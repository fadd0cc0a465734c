// The paper's figure as SVG, from Python's plan: boxes, arrows with this run's shapes, and in every
// box a picture of this run's own tensor.

import { paint } from "../../figures/paint.js";
import { atLayer } from "../../data/model.js";
import { make, say } from "../../strings.js";

const SVG = "http://www.w3.org/2000/svg";
const THUMB = { width: 26, height: 22 };

export function createDiagram(element, store, { look, lookAtLayer, colours }) {
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
    look({ part: box.part, tensor: null });
    if (toggle.offsetParent) element.querySelector(".detail").scrollIntoView(); // it is further down
  }

  function draw({ run, model: plan }) {
    const svg = shape("svg", { viewBox: `0 0 ${plan.width} ${plan.height}`, role: "group" });
    svg.setAttribute("aria-label", say("diagram.title"));
    svg.append(arrowHead());
    const at = new Map(plan.boxes.map((box) => [box.part, box]));
    for (const stack of plan.frames) svg.append(stackFrame(stack));
    svg.append(...arrows(plan, at, run));
    boxes = plan.boxes.map((box) => drawBox(box, run));
    svg.append(...boxes.map(({ group }) => group));
    frame.style.maxWidth = `${plan.width * 1.05}px`; // a single column need not be twice as large
    frame.replaceChildren(svg, ...plan.frames.map((stack) => chooser(stack, plan)));
  }

  function drawBox(box, run) {
    const group = shape("g", { class: "box", role: "button", tabindex: -1, "data-part": box.part });
    const { x, y, width, height } = box;
    group.append(shape("rect", { x, y, width, height, rx: 7 }));
    const name = shape("text", { x: x + 12, y: y + height / 2 + 4 });
    name.textContent = say(box.label);
    const title = shape("title", {});
    title.textContent = `${say(box.label)}: ${box.axes.join(" × ")} = ${numbersOf(box, run)}`;
    group.append(title, name);
    group.setAttribute("aria-label", title.textContent);
    /** @type {HTMLCanvasElement | null} */
    let canvas = null;
    if (box.main) {
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
      look({ part: next.box.part, tensor: null });
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
    choosers.push({ tower: stack.tower, layers: stack.layers, label, buttons });
    return line;
  }

  store.watch(["run"], (state) => {
    choosers = [];
    draw(state);
  });

  /** Mark the chosen box, and say which layer of each tower the boxes show. */
  store.watch(["run", "place", "layers"], ({ place, layers }) => {
    for (const { box, group } of boxes) {
      const chosen = box.part === place.part;
      group.classList.toggle("chosen", chosen);
      group.setAttribute("aria-pressed", String(chosen));
      group.setAttribute("tabindex", chosen ? 0 : -1);
    }
    for (const { tower, layers: count, label, buttons } of choosers) {
      const layer = layers[tower];
      label.textContent = say("diagram.layer", { layer: layer + 1, layers: count });
      buttons.forEach((button, i) => {
        const next = layer + (i ? 1 : -1);
        button.disabled = next < 0 || next >= count;
        button.onclick = () => lookAtLayer(tower, next);
      });
    }
  });

  /** Paint this run's tensors into the boxes. */
  store.watch(["run", "place", "layers", "theme"], ({ run, place, layers }) => {
    run.trace().then((trace) => {
      if (run !== store.state.run) return;
      for (const { box, canvas } of boxes) {
        if (!canvas) continue;
        const path = atLayer(box.main, layers[box.tower]);
        const scale = box.grid ? "weights" : "plain";
        paint(canvas, trace.matrix(path, box.grid ? place.head : 0), colours(scale), trace.limit(path));
      }
    }, () => {}); // the inspector says so
  });
}

/** The numbers of what leaves a box, with this run's lengths. */
function numbersOf({ shape }, run) {
  return shape.map((size) => (typeof size === "number" ? size : run.labels(size).length)).join(" × ");
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

/** From every box to the next one above, with the shape of what travels; what else enters a box; what crosses over. */
function arrows(plan, at, run) {
  const drawn = [];
  const line = (d, className = "flow") => drawn.push(shape("path", { d, class: className, "marker-end": "url(#arrow-head)" }));
  for (const column of new Set(plan.boxes.map((box) => box.column))) {
    const boxes = plan.boxes.filter((box) => box.column === column);
    boxes.slice(1).forEach((box, i) => {
      const below = boxes[i];
      const x = box.x + box.width / 2;
      line(`M${x} ${below.y}V${box.y + box.height + 1}`);
      const label = shape("text", { class: "shape", x: x + 6, y: below.layered && !box.layered ? box.y + box.height + 13 : below.y - 7 });
      label.textContent = numbersOf(below, run);
      drawn.push(label);
      for (const from of box.inputs.map((part) => at.get(part))) {
        if (from === below) continue;
        if (from.column === column) around(from, box, line);
        else across(from, box, line);
      }
    });
  }
  return drawn;
}

/** A residual path: past the boxes between. */
function around(from, box, line) {
  const y = from.y - 5;
  line(`M${box.x + box.width / 2} ${y}H${box.x - 6}V${box.y + box.height / 2}H${box.x - 1}`, "residual");
}

/** From the top of another tower. */
function across(from, box, line) {
  const middle = box.x - 17;
  line(`M${from.x + from.width / 2} ${from.y}V${from.y - 22}H${middle}V${box.y + box.height / 2 + 6}H${box.x - 1}`, "memory");
}
