// The viewer: takes what Python answers, and hands the state of the page to its parts.

import * as actions from "../../actions.js";
import { asksForRun, followLooks, lookOf, readAddress, wishesOf, writeAddress } from "../../address.js";
import { Model } from "../../data/model.js";
import { Run } from "../../data/run.js";
import { ask, askThrough, isOutdated, question } from "../../question.js";
import { store } from "../../store.js";
import { fillStrings, say, useStrings } from "../../strings.js";
import { colourScales, onTheme, themeName } from "../../theme.js";
import { createChoices } from "../choices/choices.js";
import { createDiagram } from "../diagram/diagram.js";
import { createEffect } from "../effect/effect.js";
import { createChange } from "../change/change.js";
import { createExperiments } from "../experiments/experiments.js";
import { createInspector } from "../inspector/inspector.js";
import { publicName, withSecret } from "../models/upload.js";
import { createOverview } from "../overview/overview.js";
import { createProofs } from "../proofs/proofs.js";
import { createRail, PANELS } from "../rail/rail.js";
import { createResult } from "../result/result.js";
import { createSteps } from "../steps/steps.js";
import { createStrips } from "../strips/strips.js";
import { createSweep } from "../sweep/sweep.js";
import { createViews, VIEWS } from "../tabs/tabs.js";
import { createWalk } from "../walk/walk.js";
import { createTerms } from "../terms/terms.js";
import { FACES } from "../widgets/widgets.js";

const PARTS = [createViews, createRail, createResult, createStrips, createDiagram, createInspector, createOverview, createChange, createEffect, createExperiments, createWalk, createSteps, createSweep, createChoices, createProofs, createTerms];

export function mountViewer({ element, props, trigger, watch }) {
  useStrings(props.strings);
  fillStrings(element);
  const scales = { light: colourScales(props.templates.light), dark: colourScales(props.templates.dark) };
  const tools = { ...actions, ...props, colours: (name) => scales[themeName()][name] };
  askThrough(trigger);
  globalThis.transformerViz = { question };

  store.set({ theme: themeName() });
  for (const create of PARTS) create(element, store, tools);
  store.watch(["isWaiting"], ({ isWaiting }) => {
    element.classList.toggle("waiting", isWaiting);
    element.ariaBusy = String(isWaiting);
    document.querySelector("#say")?.classList.toggle("waiting", isWaiting);
  });
  followLooks();

  watch("value", () => take(JSON.parse(props.value)));
  onTheme((theme) => store.set({ theme }));
  addEventListener("popstate", restore);
  addEventListener("keydown", (event) => { if (event.key === "Escape") actions.pin(null); });
  addEventListener("click", skipToPicture);

  take(JSON.parse(props.value));
  element.querySelector(".viewer").classList.add("drawn");
  if (asksForRun()) restore();
}

/** Follow the address: it was opened with a wish, or Back and Forward changed it. */
function restore() {
  ask({ action: "restore", query: withSecret(location.search) });
}

/** An answer: what it says becomes the state. */
function take(answer) {
  if (isOutdated(answer)) return;
  const { state } = store;
  const model = typeof answer.model === "string" ? state.model : new Model(answer.model);
  const run = new Run(answer.run, model, answer);
  const isFirst = state.run === null;
  const obeys = isFirst || answer.restored;
  const change = placeFor(run, obeys, state);
  store.set({ run, model, edits: run.edits.map(({ edit }) => edit), isWaiting: false, ...change });
  if (!isFirst && !answer.restored) writeAddress(addressOf(store.state), { isNewRun: true });
}

/** An answer to a link obeys the link; a new sentence keeps the place that is looked at. */
function placeFor(run, obeys, { place, step, compared, view }) {
  const { model } = run;
  const address = readAddress();
  const wished = address.at ? model.wishAt(address.at, address.head) : null;
  const next = model.nearest((obeys ? wished : place) ?? model.first);
  const top = Object.fromEntries(model.frames.map(({ tower, layers }) => [tower, layers - 1]));
  const asked = obeys ? Math.trunc(Number(address.step)) || 0 : step;
  const wishes = obeys ? wishesOf(address) : { pinned: null, compared, view };
  return {
    place: next,
    layers: { ...top, ...(model.box(next).layered ? { [model.box(next).tower]: next.layer } : {}) },
    step: Math.min(Math.max(asked, 0), Math.max(run.lastStep, 0)),
    notice: obeys ? notGranted(run, address.at, wished) : "",
    ...(obeys && FACES.includes(address.face ?? "") ? { face: address.face } : {}),
    ...(obeys ? { tab: among(VIEWS, address.tab), panel: among(PANELS, address.panel), past: [], future: [] } : {}),
    ...wishes,
    view: { ...wishes.view, heads: ofModel(wishes.view.heads, model) },
    pinned: wishes.pinned ?? run.firstBlank,
    compared: run.baseline ? wishes.compared : "after",
  };
}

/** A name out of a link, or the first of those that there are. */
const among = (names, name) => (names.includes(name ?? "") ? name : names[0]);

/** The chosen heads that this model has; all of them where it has none. */
function ofModel(heads, { n_heads }) {
  const known = heads?.filter((head) => head < n_heads) ?? [];
  return known.length ? known : null;
}

/** What was asked for, as it was typed: whoever opens the link reads what was made of it, too. */
function addressOf(state) {
  const asked = new URLSearchParams(state.run.query);
  const wishes = ["source", "target", "edits", "method"].map((key) => [key, asked.get(key)]);
  return { model: publicName(state.model.name), ...Object.fromEntries(wishes), ...lookOf(state) };
}

/** What a link asks for and this run does not have, in words; or nothing. */
function notGranted({ model }, at, wished) {
  if (!at) return "";
  if (!wished) return say("address.unknown", { at: at.length > 80 ? `${at.slice(0, 80)}…` : at });
  const { layer, head } = model.nearest(wished);
  if (layer === wished.layer && head === wished.head) return "";
  const { layers } = model.box(wished);
  return say("address.nearest", { layers, heads: model.n_heads, layer: layer + 1, head: head + 1 });
}

/** The skip link leaves no mark in the address: that is the state of the page. */
function skipToPicture(event) {
  if (!event.target.closest?.(".skip")) return;
  event.preventDefault();
  /** @type {HTMLElement | null} */ (document.querySelector("#detail-title"))?.focus();
}
