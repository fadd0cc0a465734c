// One run as Python sent it. The weights of all heads are in it; all other tensors follow as a file.

import { isMain, kindOf, placeOf, sideOf, stackOf, tensorsOf } from "./parts.js";
import { decodeMask, decodeWeights, matrixOf } from "./tensors.js";
import { fetchTrace } from "./trace.js";

const FIRST_PARTS = ["decoder.layers.*.cross_attention", "decoder.layers.*.self_attention", "encoder.layers.*.self_attention"];

export class Run {
  #decoded = new Map();
  #trace = null;

  constructor(sent) {
    this.sent = sent;
    this.number = sent.run;
    this.model = sent.model;
    this.kinds = sent.kinds;
    this.figures = sent.figures;
    this.parts = sent.diagram.boxes.map((box) => box.part);
    this.firstPart = FIRST_PARTS.find((part) => this.parts.includes(part));
    this.baseline = sent.baseline ? new Run({ ...sent, ...sent.baseline, baseline: null }) : null; // without edits
  }

  /** A promise of all tensors. The file is fetched once. */
  trace() {
    this.#trace ??= fetchTrace(this.sent.trace);
    return this.#trace;
  }

  /** Weights of one head of an attention block, as rows. */
  weights(place) {
    return matrixOf(this.#tensor("weights", place, decodeWeights), place.head);
  }

  /** 1 where the mask forbids. */
  blocked(place) {
    return matrixOf(this.#tensor("blocked", place, decodeMask), place.head);
  }

  /** The query that leads to this run with other wishes; an empty one is no wish. */
  queryWith(wishes) {
    const query = new URLSearchParams(this.sent.query);
    for (const [key, wish] of Object.entries(wishes)) {
      if (wish) query.set(key, wish);
      else query.delete(key);
    }
    return query.toString();
  }

  /** Queries, keys, layers and heads of the place's attention block. */
  kind(place) {
    return this.kinds[kindOf(place.part)];
  }

  #tensor(what, { part, layer }, decode) {
    const site = part.replace("*", layer);
    const key = `${what}/${site}`;
    if (!this.#decoded.has(key)) this.#decoded.set(key, decode(this.sent[what][site]));
    return this.#decoded.get(key);
  }

  /** The tensor of a place, with its path and the figure that shows it. */
  tensorAt(place) {
    const tensors = tensorsOf(place, this.model);
    return tensors.find(({ key }) => key === place.tensor) ?? tensors[0];
  }

  layersOf(part) {
    return (stackOf(part) === "encoder" ? this.model.n_encoder_layers : this.model.n_decoder_layers) || 1;
  }

  /** The place nearest to the wished one that this run has. */
  nearest({ part, layer, head, tensor }) {
    const known = this.parts.includes(part) ? part : this.firstPart;
    const tensors = tensorsOf({ part: known, layer: 0 }, this.model);
    const within = (value, count) => Math.min(Math.max(Number.isInteger(value) ? value : 0, 0), count - 1);
    return {
      part: known,
      layer: within(layer, this.layersOf(known)),
      head: within(head, this.model.n_heads),
      tensor: (tensors.find(({ key }) => key === tensor) ?? tensors.find(isMain) ?? tensors[0])?.key ?? "",
    };
  }

  /** The place to begin with: the head that was measured to translate word by word. */
  firstPlace() {
    if (this.lastStep < 0) return this.nearest({ part: "probabilities", layer: 0, head: 0, tensor: "probabilities" });
    const best = this.model.alignment_head;
    return this.nearest({ part: this.firstPart, layer: best?.layer, head: best?.head, tensor: "weights" });
  }

  /** The place that an address names by a path, or the nearest to it, or null. */
  placeAt(path, head) {
    const wish = this.wishAt(path, head);
    return wish && this.nearest(wish);
  }

  /** What an address wishes for, whether this run has it or not; null if it names no tensor. */
  wishAt(path, head) {
    const place = placeOf(path, this.parts, this.model);
    return place && { part: place.part, layer: place.layer, head: Number(head ?? 0), tensor: place.tensor };
  }

  /** Labels of the positions of one side. */
  labels(side) {
    return this.kinds[`${side === "source" ? "encoder" : "decoder"}.self_attention`]?.keys ?? [];
  }

  /** The last step of writing, counted from 0; -1 for a model that writes nothing. */
  get lastStep() {
    return (this.kinds["decoder.self_attention"]?.queries.length ?? 0) - 1;
  }

  /** Which rows and columns of an attention block are special tokens; a decoder row is what it writes. */
  special(place) {
    const { row, column } = chipsOf(place, this.model);
    const chips = { source: this.sent.source.tokens, target: this.targetTokens };
    const { queries, keys } = this.kind(place);
    const flags = (labels, [side, shift]) => labels.map((_, i) => chips[side][i + shift].special);
    return [flags(queries, row), flags(keys, column)];
  }

  /** The first blank of a text whose blanks the model fills, as a row to look at; or null. */
  get firstBlank() {
    const at = this.sent.source.tokens.findIndex(({ id }) => id === this.model.blank);
    return this.lastStep < 0 && at >= 0 ? { row: at, column: null } : null;
  }

  /** The target as it is read on the page: the decoder's tokens, and the token that ended it. */
  get targetTokens() {
    const { tokens, last } = this.sent.target;
    return last ? [...tokens, last] : tokens;
  }
}

/** Which strip of tokens stands for the rows and columns on show, and how far it is moved. */
export function chipsOf(place, model) {
  const kind = kindOf(place.part);
  if (kind === "decoder.self_attention") return { row: ["target", 1], column: ["target", 0] };
  if (kind === "decoder.cross_attention") return { row: ["target", 1], column: ["source", 0] };
  if (kind === "encoder.self_attention") return { row: ["source", 0], column: ["source", 0] };
  const side = sideOf(place.part, model);
  return { row: [side, 0], column: [null, 0] };
}
