// One run as Python sent it, with its tensors decoded when first looked at.

import { decodeMask, decodeWeights, matrixOf } from "./tensors.js";

export class Run {
  constructor(sent) {
    this.sent = sent;
    this.number = sent.run;
    this.model = sent.model;
    this.kinds = sent.kinds;
    this.decoded = new Map();
  }

  /** The attention block's path in the model, such as "decoder.layers.1.cross_attention". */
  static site({ kind, layer }) {
    const [stack, block] = kind.split(".");
    return `${stack}.layers.${layer}.${block}`;
  }

  weights(view) {
    return matrixOf(this.#tensor("weights", view, decodeWeights), view.head);
  }

  blocked(view) {
    return matrixOf(this.#tensor("blocked", view, decodeMask), view.head);
  }

  kind(view) {
    return this.kinds[view.kind];
  }

  #tensor(what, view, decode) {
    const site = Run.site(view);
    const key = `${what}/${site}`;
    if (!this.decoded.has(key)) this.decoded.set(key, decode(this.sent[what][site]));
    return this.decoded.get(key);
  }

  /** The view nearest to the wished one that this run has. */
  nearest({ kind, layer, head }) {
    const known = kind in this.kinds ? kind : "decoder.cross_attention" in this.kinds
      ? "decoder.cross_attention" : Object.keys(this.kinds)[0];
    const { layers, heads } = this.kinds[known];
    const within = (value, count) => Math.min(Math.max(Number.isInteger(value) ? value : 0, 0), count - 1);
    return { kind: known, layer: within(layer, layers), head: within(head, heads) };
  }

  /** The view to begin with: the head that was measured to translate word by word. */
  firstView() {
    const best = this.model.alignment_head;
    return this.nearest({ kind: "decoder.cross_attention", layer: best?.layer ?? 0, head: best?.head ?? 0 });
  }

  /** The target as it is read on the page: the decoder's tokens, and the token that ended it. */
  get targetTokens() {
    return [...this.sent.target.tokens, this.sent.target.last];
  }
}

/** Which source and target chips stand for a row and for a column of a view. */
export function chipsOf(kind) {
  return {
    "encoder.self_attention": { row: ["source", 0], column: ["source", 0] },
    "decoder.self_attention": { row: ["target", 1], column: ["target", 0] },
    "decoder.cross_attention": { row: ["target", 1], column: ["source", 0] },
  }[kind]; // [which strip, how far its chip stands to the right of the row's number]
}
