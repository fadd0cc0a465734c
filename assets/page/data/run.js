// One run as Python sent it. The weights of all heads are in it; all other tensors follow as a file.

import { atLayer } from "./model.js";
import { decodeMask, decodeWeights, matrixOf } from "./tensors.js";
import { fetchTrace } from "./trace.js";

const BY_PATH = ["weights", "masks", "figures", "labels"]; // what is the same without edits is sent once

/** @typedef {import("../contract.d.ts").RunSent} RunSent */

export class Run {
  #sent;
  #decoded = new Map();
  /** @type {Promise<import("./trace.js").Trace> | null} */
  #trace = null;

  /**
   * @param {RunSent} sent
   * @param {import("./model.js").Model} model
   * @param {any} answer
   */
  constructor(sent, model, { number, edits = [], comparison = null, baseline = null, original = null }) {
    this.#sent = sent;
    this.model = model;
    this.number = number; // tells it from all other answers
    this.edits = edits;
    this.comparison = comparison;
    const before = baseline && merged(sent, baseline);
    this.baseline = before && new Run(before, model, { number: -number }); // the same without edits
    // The edited model on the words of the run without edits: what compares word by word.
    this.onOriginal = original ? new OnOriginalWords({ ...before, trace: original }, model, { number }) : this;
    const { source, target, figures, notes, query, method, lens, drawn, tree, walk, cached, python, silenced } = sent;
    Object.assign(this, { source, target, figures, notes, query, method, lens, drawn, tree, walk, cached, python, silenced });
  }

  /** Where all its tensors are. */
  get address() {
    return this.#sent.trace;
  }

  /** Whether its weights can be read without waiting. */
  get isHere() {
    return true;
  }

  /** A promise of all tensors. The file is fetched once. */
  trace() {
    this.#trace ??= fetchTrace(this.#sent.trace);
    return this.#trace;
  }

  /** Weights of one head of an attention block, as rows. */
  weights(place) {
    return matrixOf(this.#tensor("weights", place, decodeWeights), place.head);
  }

  /** 1 where the mask forbids. */
  blocked(place) {
    return matrixOf(this.#tensor("masks", place, decodeMask), place.head);
  }

  #tensor(what, place, decode) {
    const path = atLayer(this.model.box(place).grid, place.layer);
    const key = `${what}/${path}`;
    if (!this.#decoded.has(key)) this.#decoded.set(key, decode(this.#sent[what][path]));
    return this.#decoded.get(key);
  }

  /** Words along the rows of a tensor. */
  rows({ rows }) {
    return this.#sent.labels[rows] ?? [];
  }

  /** Words along the columns of a tensor; null if they are numbers. */
  columns({ columns }) {
    return this.#sent.labels[columns] ?? null;
  }

  /** Words along queries and keys of a place's attention block. */
  kind(place) {
    const { grid, tensors } = this.model.box(place);
    const weights = tensors.find(({ path }) => path === grid);
    return { queries: this.rows(weights), keys: this.columns(weights) };
  }

  /** Labels of the positions of one side. */
  labels(side) {
    return this.#sent.labels[side];
  }

  /** The last step of writing, counted from 0; -1 for a model that writes nothing. */
  get lastStep() {
    return this.#sent.labels.steps.length - 1;
  }

  /** What a step writes. */
  written(step) {
    return this.#sent.labels.steps[step].split(" → ").at(-1);
  }

  /** Which strip of chips stands for the rows and the columns at a place, and how far it is moved. */
  chipsOf(place) {
    const tensor = this.model.tensorAt(place);
    const chips = (name) => (name === "steps" ? ["target", 1] : [name === "vocabulary" || !name ? null : name, 0]);
    if (!tensor) return { row: [this.model.box(place).side, 0], column: [null, 0] };
    return { row: chips(tensor.rows), column: chips(tensor.columns) };
  }

  /** Which rows and columns of an attention block are special tokens; a decoder row is what it writes. */
  special(place) {
    const { row, column } = this.chipsOf(place);
    const chips = { source: this.#sent.source.tokens, target: this.targetTokens };
    const { queries, keys } = this.kind(place);
    const flags = (labels, chip) => labels.map((_, i) => chips[chip[0]][i + chip[1]].special);
    return [flags(queries, row), flags(keys, column)];
  }

  /** The first blank of a text whose blanks the model fills, as a row to look at; or null. */
  get firstBlank() {
    const at = this.#sent.source.tokens.findIndex(({ id }) => id === this.model.blank);
    return this.lastStep < 0 && at >= 0 ? { row: at, column: null } : null;
  }

  /** The target as it is read on the page: the decoder's tokens, and the token that ended it. */
  get targetTokens() {
    const { tokens, last } = this.#sent.target;
    return last ? [...tokens, last] : tokens;
  }

  /** Whether the rows at a place are steps of writing. */
  isOfTarget(place) {
    return this.model.box(place).side === "target" && Boolean(this.model.tensorAt(place));
  }
}

/** A run of which all tensors are in its file: it waits for the file before it is drawn. */
class OnOriginalWords extends Run {
  /** @type {import("./trace.js").Trace | null} */
  #arrived = null;

  async trace() {
    this.#arrived ??= await super.trace();
    return this.#arrived;
  }

  get isHere() {
    return this.#arrived !== null;
  }

  weights(place) {
    return this.#arrived?.matrix(atLayer(this.model.box(place).grid, place.layer), place.head) ?? super.weights(place);
  }
}

/** A run of which only what differs from `sent` was sent. */
function merged(sent, difference) {
  const whole = { ...sent, ...difference };
  for (const part of BY_PATH) whole[part] = { ...sent[part], ...difference[part] };
  return whole;
}
