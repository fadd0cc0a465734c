// The inspector: the chosen box with its tensors, shown by one of four faces.

import { showArithmetic } from "../arithmetic/arithmetic.js";
import { showCode } from "../code/code.js";
import { createBrush } from "./brush.js";
import { createControls } from "../controls/controls.js";
import { asDifference, differenceFigure, differenceFor, isMatrix } from "../../figures/differences.js";
import { createFigure } from "../../figures/figure.js";
import { showNumbers } from "../numbers/numbers.js";
import { paint } from "../../figures/paint.js";
import { explained, isLayered, kindOf, sortOf, stackOf, tensorsOf } from "../../data/parts.js";
import { axesOf, figureName, givenFor, legendOf } from "../../figures/pictures.js";
import { make, say } from "../../strings.js";
import { css } from "../../theme.js";
import { MAX_TICK_LABELS } from "../../figures/ticks.js";
import { MASK_FILL } from "../../data/trace.js";
import { createComparer, createStepper, createTabs, FACES } from "../widgets/widgets.js";

const NO_WEIGHTS = ["may_attend", "value_weighted", "rollout"]; // their cells are no weights: the sentence names the head's

export function createInspector(element, { templates, sources, onPoint, onPin, onPlace, onStroke, onCompare, colours }) {
  const find = (id) => element.querySelector(`#${id}`);
  const figure = createFigure(find("detail-frame"), { templates, onPoint, onPin });
  const steppers = {
    layer: createStepper(find("layer-stepper"), "layer", (layer) => onPlace({ layer })),
    head: createStepper(find("head-stepper"), "head", (head) => onPlace({ head })),
  };
  const controls = createControls(find("controls"), (options) => onPlace({ options }));
  const tabs = createTabs(find("faces"), (face) => onPlace({ face }));
  const brush = createBrush(find("detail-frame"), { onStroke });
  const comparer = createComparer(find("compare"), onCompare);
  let isPainting = false;
  let newest = 0; // what was asked to be shown last
  let isDifference = false; // the picture shows what the edits changed
  let painted = null; // [rows, columns] of the picture, where it is one of a mask's cells
  let matrix = null; // the weights on show: of one head, or a view made of several
  let lines = null; // the picture of lines between words, while it is on show

  function describe(run, place) {
    const sort = sortOf(place.part, run.model);
    const kind = kindOf(place.part);
    const box = run.sent.diagram.boxes.find(({ part }) => part === place.part);
    const stack = say(`diagram.${stackOf(place.part)}`);
    find("crumbs").textContent = place.part.includes(".") ? `${stack} ›` : ""; // the output has no stack
    find("detail-title").textContent = kind ? say(`viewer.${kind}`) : say(box.label);
    find("detail-explain").textContent = say(kind ? `viewer.${kind}.explain` : explained(sort, run.model));
    find("detail-shape").textContent = box.shape; // until the tensor itself is here
    steppers.layer.show(place.layer, run.layersOf(place.part), isLayered(place.part));
    steppers.head.show(place.head, run.model.n_heads, Boolean(kind));
    formula(find("formula"), find("badge"), run, place, sort);
    find("hatch-legend").hidden = !kind || !run.blocked(place).some((row) => row.some(Boolean));
  }

  function listTensors(run, place) {
    const buttons = tensorsOf(place, run.model).map((tensor) => {
      const button = make("button", "tensor");
      button.type = "button";
      const canvas = document.createElement("canvas");
      if (!tensor.view) button.append(canvas); // a view is a word: its picture would be the tensor's
      button.append(make("span", "", say(`tensor.${tensor.key}`)));
      button.setAttribute("aria-pressed", String(tensor.key === place.tensor));
      button.classList.toggle("chosen", tensor.key === place.tensor);
      button.addEventListener("click", () => onPlace({ tensor: tensor.key }));
      if (tensor.before) button.dataset.before = tensor.before;
      button.classList.toggle("view", Boolean(tensor.view));
      return { button, canvas, tensor };
    });
    const [views, own] = [true, false].map((isView) => buttons.filter(({ tensor }) => Boolean(tensor.view) === isView));
    find("tensors").replaceChildren(...own.map(({ button }) => button));
    const also = views.length ? [make("span", "label", say("tensor.also"))] : [];
    find("views").replaceChildren(...also, ...views.map(({ button }) => button));
    run.trace().then((trace) => {
      const chosen = run.tensorAt(place);
      if (chosen) find("detail-shape").textContent = shapeOf(chosen, trace);
      for (const { canvas, tensor } of own) {
        const matrix = trace.matrix(tensor.path, tensor.heads ? place.head : 0);
        const scale = tensor.figure === "weights" ? "weights" : tensor.family ?? "plain";
        paint(canvas, matrix, colours(scale), trace.limit(tensor.path));
      }
    }, () => {});
  }

  /** Before, after and difference side by side, small: which of them is large is the visitor's choice. */
  async function paintSides(edited, place, tensor) {
    const sides = [givenFor(edited.baseline, place, tensor), givenFor(edited, place, tensor), differenceFor(edited, place, tensor)];
    const [before, after, difference] = await Promise.all(sides);
    const scale = tensor.figure === "weights" ? "weights" : tensor.family ?? "plain";
    comparer.paint([
      [before.main, colours(scale), before.limit], [after.main, colours(scale), after.limit],
      [difference.main, colours("plain"), difference.limit || 1],
    ]);
  }

  async function showFace(run, place, theme, focus) {
    const tensor = run.tensorAt(place);
    for (const face of FACES) find(`face-${face}`).hidden = face !== place.face;
    find("inside").classList.toggle("wide", place.face === "code" || place.face === "numbers");
    if (place.face === "picture") return showPicture(run, place, tensor, theme, focus);
    const trace = await run.trace();
    if (!tensor && place.face !== "code") {
      find(`face-${place.face}`).replaceChildren(make("p", "explain", say("tokens.no_numbers")));
      return;
    }
    if (place.face === "numbers") {
      const drawn = tensor.view && (await givenFor(run, place, tensor)).main;
      showNumbers(find("face-numbers"), run, place, tensor, trace, Array.isArray(drawn) ? drawn : null);
    }
    if (place.face === "code") showCode(find("face-code"), sources, run, place, trace, onPlace);
    if (place.face === "arithmetic") {
      await showArithmetic(find("face-arithmetic"), run, place, tensor, trace, focus, onPin);
    }
  }

  async function showPicture(run, place, tensor, theme, focus) {
    const picture = tensor && figureName(place, isDifference ? asDifference(tensor) : tensor);
    find("detail-frame").hidden = !tensor;
    find("legend").hidden = !tensor;
    find("token-table").replaceChildren(...(tensor ? [] : tokenRows(run, place)));
    if (!tensor) return;
    const given = await (isDifference ? differenceFor : givenFor)(run, place, tensor, focus?.row);
    if (isDifference) legendOfDifference(given);
    else legend(run, place, tensor, given);
    lines = null;
    matrix = !isDifference && !NO_WEIGHTS.includes(tensor.key) && (tensor.figure === "weights" || tensor.figure === "lines") ? given.main : null;
    const square = kindOf(place.part) && tensor.shape === "head query key" && (isDifference || tensor.figure !== "lines");
    painted = square ? [given.main.length, given.main[0].length] : null;
    const shown = {
      figure: isDifference ? differenceFigure(run, place, tensor) : run.figures[picture],
      given,
      theme,
      axes: axesOf(run, place, isDifference ? asDifference(tensor) : tensor),
      rows: rowsOf(given),
      meta: { tensor: tensor.path, layer: place.layer, head: place.head, run: run.number, picture },
    };
    await figure.show(shown);
    brush.show(isPainting && painted, ...(painted ?? []));
    if (tensor.figure === "lines" && !isDifference) lines = shown;
  }

  /** Of the lines between the words, only those of the chosen row. */
  function isolate(row) {
    const { weights, threshold } = lines.given.lines;
    const only = weights.map((its, i) => (row == null || i === row ? its : its.map(() => 0)));
    figure.show({ ...lines, given: { ...lines.given, lines: { weights: only, threshold } } });
  }

  function legendOfDifference({ limit }) {
    find("ramp").style.background = gradient(colours("plain"), false);
    find("ramp").hidden = limit === 0;
    find("legend-text").textContent = limit ? say("compare.legend", { limit: limit.toPrecision(3) }) : say("compare.unchanged");
  }

  /** What the colours mean: weights from 0 to 1, or numbers of both signs. */
  function legend(run, place, tensor, { limit, main }) {
    const isFilled = tensor.figure === "scores" && main.some((row) => row.some((x) => x < MASK_FILL && x > -Infinity));
    const isWeights = tensor.figure === "weights" || tensor.figure === "lines";
    find("ramp").style.background = gradient(colours(isWeights ? "weights" : tensor.family ?? "plain"), isWeights);
    find("ramp").hidden = !isWeights && !limit;
    find("legend-text").textContent = isWeights ? legendOf(run, place, tensor)
      : limit ? say(isFilled ? "viewer.legend_filled" : "viewer.legend_signed", { limit: limit.toPrecision(3) }) : "";
    const isLong = Object.values(axesOf(run, place, tensor)).some((labels) => labels.length > MAX_TICK_LABELS);
    find("zoom-hint").textContent = isLong && tensor.figure !== "lines" ? say("viewer.zoom") : "";
  }

  return {
    /** `compared` says which run: "after" the edits, "before" them, or their "difference". */
    async show(edited, place, theme, focus, compared) {
      const tensor = edited.tensorAt(place);
      const run = compared === "before" ? edited.baseline ?? edited : edited;
      comparer.show(compared, Boolean(edited.baseline), Boolean(tensor));
      describe(run, place);
      listTensors(run, place);
      tabs.show(place.face);
      controls.show(run, place, tensor);
      find("tensor-path").textContent = tensor ? pathInPython(tensor, place) : "";
      find("from-zero").hidden = !tensor || !isLayered(place.part);
      isDifference = compared === "difference" && Boolean(edited.baseline) && Boolean(tensor);
      if (edited.baseline && tensor && isMatrix(tensor)) paintSides(edited, place, tensor).catch(() => {});
      const mine = ++newest;
      find("inside").setAttribute("aria-busy", "true"); // tensors, or a row of a weight, may be on their way
      try {
        await showFace(run, place, theme, focus);
      } catch (error) {
        find("readout").textContent = say("viewer.no_trace", { reason: error.message });
      }
      if (mine === newest) find("inside").setAttribute("aria-busy", "false");
    },
    showFocus(focus, run, place) {
      const { figure: shown } = run.tensorAt(place) ?? {};
      const isSquare = shown === "weights" || shown === "scores";
      const row = shown === "vectors" && focus ? { row: focus.row } : null;
      figure.placeBands(place.face !== "picture" ? null : isSquare ? focus : row);
      if (lines && place.face === "picture") isolate(focus?.row);
      find("readout").textContent = place.face !== "picture" ? ""
        : isDifference ? change(focus, run, place) : readout(focus, run, place, matrix);
    },

    /** Paint on masks, or stop it. */
    showBrush(isOn) {
      isPainting = isOn;
      brush.show(isPainting && painted, ...(painted ?? []));
    },
  };
}

