// What can be done on the page: every action changes the state, and some ask the server.

import { ask, askAgain } from "./question.js";
import { store } from "./store.js";

/** Go to another place: some of part, layer, head and tensor. */
export function look(change) {
  const { model, run, place, layers, step, pinned } = store.state;
  const moved = { ...place, ...change };
  const isElsewhere = change.part && change.part !== place.part;
  if (change.part && change.layer === undefined) moved.layer = layers[model.box(moved).tower];
  const next = model.nearest(moved);
  const written = run.isOfTarget(next) && step > 0 ? { row: step, column: null } : run.firstBlank;
  const { tower, layered } = model.box(next);
  store.set({
    place: next,
    pinned: isElsewhere ? written : pinned,
    layers: layered ? { ...layers, [tower]: next.layer } : layers,
    ...(isElsewhere ? { scope: "head" } : {}), // "every layer" was meant for the box before
  });
}

/** Another layer of a tower in the diagram; the place goes along if it is in that tower. */
export function lookAtLayer(tower, layer) {
  const { model, place, layers } = store.state;
  if (model.box(place).tower === tower && model.box(place).layered) look({ layer });
  else store.set({ layers: { ...layers, [tower]: layer } });
}

export const showFace = (face) => store.set({ face });
export const showView = (change) => store.set({ view: { ...store.state.view, ...change } });
export const compare = (compared) => store.set({ compared });
export const point = (pointed) => store.set({ pointed });

/** Keep a cell chosen; a row of what is written is a step of writing. */
export function pin(pinned) {
  const { run, place, step } = store.state;
  const isStep = pinned?.row != null && run.lastStep >= 0 && run.isOfTarget(place);
  store.set({ pinned, step: isStep ? pinned.row : step });
}

export function goToStep(next) {
  const { run, place, pinned } = store.state;
  const step = Math.min(Math.max(next, 0), run.lastStep);
  store.set({ step, pinned: run.isOfTarget(place) ? { row: step, column: null } : pinned });
}

/** Another sentence, under the same edits and written in the same way. */
export const askExample = (source) => ask({ action: "example", source, edits: store.state.edits, method: store.state.run.method });

/** Run what is typed on a model that the list does not have. */
export const openModel = (model) => ask({ action: "open", model, edits: store.state.edits, method: store.state.run?.method });

export const writeBy = (method) => askAgain({ method });
export const writeWord = (step, id) => askAgain({ word: [step, id] });

/** Wish for exactly these edits. */
export function wantEdits(edits) {
  store.set({ edits, past: [...store.state.past, store.state.edits], future: [] });
  askAgain({});
}

/** The edits before the last change of them. */
export function undo() {
  const { past, edits, future } = store.state;
  if (!past.length) return;
  store.set({ edits: past.at(-1), past: past.slice(0, -1), future: [...future, edits] });
  askAgain({});
}

/** The edits before the last undo. */
export function redo() {
  const { past, edits, future } = store.state;
  if (!future.length) return;
  store.set({ edits: future.at(-1), past: [...past, edits], future: future.slice(0, -1) });
  askAgain({});
}

const spelled = (edit) => JSON.stringify(edit, Object.keys(edit).sort());
export const areSame = (one, other) => spelled(one) === spelled(other);

/**
 * Make an edit, or take it back if it is made already.
 * @param {Record<string, any>} edit
 * @param {Record<string, any> | null} also an edit that it makes no sense without
 */
export function toggleEdit(edit, also = null) {
  const { edits } = store.state;
  if (edits.some((other) => areSame(other, edit))) return wantEdits(edits.filter((other) => !areSame(other, edit)));
  const needed = also && !edits.some(({ kind }) => kind === also.kind) ? [also] : [];
  return wantEdits([...edits, ...needed, edit]);
}

/** Of edits that agree in these fields, the newest counts. */
export function replaceEdit(edit, fields) {
  const agrees = (other) => fields.every((field) => other[field] === edit[field]);
  wantEdits([...store.state.edits.filter((other) => !agrees(other)), edit]);
}

/**
 * What an offer means where it is made: "@site" and its like give way to what is looked at.
 * @param {{ edit: Record<string, any> }} offer
 * @param {{ value?: any, stroke?: any }} made by typing, or by the brush
 */
export function editOf({ edit }, { value = null, stroke = null } = {}) {
  const { model, place, scope, pinned } = store.state;
  const box = model.box(place);
  const tensor = model.tensorAt(place);
  const here = box.blocks.replace("*", place.layer);
  const span = (a, b) => (a === b ? a : [Math.min(a, b), Math.max(a, b)]);
  const meanings = {
    "@site": () => (scope === "all" ? box.blocks : here),
    "@here": () => here,
    "@head": () => place.head,
    "@heads": () => (scope === "head" ? place.head : null),
    "@row": () => pinned?.row ?? null,
    "@column": () => pinned?.column ?? null,
    "@pinned_row": () => pinned?.row ?? null,
    "@rows": () => span(stroke.from.row, stroke.to.row),
    "@columns": () => span(stroke.from.column, stroke.to.column),
    "@value": () => value,
    "@tensor": () => tensor.path,
    "@tensor_head": () => (tensor.heads ? place.head : null),
  };
  return Object.fromEntries(Object.entries(edit).map(([field, given]) => [field, meanings[given]?.() ?? (given in meanings ? null : given)]));
}

/** A stroke of the brush: blocks its cells, or allows them if the first one was blocked. The same stroke again takes it back. */
export function paintStroke(stroke) {
  const { run, model, place, edits } = store.state;
  const blocked = run.blocked(place)[stroke.from.row][stroke.from.column];
  const edit = (name) => editOf(model.box(place).offers.find(({ needs, group }) => needs === "paint" && group === name), { stroke });
  const [wished, opposite] = blocked ? ["allow", "block"] : ["block", "allow"];
  if (edits.length && areSame(edits.at(-1), edit(opposite))) wantEdits(edits.slice(0, -1));
  else wantEdits([...edits, edit(wished)]);
}
