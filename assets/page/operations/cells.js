// Single numbers of a forward pass, each worked out from the named tensors that it is made from.

import { OPERATIONS } from "./operations.js";

/** Thrown where a row of a weight is not here yet. */
export class Lacks {
  constructor(name, at) {
    this.name = name;
    this.at = at;
  }
}

export class Cells {
  #named = new Map(); // path -> number of its node

  /** `source` gives what was recorded: tensor(path), ids(tower), row(weight, at). */
  constructor(nodes, source) {
    this.nodes = nodes;
    this.source = source;
    for (const [at, { tensor }] of nodes.entries()) if (tensor) this.#named.set(tensor, at);
  }

  /** The node of a named tensor; its input is how it was made. */
  node(path) {
    return this.nodes[this.#named.get(path)];
  }

  has(path) {
    return this.#named.has(path);
  }

  /** The node that an input is the result of; undefined for weights, texts and numbers. */
  behind(input) {
    return typeof input === "number" ? undefined : this.nodes[input.node];
  }

  /** A number of a tensor as it is computed from the named tensors below it. */
  computed(path, at) {
    return this.#work(this.node(path), at);
  }

  /** A number of an input, broadcast to `at`: of a named tensor as it was recorded, of others computed. */
  value(input, at) {
    if (typeof input === "number") return input;
    if ("infinite" in input) return input.infinite ? Infinity : -Infinity;
    if ("weight" in input) return this.#weight(input, at);
    if ("text" in input) return this.source.ids(input.text)[at.at(-1)];
    const node = this.nodes[input.node];
    const index = broadcast(at, node.shape);
    return node.tensor ? this.#recorded(node.tensor, index) : this.#work(node, index);
  }

  /** What an operation at a node is given. */
  given(node) {
    return {
      count: node.inputs.length,
      give: node.arguments,
      width: node.shape.at(-1),
      ask: (n, at) => this.value(node.inputs[n], at),
      size: (n, axis) => this.size(node.inputs[n], axis),
    };
  }

  size(input, axis) {
    if ("weight" in input) return input.shape.at(axis);
    const node = this.nodes[input.node];
    if (node.tensor) return [1, ...this.source.tensor(node.tensor).shape].at(axis);
    const size = node.shape.at(axis);
    return typeof size === "number" ? size : this.source.ids(size.length).length;
  }

  #work(node, at) {
    return OPERATIONS[node.operation](this.given(node), at);
  }

  #weight({ weight, shape }, at) {
    const index = broadcast(at, shape);
    return this.source.row(weight, index[0])[index[1] ?? 0];
  }

  /** The trace leaves the batch out, which is 1. */
  #recorded(path, [, ...at]) {
    const { shape, values } = this.source.tensor(path);
    return Number(values[at.reduce((place, i, axis) => place * shape[axis] + i, 0)]);
  }
}

/** An index of a result as an index of an input: axes in front fall away, along an axis of 1 all is alike. */
function broadcast(at, shape) {
  return at.slice(-shape.length || at.length).map((i, axis) => (shape[axis] === 1 ? 0 : i));
}