/** "batch × head × query × key = 1 × 4 × 9 × 10" */
function shapeOf(tensor, trace) {
  const numbers = trace.tensor(tensor.path).shape;
  return `batch × ${tensor.shape.split(" ").join(" × ")} = 1 × ${numbers.join(" × ")}`;
}

function gradient(colour, isWeights) {
  const stops = [0, 0.2, 0.4, 0.6, 0.8, 1].map((at) => css(colour(isWeights ? at : 2 * at - 1)));
  return `linear-gradient(90deg, ${stops.join(", ")})`;
}

/** The tokens of one side: position, characters, id. */
function tokenRows(run, place) {
  const tokens = run.sent[stackOf(place.part) === "encoder" ? "source" : "target"].tokens;
  const cells = (tag, texts) => {
    const row = make("tr");
    row.append(...texts.map((text) => make(tag, "", text)));
    return row;
  };
  const head = cells("th", [say("tokens.position"), say("tokens.text"), say("tokens.id")]);
  return [head, ...tokens.map(({ text, id }, i) => cells("td", [String(i), text, String(id)]))];
}

/** How Python reaches the tensor; a view names what it is made from. */
function pathInPython({ path, heads, view, key }, { head }) {
  const ofOneHead = heads && key !== "average" && key !== "rollout";
  const text = `trace["${path}"][0${ofOneHead ? `, ${head}` : ""}]`;
  return view ? say("tensor.made_from", { path: text }) : text;
}

