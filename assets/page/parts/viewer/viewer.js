// The viewer: one run, one place in it that is looked at, one cell that is pointed at.
//
// A run comes from Python. Everything else (which box, layer, head, tensor, face, cell) lives here
// and costs no trip to the server.

import { asksForRun, readAddress, writeAddress } from "../../address.js";
import { createChoices } from "../choices/choices.js";
import { OPTIONS } from "../controls/controls.js";
import { createDiagram } from "../diagram/diagram.js";
import { createEdits } from "../edits/edits.js";
import { createInspector } from "../inspector/inspector.js";
import { createOverview } from "../overview/overview.js";
import { modelLine } from "./model_line.js";
import { paint } from "../../figures/paint.js";
import { kindOf, stackOf } from "../../data/parts.js";
import { createProofs } from "../proofs/proofs.js";
import { Run } from "../../data/run.js";
import { nowShows } from "../../shown.js";
import { createSteps } from "../steps/steps.js";
import { fillStrings, make, say, useStrings } from "../../strings.js";
import { createStrips } from "../strips/strips.js";
import { createSweep } from "../sweep/sweep.js";
import { setNotice } from "../toolbar/toolbar.js";
import { colourScales, onTheme, themeName } from "../../theme.js";
import { publicName, withSecret } from "../models/upload.js";
import { createWalk } from "../walk/walk.js";
import { FACES } from "../widgets/widgets.js";

