// The paper's figure as SVG, from Python's plan: boxes, arrows with this run's shapes, and in every
// box a picture of this run's own tensor.

import { paint } from "../../figures/paint.js";
import { atLayer } from "../../data/model.js";
import { make, say } from "../../strings.js";
import { fit } from "./fit.js";

const SVG = "http://www.w3.org/2000/svg";
const THUMB = { width: 26, height: 22 };
const ROOM = { thumb: 140, shape: 106, line: 19 }; // pixels that a small picture, a shape, a line of text need

export function createDiagram(element, store, { look, lookAtLayer, colours }) {
  const frame = element.querySelector("#diagram");
  const card = element.querySelector("#model-card");
  let boxes = []; // { box, group, canvas }
  let choosers = [];

  function choose(box) {
    look({ part: box.part, tensor: null });
    store.set({ drawer: "" });
  }

  function draw({ run, model }) {
    card.dataset.towers = String(model.frames.length); // the words beside it make room
    drawn = room();
    const plan = fit(model, { width: frame.clientWidth, height: frame.clientHeight });
    const svg = shape("svg", { viewBox: `0 0 ${plan.width} ${plan.height}`, role: "group" });
    svg.setAttribute("aria-label", say("diagram.title"));
    svg.append(arrowHead());
    const at = new Map(plan.boxes.map((box) => [box.part, box]));
    for (const stack of plan.frames) svg.append(stackFrame(stack));
    svg.append(...arrows(plan, at, run));
    boxes = plan.boxes.map((box) => drawBox(box, run));
    svg.append(...boxes.map(({ group }) => group));
    choosers = [];
    frame.replaceChildren(svg, ...plan.frames.map(chooser));
    for (const { box, group, canvas } of boxes) squeeze(group.querySelector("text"), box.width - 24 - (canvas ? THUMB.width : 0));
    card.style.setProperty("--corner", `${plan.frames[0].y}px`);
  }

  function drawBox(box, run) {
    const group = shape("g", { class: "box", role: "button", tabindex: -1, "data-part": box.part });
    const { x, y, width, height } = box;
    group.append(shape("rect", { x, y, width, height, rx: 7 }));
    const name = shape("text", { x: x + 8, y: y + height / 2 + 4 });
    name.textContent = say(box.label);
    const title = shape("title", {});
    title.textContent = `${say(box.label)}: ${box.axes.join(" × ")} = ${numbersOf(box, run)}`;
    group.append(title, name);
    group.setAttribute("aria-label", title.textContent);
    /** @type {HTMLCanvasElement | null} */
    let canvas = null;
    if (box.main && width >= ROOM.thumb) {
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

  function chooser(stack) {
    const line = make("div", "layer-chooser");
    const bounds = { left: stack.x, width: stack.width, top: stack.y + stack.height - 21 };
    for (const [side, pixels] of Object.entries(bounds)) line.style.setProperty(side, `${pixels}px`);
    const label = make("span");
    const buttons = [-1, 1].map((step) => {
      const button = make("button", "", step < 0 ? "‹" : "›");
      button.type = "button";
      const tower = say(`diagram.${stack.tower}`);
      button.setAttribute("aria-label", say(step < 0 ? "diagram.previous_layer" : "diagram.next_layer", { tower }));
      return button;
    });
    line.append(make("span", "", say(`diagram.${stack.tower}`)), buttons[0], label, buttons[1]);
    choosers.push({ tower: stack.tower, layers: stack.layers, label, buttons });
    return line;
  }

  let drawn = ""; // the room that it was drawn for
  const room = () => `${frame.clientWidth}×${frame.clientHeight}`;

  function redraw(state) {
    if (!state.run || !frame.clientWidth) return; // not laid out yet: the observer calls
    draw(state);
    mark(state);
    paintBoxes(state);
  }

  new ResizeObserver(() => {
    if (room() !== drawn) redraw(store.state);
  }).observe(frame);

  /** Mark the chosen box and what edits have changed, and say which layer of each tower the boxes show. */
  function mark({ run, place, layers }) {
    const changed = new Set(run.edits.flatMap(({ parts }) => parts));
    for (const { box, group } of boxes) {
      const chosen = box.part === place.part;
      group.classList.toggle("chosen", chosen);
      group.classList.toggle("changed", changed.has(box.part));
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
  }

  /** Paint this run's tensors into the boxes. */
  function paintBoxes({ run, place, layers }) {
    if (!boxes.some(({ canvas }) => canvas)) return;
    run.trace().then((trace) => {
      if (run !== store.state.run) return;
      for (const { box, canvas } of boxes) {
        if (!canvas) continue;
        const path = atLayer(box.main, layers[box.tower]);
        const scale = box.grid ? "weights" : "plain";
        paint(canvas, trace.matrix(path, box.grid ? place.head : 0), colours(scale), trace.limit(path));
      }
    }, () => {}); // the inspector says so
  }

  store.watch(["run", "place", "layers", "theme"], (state, before) => {
    if (state.run !== before.run) return redraw(state);
    mark(state);
    paintBoxes(state);
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

/** A name that is wider than its box is set closer. */
function squeeze(text, room) {
  if (text.getComputedTextLength() <= room) return;
  text.setAttribute("textLength", room);
  text.setAttribute("lengthAdjust", "spacingAndGlyphs");
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
      if (box.width >= ROOM.shape && below.y - box.y - box.height >= ROOM.line) {
        const label = shape("text", { class: "shape", x: x + 6, y: below.layered && !box.layered ? box.y + box.height + 13 : below.y - 5 });
        label.textContent = numbersOf(below, run).replace(/^1 × /, ""); // the batch is one
        drawn.push(label);
      }
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
  const middle = box.x - 15;
  line(`M${from.x + from.width / 2} ${from.y}V${from.y - 22}H${middle}V${box.y + box.height / 2 + 6}H${box.x - 1}`, "memory");
}