const rowsOf = ({ main, mean, stream }) => (mean ? 8 : stream ? stream.length : main.length ?? 10);

/** The box's formula, Q, K and V in their colours, with this model's numbers. */
function formula(element, badge, run, place, sort) {
  const { d_k: width, d_model: model, activation, positions, scaled, has_segments, has_bias } = run.model;
  const parts = {
    attention: ["Concat( softmax( mask( ", ["q", "Q"], ["k", "K"], `ᵀ / √${width} ) ) `, ["v", "V"], " ) W", make("sub", "", "O")],
    add_norm: [`y = x + f(x),  ( y − mean ) / √( variance + ${run.model.eps} ) · w + b`],
    norm: [`( x − mean ) / √( variance + ${run.model.eps} ) · w + b`],
    add: ["x + f(x)"],
    feed_forward: [`W₂ · ${activation === "relu" ? "max( 0," : `${activation}(`} W₁ x + b₁ ) + b₂`],
    positions: [{ learned: has_segments ? "S[ 0 ] + P[ pos ]" : "P[ pos ]", none: "0" }[positions] ?? `sin( pos / 10000^(2i/${model}) ),  cos( pos / 10000^(2i/${model}) )`],
    embedding: [scaled ? `E[ id ] · √${model}` : "E[ id ]"],
    logits: [has_bias ? "W · x + b" : "W · x"],
    probabilities: ["exp( logit ) / Σ exp( logits )"],
  }[sort] ?? [];
  element.replaceChildren(...parts.map((part) => (Array.isArray(part) ? make("b", ...part) : part)));
  badge.textContent = "";
  const best = run.model.alignment_head;
  if (best && kindOf(place.part) === "decoder.cross_attention" && best.layer === place.layer && best.head === place.head
    && place.tensor === "weights") {
    badge.textContent = say("viewer.aligned", { rate: best.error_rate.toFixed(3) });
  }
}

/** What the bars of probabilities belong to: the words written so far. */
function nextAfter(run, focus) {
  if (run.lastStep < 0) {
    const words = run.labels("source");
    return say("viewer.fits_at", { word: words[Math.min(focus?.row ?? 0, words.length - 1)] });
  }
  const labels = run.labels("target");
  const written = labels.slice(0, Math.min(focus?.row ?? 0, labels.length - 1) + 1);
  return say("viewer.next_after", { written: written.join(" ") });
}

/** The chosen cell before and after the edits. */
function change(focus, run, place) {
  if (!kindOf(place.part) || focus?.row == null || focus?.column == null) return say("compare.point");
  const [before, after] = [run.baseline, run].map((side) => side.weights(place)[focus.row]?.[focus.column]);
  if (before === undefined || after === undefined) return say("compare.no_cell");
  const { queries, keys } = run.kind(place);
  return say("compare.cell", {
    query: queries[focus.row], key: keys[focus.column], before: before.toFixed(4), after: after.toFixed(4),
  });
}

/** The chosen cell or row of an attention block in words. */
function readout(focus, run, place, matrix) {
  const kind = kindOf(place.part);
  if (place.part === "probabilities") return nextAfter(run, focus);
  if (!kind) return "";
  if (focus?.row == null) return say("viewer.readout_empty");
  const { queries, keys } = run.kind(place);
  const weights = (matrix ?? run.weights(place))[focus.row];
  if (!weights) return "";
  const side = kind.startsWith("encoder") ? "encoder" : "decoder";
  const query = side === "encoder" ? queries[focus.row] : queries[focus.row].split(" → ").at(-1);
  if (weights.every((weight) => weight === 0)) return say("viewer.row_dead", { query });
  if (focus.column != null && focus.column < keys.length) {
    const weight = weights[focus.column].toFixed(4);
    return say(`viewer.cell_${side}`, { query, key: keys[focus.column], weight });
  }
  const best = Array.from(weights, (weight, j) => ({ weight, key: keys[j] }))
    .sort((a, b) => b.weight - a.weight).slice(0, 3)
    .map(({ weight, key }) => `${key} ${weight.toFixed(2)}`);
  return say(`viewer.row_${side}`, { query, keys: best.join(" · ") });
}