export function mountViewer({ element, props, trigger, watch }) {
  useStrings(props.strings);
  fillStrings(element);
  const scales = { light: colourScales(props.templates.light), dark: colourScales(props.templates.dark) };
  const colours = (name) => scales[themeName()][name];
  const actions = { onPoint, onPin, onPlace, onStroke, onCompare, colours, templates: props.templates, sources: props.sources };
  const strips = createStrips(element, actions);
  const diagram = createDiagram(element, actions);
  const overview = createOverview(element, actions);
  const inspector = createInspector(element, actions);
  const choices = createChoices(element, actions);
  const edits = createEdits(element, { onEdits, onBrush });
  const sweep = createSweep(element, { onHead: (site, head) => edits.add(`HeadOff~${site}~${head}~zero`), colours });

  let run = null;
  let place = null; // { part, layer, head, tensor, face, options }
  const steps = createSteps(element, { onStep, onWord, onMethod, colours, templates: props.templates });
  const proofs = createProofs(element);
  const walk = createWalk(element, { onPlace, colours });
  let step = 0; // which word is being written
  let pinned = null; // the cell that stays chosen when the pointer leaves
  let compared = "after"; // beside the edits: the run "after" them, "before" them, or the "difference"
  let asked = 0; // the newest question about edits; an older answer is not shown
  const layers = { encoder: 0, decoder: 0 }; // which layer the diagram shows of each stack

  const ownTarget = connectOwnTarget(element, askExample);
  watch("value", () => showRun(new Run(props.value)));
  onTheme(showAll);
  addEventListener("popstate", restore);
  addEventListener("resize", fitSentence);
  addEventListener("ask-again", ({ detail }) => trigger(detail)); // what was wished is still in place
  addEventListener("refused", () => {
    element.classList.remove("waiting");
    edits.showRun(run); // what was wished in vain is wished no more
    edits.showPlace(place, pinned);
  });
  addEventListener("keydown", (event) => { if (event.key === "Escape") onPin(null); });
  addEventListener("click", skipToPicture);

  showRun(new Run(props.value));
  if (asksForRun()) restore();

  /** An event of the page; Python finds what is wished where NEWEST_WISH in ui/page.py looks for it. */
  function ask(event, wish) {
    element.dataset[event] = JSON.stringify(wish);
    trigger(event);
  }

  /** Follow the address: it was opened with a wish, or Back and Forward changed it. */
  function restore() {
    ask("restore", { query: withSecret(location.search) });
  }

  function showRun(next) {
    if (next.sent.asked !== null && next.sent.asked !== asked) return;
    // The answer to an edit does not move what was clicked; every other run is read from its top.
    const still = next.sent.asked === null ? (show) => show()
      : (show) => holdStill(element.querySelector(".detail"), show);
    still(() => showNewRun(next, still));
  }

  function showNewRun(next, still) {
    const isFirst = run === null;
    run = next;
    nowShows(run);
    const { at, head, face } = readAddress();
    const addressed = at ? run.placeAt(at, head) : null;
    const obeys = isFirst || run.sent.restored;
    setNotice(obeys ? notGranted(run, at, head) : "");
    // An answer to a link obeys the link; a new sentence keeps the place that is looked at.
    const wished = (obeys ? addressed : place) ?? run.firstPlace();
    place = { face: "picture", options: OPTIONS, ...place, ...run.nearest(wished) };
    if (obeys && FACES.includes(face)) place.face = face;
    layers.encoder = run.model.n_encoder_layers - 1; // the layer that the decoder's memory comes from
    layers.decoder = run.model.n_decoder_layers - 1;
    pinned = run.firstBlank;
    if (!run.baseline) compared = "after";
    element.classList.remove("waiting");
    showSentences(element, run);
    listExamples(element, run.model.examples, askExample);
    edits.showRun(run);
    sweep.showRun(run);
    proofs.showRun(run, still);
    const wishedStep = isFirst || run.sent.restored ? Math.trunc(Number(readAddress().step)) || 0 : step;
    step = Math.min(Math.max(wishedStep, 0), run.lastStep);
    ownTarget.follow(run);
    showAll();
    if (!isFirst && !run.sent.restored) writeAddress(addressOf(run, place), { isNewRun: true });
  }

  function showAll() {
    strips.showRun(run);
    overview.showRun(run, colours("weights"));
    walk.showRun(run);
    overview.showOff(run.sent.edits.map(({ code }) => code));
    diagram.showRun(run);
    steps.showRun(run, themeName());
    showPlace();
  }

  function showPlace() {
    layers[stackOf(place.part)] = place.layer;
    strips.showPlace(place);
    overview.showPlace(place);
    choices.show(run, place, colours("weights"));
    diagram.showPlace(place, layers);
    diagram.showThumbnails(run, layers, place.head, thumbnail).catch(() => {});
    edits.showPlace(place, pinned);
    showStep();
    showInspector();
  }

  /** The step's own card; its row of cross-attention is that of the head on show, if it has one. */
  function showStep() {
    steps.showStep(step, kindOf(place.part) === "decoder.cross_attention" ? place : run.firstPlace());
  }

  function showInspector() {
    inspector.show(run, place, themeName(), pinned, compared).then(() => showFocus(pinned));
  }

  function thumbnail(canvas, matrix, scale, limit) {
    paint(canvas, matrix, colours(scale), limit);
  }

  function showFocus(focus) {
    strips.showFocus(focus, kindOf(place.part) ? run.weights(place) : null, colours("weights"));
    inspector.showFocus(focus, run, place);
  }

  /** Go to another place: some of part, layer, head, tensor and face; or one stack's layer. */
  function onPlace({ stack, ...change }) {
    if (stack && stack !== stackOf(place.part)) { // the diagram's other stack: only its boxes change
      layers[stack] = change.layer;
      diagram.showPlace(place, layers);
      diagram.showThumbnails(run, layers, place.head, thumbnail).catch(() => {});
      return;
    }
    if (change.options) { // another view of the same tensor: only the inspector changes
      place = { ...place, ...change };
      showInspector();
      return;
    }
    const moved = { ...place, ...change };
    if (change.part && change.layer === undefined) moved.layer = layers[stackOf(change.part)];
    if (change.part && change.part !== place.part) pinned = isOfTarget(moved) && step > 0 ? { row: step, column: null } : run.firstBlank;
    place = { ...moved, ...run.nearest(moved) };
    showPlace();
    writeAddress(placeInAddress(run, place));
  }

  function onPoint(focus) {
    showFocus(focus ?? pinned);
  }

  function onPin(focus) {
    pinned = focus;
    edits.showPlace(place, pinned);
    if (pinned?.row != null && run.lastStep >= 0 && isOfTarget(place) && pinned.row !== step) {
      step = pinned.row;
      writeAddress({ step });
      showStep();
    }
    if (place.face === "arithmetic" || place.tensor === "probabilities") showInspector();
    else showFocus(pinned);
  }

  /** Another sentence, under the same edits and written in the same way. */
  function askExample(source) {
    ask("example", { source, edits: edits.codes.join("!"), method: run.sent.method });
  }

  /** Ask for the run on show with other edits, or written in another way. */
  function askAgain(wishes) {
    asked += 1;
    element.classList.add("waiting");
    ask("edit", { query: run.queryWith({ edits: edits.codes.join("!"), ...wishes }), asked });
  }

  function onEdits(codes) {
    askAgain({ edits: codes.join("!") });
  }

  function onMethod(method) {
    askAgain({ method });
  }

  /** Another word at this step; what was forced at later steps would follow other words now. */
  function onWord(at, id) {
    const isBeam = run.sent.method.startsWith("beam");
    const kept = edits.codes.filter((code) => !(code.startsWith("ForceWord~") && (isBeam || Number(code.split("~")[1]) >= at)));
    // A beam follows several beginnings: the words before are held too, or they would be others.
    const before = isBeam ? run.sent.target.tokens.slice(1, at + 1) : [];
    edits.want([...kept, ...before.map((token, i) => `ForceWord~${i}~${token.id}`), `ForceWord~${at}~${id}`]);
  }

  function onStep(next) {
    step = Math.min(Math.max(next, 0), run.lastStep);
    writeAddress({ step });
    if (isOfTarget(place)) onPin({ row: step, column: null });
    showStep();
  }

  function onBrush(isOn) {
    inspector.showBrush(isOn);
  }

  function onStroke(stroke) {
    edits.paint(stroke, run.blocked(place));
  }

  function onCompare(side) {
    compared = side;
    showInspector();
  }
}

