// The boxes of the diagram, and the tensors inside each of them.
//
// A part is a path with * for the layer, "decoder.layers.*.cross_attention"; a place is a part, a
// layer, a head and a tensor. The address of the page holds a tensor's full path.

const VECTORS = { figure: "vectors", family: "plain", axis: "dimension_axis", shape: "pos d_model" };
const PER_HEAD = { heads: true, shape: "head query key" };
const HIDDEN = { ...VECTORS, axis: "unit_axis", shape: "pos d_ff" };
const VOCABULARY = { ...VECTORS, axis: "vocabulary_axis", shape: "pos vocab" };

const INSIDE = {
  tokens: [],
  embedding: [{ name: "tokens", ...VECTORS }],
  positions: [
    { name: "tokens", ...VECTORS },
    { name: "segments", ...VECTORS, before: "+", needs: "has_segments" },
    { name: "positions", ...VECTORS, before: "+" },
    { name: "positions", ...VECTORS, figure: "curves", key: "curves", view: true },
    { name: "positions", ...VECTORS, figure: "similarity", key: "similarity", view: true },
    { name: "sum", ...VECTORS, before: "=" },
    { name: "norm.output", key: "embedding_norm", ...VECTORS, before: "→", needs: "has_segments" },
  ],
  attention: [
    { name: "q", ...VECTORS, family: "q", heads: true, shape: "head pos d_k" },
    { name: "k", ...VECTORS, family: "k", heads: true, shape: "head pos d_k", keys: true, before: "·" },
    { name: "scores", figure: "scores", ...PER_HEAD, before: "→" },
    { name: "may_attend", figure: "weights", ...PER_HEAD },
    { name: "masked_scores", figure: "scores", ...PER_HEAD, before: "→" },
    { name: "weights", figure: "weights", ...PER_HEAD, before: "→" },
    { name: "v", ...VECTORS, family: "v", heads: true, shape: "head pos d_v", keys: true, before: "×" },
    { name: "context", ...VECTORS, family: "v", heads: true, shape: "head pos d_v", before: "→" },
    { name: "output", ...VECTORS, before: "→" },
    { name: "weights", figure: "lines", ...PER_HEAD, key: "lines", view: true },
    { name: "weights", figure: "weights", ...PER_HEAD, key: "average", view: true },
    { name: "weights", figure: "weights", ...PER_HEAD, key: "value_weighted", view: true },
    { name: "weights", figure: "weights", ...PER_HEAD, key: "rollout", view: true, only: "encoder.self_attention" },
  ],
  feed_forward: [
    { name: "hidden", ...HIDDEN },
    { name: "activated", ...HIDDEN, before: "→" },
    { name: "output", ...VECTORS, before: "→" },
  ],
  add: [
    { name: "residual", ...VECTORS, suffix: "_add" },
    { name: "update", ...VECTORS, suffix: "_add", before: "+" },
    { name: "sum", ...VECTORS, suffix: "_add", before: "=" },
  ],
  norm: [
    { name: "mean", figure: "norms", shape: "pos 1", suffix: "_norm", before: "→" },
    { name: "variance", figure: "norms", shape: "pos 1", suffix: "_norm" },
    { name: "output", ...VECTORS, suffix: "_norm", before: "→" },
    { name: "output", ...VECTORS, figure: "lengths", suffix: "_norm", key: "lengths", view: true },
  ],
  logits: [
    { name: "transform.hidden", key: "transform_hidden", ...VECTORS, before: "→", needs: "has_transform" },
    { name: "transform.activated", key: "transform_activated", ...VECTORS, before: "→", needs: "has_transform" },
    { name: "transform.norm.output", key: "transform_output", ...VECTORS, before: "→", needs: "has_transform" },
    { name: "logits", ...VOCABULARY },
  ],
  probabilities: [
    { name: "probabilities", ...VOCABULARY, figure: "probabilities" },
    { name: "probabilities", ...VOCABULARY, key: "all" },
  ],
};

