// The address of the page is its state: a link shows what its sender saw.

import { store, VIEW } from "./store.js";

const KEYS = ["model", "source", "target", "at", "head", "face", "step", "edits", "method", "theme", "side", "cell", "scope", "lines", "special", "heads", "tab", "panel"];

/** @returns {Record<string, string | null>} */
export function readAddress() {
  const query = new URLSearchParams(location.search);
  return Object.fromEntries(KEYS.map((key) => [key, query.get(key)]));
}

/** What is looked at, in the words of the address; null is what everybody sees first. */
export function lookOf({ run, model, place, face, step, pinned, compared, scope, view, tab, panel }) {
  const tensor = model.tensorAt(place);
  const base = tensor?.path ?? place.part.replace("*", place.layer);
  return {
    at: tensor?.view ? `${base}:${tensor.name}` : base,
    head: place.head,
    step: step || null,
    face: face === "picture" ? null : face,
    side: compared === "after" ? null : compared,
    cell: pinned && !isImplied(run, pinned, step) ? [pinned.row, pinned.column].map((at) => at ?? "").join(",") : null,
    scope: scope === "head" ? null : scope,
    lines: view.threshold === VIEW.threshold ? null : view.threshold,
    special: view.hideSpecial ? "hidden" : null,
    heads: view.heads?.join(",") ?? null,
    tab: tab === "inside" ? null : tab,
    panel: panel === "heads" ? null : panel,
  };
}

/**
 * Of an address, what can be set without asking the run.
 * @param {Record<string, string | null>} address
 */
export function wishesOf({ side, cell, scope, lines, special, heads }) {
  const [row, column] = (cell ?? "").split(",").map((at) => (/^\d{1,4}$/.test(at) ? Number(at) : null));
  const threshold = Number(lines);
  return {
    compared: ["before", "difference"].includes(side ?? "") ? side : "after",
    pinned: row != null || column != null ? { row: row ?? null, column: column ?? null } : null,
    scope: ["layer", "all"].includes(scope ?? "") ? scope : "head",
    view: {
      threshold: lines !== null && threshold > 0 && threshold < 1 ? threshold : VIEW.threshold,
      hideSpecial: special === "hidden",
      heads: /^\d{1,2}(,\d{1,2})*$/.test(heads ?? "") ? (heads ?? "").split(",").map(Number) : null,
    },
  };
}

/** @type {Record<string, any> | null} */
let waiting = null; // wishes to be written when the page has been painted

/** Write the wishes that differ from the present address; a new run gets an entry in the history. */
export function writeAddress(wishes, { isNewRun = false } = {}) {
  if (isNewRun) {
    if (waiting) write(waiting, "replaceState"); // where Back leads
    write(wishes, "pushState");
    return;
  }
  if (!waiting) requestAnimationFrame(() => setTimeout(() => waiting && write(waiting, "replaceState")));
  waiting = { ...waiting, ...wishes };
}

function write(wishes, how) {
  waiting = null;
  const url = new URL(location.href);
  for (const [key, value] of Object.entries(wishes)) {
    if (value === null || value === "" || value === undefined) url.searchParams.delete(key);
    else url.searchParams.set(key, value);
  }
  if (url.href !== location.href) history[how](null, "", url);
}

/** Whether the address asks for another run than the one every visitor sees first. */
export function asksForRun() {
  const { model, source, target, edits, method } = readAddress();
  return [model, source, target, edits, method].some((wish) => wish !== null);
}

/** The address follows what is looked at. */
export function followLooks() {
  store.watch(["place", "face", "step", "pinned", "compared", "scope", "view", "tab", "panel"], (state, before) => {
    if (state.run === before.run && state.place) writeAddress(lookOf(state));
  });
}

/** Whether a row is chosen without anybody's choice: the step of writing, or the first blank. */
const isImplied = (run, { row, column }, step) =>
  column === null && row === (run.firstBlank?.row ?? step);
