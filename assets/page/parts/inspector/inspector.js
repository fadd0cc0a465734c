// The inspector: the chosen box with its tensors, shown by one of four faces.

import { asDifference, differenceFigure, differenceFor, isMatrix } from "../../figures/differences.js";
import { createFigure } from "../../figures/figure.js";
import { axesOf, givenFor } from "../../figures/pictures.js";
import { make, say } from "../../strings.js";
import { showArithmetic } from "../arithmetic/arithmetic.js";
import { showCode } from "../code/code.js";
import { createControls } from "../controls/controls.js";
import { showNumbers } from "../numbers/numbers.js";
import { termed } from "../terms/terms.js";
import { createComparer, createStepper, createTabs, FACES } from "../widgets/widgets.js";
import { createBrush } from "./brush.js";
import { showFormula } from "./formula.js";
import { showLegend } from "./legend.js";
import { readout, whatChanged } from "./readout.js";
import { createTensorList } from "./tensor_list.js";

const NOT_WEIGHTS = ["value_weighted", "rollout"]; // their cells are no weights: the sentence names the head's

export function createInspector(element, store, tools) {
  const { look, showFace, compare, point, pin, colours } = tools;
  const find = (id) => element.querySelector(`#${id}`);
  const onZoom = (isZoomed) => { find("zoom-reset").hidden = !isZoomed; };
  const figure = createFigure(find("detail-frame"), { ...tools, onPoint: point, onPin: pin, onZoom });
  find("zoom-reset").addEventListener("click", () => figure.zoomOut());
  find("zoom").addEventListener("click", () => {
    const isOn = find("zoom").getAttribute("aria-pressed") !== "true";
    find("zoom").setAttribute("aria-pressed", String(isOn));
    figure.zoomBy(isOn);
  });
  const steppers = {
    layer: createStepper(find("layer-stepper"), "layer", (layer) => look({ layer })),
    head: createStepper(find("head-stepper"), "head", (head) => look({ head })),
  };
  createControls(find("controls"), store, tools);
  createTensorList(find, store, tools);
  const tabs = createTabs(find("faces"), FACES, { text: (face) => say(`face.${face}`), prefix: "face" }, showFace);
  const brush = createBrush(find("detail-frame"), { onStroke: tools.paintStroke });
  const comparer = createComparer(find("compare"), compare);
  let newest = 0; // what was asked to be shown last
  /** @type {any} */
  let drawn = null; // what the picture shows: { given, isDifference, tensor }

  function describe({ place, face }, run) {
    const { model } = run;
    const box = model.box(place);
    find("crumbs").textContent = place.part.includes(".") ? `${say(`diagram.${box.tower}`)} ›` : ""; // the output has no stack
    find("box-title").textContent = say(box.title);
    find("detail-explain").replaceChildren(...termed(say(box.explain)));
    steppers.layer.show(place.layer, box.layers, box.layered);
    steppers.head.show(place.head, model.n_heads, Boolean(box.grid));
    showFormula(find("formula"), find("badge"), model, place);
    find("hatch-legend").hidden = !box.grid || !run.blocked(place).some((row) => row.some(Boolean));
    tabs.show(face);
    const tensor = model.tensorAt(place);
    find("tensor-path").textContent = tensor ? pathInPython(tensor, place) : "";
    find("from-zero").hidden = !tensor || !box.layered;
  }

  /**
   * Before, after and difference side by side, small: which of them is large is the visitor's choice. A
   * difference that asks for one more run is painted when it is looked at, not with every edit.
   */
  async function paintSides({ run, place, view, compared }, tensor) {
    const isAsked = compared === "difference" || run.onOriginal.isHere;
    const sides = [
      givenFor(run.baseline, place, tensor, view),
      givenFor(run, place, tensor, view),
      isAsked ? differenceFor(run, place, tensor, view) : { main: null, limit: 1 },
    ];
    const [before, after, difference] = await Promise.all(sides);
    comparer.paint([
      [before.main, colours(tensor.scale), before.limit], [after.main, colours(tensor.scale), after.limit],
      [difference.main, colours("plain"), difference.limit || 1],
    ]);
  }

  async function showFaceOf(state, run, isDifference) {
    const { place, face, view, pinned } = state;
    const tensor = run.model.tensorAt(place);
    for (const one of FACES) find(`face-${one}`).hidden = one !== face;
    if (face === "picture") return showPicture(state, run, tensor, isDifference);
    const trace = await run.trace();
    if (!tensor && face !== "code") {
      find(`face-${face}`).replaceChildren(make("p", "explain", say("tokens.no_numbers")));
    } else if (face === "numbers") {
      const made = tensor.view && (await givenFor(run, place, tensor, view)).main;
      showNumbers(find("face-numbers"), { run, place, view }, tensor, trace, Array.isArray(made) ? made : null);
    } else if (face === "code") {
      showCode(find("face-code"), { model: run.model, run, place }, trace, tools);
    } else {
      await showArithmetic(find("face-arithmetic"), run, place, tensor, trace, pinned, pin);
    }
  }

  async function showPicture({ run: edited, place, view, theme, pinned }, run, tensor, isDifference) {
    find("detail-frame").hidden = find("legend").hidden = !tensor;
    find("token-table").replaceChildren(...(tensor ? [] : tokenRows(run, place)));
    drawn = null;
    if (!tensor) return;
    const given = isDifference ? await differenceFor(edited, place, tensor, view, pinned?.row)
      : await givenFor(run, place, tensor, view, pinned?.row);
    showLegend(find, { run, place, tensor, view, given, isDifference, colours });
    const isLines = tensor.picture === "lines" && !isDifference;
    drawn = {
      given,
      isDifference,
      tensor,
      weights: !isDifference && tensor.scale === "weights" && tensor.picture !== "mask" && !NOT_WEIGHTS.includes(tensor.view) ? given.main : null,
      painted: tensor.grid && !isLines ? [given.main.length, given.main[0].length] : null,
      shown: {
        figure: isDifference ? differenceFigure(run.onOriginal, tensor) : run.figures[tensor.figure],
        given,
        theme,
        axes: isDifference ? axesOf(run.onOriginal, asDifference(tensor)) : axesOf(run, tensor),
        rows: rowsOf(given),
        columns: given.main?.[0]?.length ?? 1,
        meta: { tensor: tensor.path, layer: place.layer, head: place.head, run: run.number, picture: isDifference ? tensor.difference : tensor.figure },
      },
    };
    await figure.show(drawn.shown);
    showBrush(store.state);
  }

  function showBrush({ isPainting }) {
    brush.show(isPainting && drawn?.painted, ...(drawn?.painted ?? []));
  }

  /** Of the lines between the words, only those of the chosen row. */
  function isolate(row) {
    const { weights, threshold } = drawn.given.lines;
    const only = weights.map((its, i) => (row == null || i === row ? its : its.map(() => 0)));
    figure.show({ ...drawn.shown, given: { ...drawn.given, lines: { weights: only, threshold } } });
  }

  async function show(state) {
    const { run: edited, place, compared } = state;
    const run = compared === "before" ? edited.baseline ?? edited : edited;
    const tensor = run.model.tensorAt(place);
    const isDifference = compared === "difference" && Boolean(edited.baseline) && Boolean(tensor);
    comparer.show(compared, Boolean(edited.baseline), Boolean(tensor));
    describe(state, run);
    if (edited.baseline && tensor && isMatrix(tensor)) paintSides(state, tensor).catch(() => {});
    const mine = ++newest;
    find("inside").setAttribute("aria-busy", "true"); // tensors, or a row of a weight, may be on their way
    try {
      await showFaceOf(state, run, isDifference);
    } catch (error) {
      if (mine === newest) find("readout").textContent = say("viewer.no_trace", { reason: error.message });
    }
    if (mine !== newest) return;
    find("inside").setAttribute("aria-busy", "false");
    showFocus(store.state);
  }

  function showFocus(state) {
    const { run, place, face } = state;
    const focus = state.pointed ?? state.pinned;
    const tensor = run.model.tensorAt(place);
    const isPicture = face === "picture";
    const row = tensor?.picture === "vectors" && focus ? { row: focus.row } : null;
    const isLines = tensor?.picture === "lines";
    figure.placeBands(!isPicture ? null : tensor?.grid && !isLines ? focus : row);
    if (isLines && isPicture && drawn && !drawn.isDifference) isolate(focus?.row);
    find("readout").textContent = !isPicture ? ""
      : drawn?.isDifference ? whatChanged(focus, run, place) : readout(focus, run, place, drawn?.weights);
  }

  store.watch(["run", "place", "face", "view", "compared", "theme", "pinned"], (state, before) => {
    const isOnlyPin = ["run", "place", "face", "view", "compared", "theme"].every((key) => state[key] === before[key]);
    const depends = state.face === "arithmetic" || state.run.model.tensorAt(state.place)?.picture === "probabilities";
    if (isOnlyPin && !depends) showFocus(state);
    else show(state);
  });
  store.watch(["pointed"], showFocus);
  store.watch(["isPainting"], showBrush);
}

/** The tokens of one side: position, characters, id. */
function tokenRows(run, place) {
  const { tokens } = run[run.model.box(place).side];
  const cells = (tag, texts) => {
    const row = make("tr");
    row.append(...texts.map((text) => make(tag, "", text)));
    return row;
  };
  const head = cells("th", [say("tokens.position"), say("tokens.text"), say("tokens.id")]);
  return [head, ...tokens.map(({ text, id }, i) => cells("td", [String(i), text, String(id)]))];
}

/** How Python reaches the tensor; a view names what it is made from. */
function pathInPython({ path, heads, view }, { head }) {
  const ofOneHead = heads && view !== "average" && view !== "rollout";
  const text = `trace["${path}"][0${ofOneHead ? `, ${head}` : ""}]`;
  return view ? say("tensor.made_from", { path: text }) : text;
}

const rowsOf = ({ main, statistics, stream }) => (statistics ? 8 : stream ? stream.length : main.length ?? 10);