const BLOCK = /^(encoder|decoder)\.layers\.\*\.(self_attention|cross_attention|feed_forward)(_add|_norm)?$/;

/** What sort of box a part is: "attention", "add_norm", "embedding" … */
export function sortOf(part, { norm }) {
  const [, , block, suffix] = BLOCK.exec(part) ?? [];
  if (suffix === "_norm") return norm === "post" ? "add_norm" : "norm";
  if (suffix === "_add") return "add";
  if (block) return block === "feed_forward" ? "feed_forward" : "attention";
  return { tokens: "tokens", final_norm: "norm", "embeddings.tokens": "embedding", "embeddings.sum": "positions" }[
    part.split(".").slice(1).join(".")] ?? part;
}

/** The sentence about a box: some say what this model does there and others do not. */
export function explained(sort, { positions, activation, has_segments }) {
  if (sort === "positions" && has_segments) return "explain.positions_segments";
  if (sort === "positions" && ["learned", "none"].includes(positions)) return `explain.positions_${positions}`;
  return sort === "feed_forward" && activation !== "relu" ? "explain.feed_forward_smooth" : `explain.${sort}`;
}

export const stackOf = (part) => (part.startsWith("encoder") ? "encoder" : "decoder");
/** Whose positions a part has; what comes out of an encoder alone has the source's. */
export const sideOf = (part, { n_decoder_layers }) =>
  (part.startsWith("encoder") || n_decoder_layers === 0 ? "source" : "target");

export const isLayered = (part) => part.includes(".*.");

/** The attention kind, "decoder.cross_attention", or null for other boxes. */
export function kindOf(part) {
  const [, stack, block, suffix] = BLOCK.exec(part) ?? [];
  return block && !suffix && block !== "feed_forward" ? `${stack}.${block}` : null;
}

/** The tensors of a part in the order of the computation, each with its full path. */
export function tensorsOf({ part, layer }, model) {
  const sort = sortOf(part, model);
  const inside = sort === "add_norm" ? [...INSIDE.add, ...INSIDE.norm] : INSIDE[sort];
  const base = part.replace("*", layer).replace(/(_add|_norm)$/, "");
  const side = sideOf(part, model);
  const here = inside.filter(({ only, needs }) => (!only || only === kindOf(part)) && (!needs || model[needs]));
  return here.map((tensor) => ({
    key: tensor.name,
    before: "",
    ...tensor,
    path: pathOf(tensor, base, sort),
    side: tensor.keys && part.endsWith("cross_attention") ? "source" : side,
  }));
}

function pathOf({ name, suffix = "" }, base, sort) {
  if (sort === "logits" || sort === "probabilities") return name;
  if (sort === "embedding" || sort === "positions") return `${base.split(".")[0]}.embeddings.${name}`;
  return `${base}${suffix}.${name}`;
}

/** The place that a tensor's path names, or null. After a colon may stand a view: "….weights:lines". */
export function placeOf(address, parts, model) {
  const [path, view] = address.split(":");
  const layer = Number(/\.layers\.(\d{1,3})\./.exec(path)?.[1] ?? 0);
  const starred = path.replace(/\.layers\.\d+\./, ".layers.*.");
  for (const part of parts) {
    const tensors = tensorsOf({ part, layer: "*" }, model);
    if (part === starred) return { part, layer, tensor: tensors.find(isMain)?.key ?? tensors[0]?.key ?? "" };
    const here = tensors.filter((tensor) => tensor.path === starred);
    const found = here.find(({ key }) => key === view) ?? here.find((tensor) => !tensor.view);
    if (found) return { part, layer, tensor: found.key };
  }
  return null;
}

/** What a box shows first: an attention block its weights, every other box what leaves it. */
export const isMain = ({ key, path }) =>
  key === "weights" || path === "logits" || path.endsWith("embeddings.sum") || (key === "output" && !path.includes("attention.output"));