/** The skip link leaves no mark in the address: that is the state of the page. */
function skipToPicture(event) {
  if (!event.target.closest?.(".skip")) return;
  event.preventDefault();
  document.querySelector("#detail-title").focus();
}

/** What is inserted above `anchor` does not move it, if the visitor is looking at it. */
function holdStill(anchor, change) {
  const before = anchor.getBoundingClientRect().top;
  const isInView = before < innerHeight * 0.8;
  change();
  const moved = anchor.getBoundingClientRect().top - before;
  if (isInView && moved) scrollBy(0, moved);
}

/** Whether the rows of a place are steps of writing. */
function isOfTarget({ part }) {
  return stackOf(part) === "decoder" && part !== "decoder.tokens";
}

/** What was asked for, as it was typed: whoever opens the link reads what was made of it, too. */
function addressOf(run, place) {
  const asked = new URLSearchParams(run.sent.query);
  return {
    model: publicName(run.model.name),
    source: asked.get("source"),
    target: asked.get("target"),
    edits: asked.get("edits"),
    method: asked.get("method"),
    ...placeInAddress(run, place),
  };
}

function placeInAddress(run, place) {
  const tensor = run.tensorAt(place);
  const at = (tensor?.path ?? place.part).replace("*", place.layer);
  const view = tensor && tensor.key !== tensor.name ? `:${tensor.key}` : "";
  return { at: at + view, head: place.head, face: place.face === "picture" ? null : place.face };
}

/** What a link asks for and this run does not have, in words; or nothing. */
function notGranted(run, at, head) {
  const wished = at && run.wishAt(at, head);
  if (!at || (wished && JSON.stringify(run.nearest(wished)) === JSON.stringify(wished))) return "";
  if (!wished) return say("address.unknown", { at: at.length > 80 ? `${at.slice(0, 80)}…` : at });
  const { layer, head: shown } = run.nearest(wished);
  return say("address.nearest", {
    layers: run.layersOf(wished.part), heads: run.model.n_heads, layer: layer + 1, head: shown + 1,
  });
}

function showSentences(element, run) {
  const { target } = run.sent;
  element.querySelector("#output-text").textContent = target.text;
  element.querySelector("#output-label").textContent = say(`viewer.${outputOf(run)}`);
  element.querySelector("#own-target").hidden = run.lastStep < 0;
  element.querySelector("#model-line").replaceChildren(...modelLine(run.model));
  const notes = run.sent.notes.map((note) => make("li", "", note));
  element.querySelector("#notes").replaceChildren(...notes);
}

/** What the large text is. */
function outputOf(run) {
  if (!run.model.predicts_words) return "no_words";
  if (run.lastStep < 0) return run.firstBlank ? "filled" : run.model.blank === null ? "read" : "unfilled";
  if (run.sent.target.written && !run.sent.target.text) return "ended";
  return run.sent.target.written ? "written" : "own";
}

function listExamples(element, examples, onChoose) {
  element.querySelector("#example-list").replaceChildren(...examples.map((source) => {
    const button = make("button", "example", source);
    button.type = "button";
    button.addEventListener("click", () => onChoose(source));
    return button;
  }));
}

/** "use my own" opens Gradio's target box; "let the model write it" runs without a target. */
function connectOwnTarget(element, onModelTarget) {
  const button = element.querySelector("#own-target");
  const box = () => document.querySelector("#target-text textarea, #target-text input");
  const sentenceRow = () => document.querySelector("#say");
  const toggle = (open) => {
    sentenceRow()?.classList.toggle("own-target", open); // Gradio may mount the row after us
    button.setAttribute("aria-expanded", String(open));
    button.textContent = say(open ? "viewer.model_target" : "viewer.own_target");
  };
  button.addEventListener("click", () => {
    const open = button.getAttribute("aria-expanded") !== "true";
    toggle(open);
    if (open) {
      box().focus();
    } else if (box().value) {
      onModelTarget(document.querySelector("#source-text textarea, #source-text input").value);
    }
  });
  toggle(false);
  return { follow: (run) => toggle(!run.sent.target.written) };
}

/** Gradio measures its text box when it is typed into, not when the window changes. */
function fitSentence() {
  const box = document.querySelector("#source-text textarea");
  box?.style.setProperty("height", "auto");
  box?.style.setProperty("height", `${box.scrollHeight}px`);
}
