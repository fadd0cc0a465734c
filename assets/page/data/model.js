// What is true of a model whatever it reads: its boxes, their tensors, the edits that they offer.
//
// A part is a box that may stand for one in every layer; a place is a part, a layer, a head and a
// tensor. The address of the page holds a tensor's full path.

export const atLayer = (path, layer) => path.replace("*", layer);

export class Model {
  /** @type {any} */ first;
  n_heads = 1;
  /** @type {number | null} */ blank = null;
  /** @type {any[]} */ boxes;

  /** @param {import("../contract.d.ts").ModelSent} sent */
  constructor(sent) {
    Object.assign(this, sent);
    this.boxes = sent.boxes.map((box) => ({
      ...box,
      tensors: box.tensors.map((tensor) => ({ ...sent.looks[tensor.look], ...tensor })),
      offers: box.offers.map((number) => sent.offers[number]),
    }));
    this.parts = new Map(this.boxes.map((box) => [box.part, box]));
    this.grids = this.boxes.filter((box) => box.grid);
  }

  box({ part }) {
    return this.parts.get(part);
  }

  /** The tensors of a place's box, each with its path in the place's layer. */
  tensorsAt(place) {
    return this.box(place).tensors.map((tensor) => ({ ...tensor, path: atLayer(tensor.path, place.layer) }));
  }

  /** The tensor of a place; undefined where a box has none. */
  tensorAt(place) {
    const tensors = this.tensorsAt(place);
    return tensors.find(({ name }) => name === place.tensor) ?? tensors[0];
  }

  /** The place nearest to the wished one that this model has. */
  nearest({ part, layer, head, tensor }) {
    const box = this.parts.get(part) ?? this.parts.get(this.first.part);
    const within = (value, count) => Math.min(Math.max(Number.isInteger(value) ? value : 0, 0), count - 1);
    const shown = box.tensors.find(({ name }) => name === tensor) ?? box.tensors.find(({ path, view }) => path === box.main && !view);
    return {
      part: box.part,
      layer: within(layer, box.layers),
      head: within(head, this.n_heads),
      tensor: (shown ?? box.tensors[0])?.name ?? "",
    };
  }

  /** What an address wishes for, whether this model has it or not; null if it names no tensor and no box. */
  wishAt(path, head) {
    const [, start, layer, rest = "", view = ""] = /^([a-z_.]*?)(?:\.(\d{1,3}))?((?:\.[a-z_]\w*)*)(?::(\w+))?$/.exec(path) ?? [];
    const folded = layer === undefined ? start + rest : `${start}.*${rest}`;
    const wish = { layer: Number(layer ?? 0), head: Number(head ?? 0) };
    for (const box of this.boxes) {
      const tensor = box.tensors.find((its) => its.path === folded && its.view === view);
      if (tensor) return { ...wish, part: box.part, tensor: tensor.name };
    }
    return this.parts.has(folded) ? { ...wish, part: folded, tensor: null } : null;
  }
}
