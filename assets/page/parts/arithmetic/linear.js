// Linear maps taken apart: one number of the output is a dot product with one row of a weight. That
// row is the only thing that comes from the server on demand; all weights would be megabytes.

import { bars, edited, line, number, title } from "./ledger.js";
import { askJson } from "../../server.js";
import { make, say } from "../../strings.js";

const SHOWN = 6; // products written out: the largest ones
const LINEAR = /(attention\.(q|k|v|output)|feed_forward\.(hidden|output)|^transform\.hidden|^logits)$/;
const rows = new Map(); // address -> promise of a row

export const isLinear = (path) => LINEAR.test(path);

/** { weights, bias, scale, name }: what turned the input into one unit of `path`. */
function weightRow(run, path, unit) {
  const query = new URLSearchParams({ model: run.model.name, tensor: path, unit });
  const address = `viz/weights?${query}`;
  if (!rows.has(address)) rows.set(address, fetchRow(address));
  return rows.get(address);
}

async function fetchRow(address) {
  try {
    return await askJson(address);
  } catch (problem) {
    rows.delete(address); // another try may work
    throw problem;
  }
}

/** What enters the linear map behind a tensor, at one position. */
function inputOf(run, { path, name, side }, trace, position) {
  const [site] = /^.*(?=\.\w+$)/.exec(path) ?? [];
  const post = run.model.norm === "post";
  const top = (stack, layers) =>
    (post ? `${stack}.layers.${layers - 1}.feed_forward_norm.output` : `${stack}.final_norm.output`);
  const { n_encoder_layers: encoders, n_decoder_layers: decoders } = run.model;
  const last = decoders ? top("decoder", decoders) : top("encoder", encoders);
  if (path === "logits") return trace.matrix(run.model.has_transform ? "transform.norm.output" : last)[position];
  if (path === "transform.hidden") return trace.matrix(last)[position];
  if (path.endsWith("attention.output")) {
    const heads = Array.from({ length: run.model.n_heads }, (_, head) => trace.matrix(`${site}.context`, head)[position]);
    return heads.flatMap((context) => Array.from(context)); // side by side
  }
  if (path.endsWith("feed_forward.output")) return trace.matrix(`${site}.activated`)[position];
  if (site.endsWith("cross_attention") && name !== "q") return trace.matrix(top("encoder", encoders))[position];
  if (!post) return trace.matrix(`${site}_norm.output`)[position];
  const stages = run.sent.streams[path.split(".")[0]]; // of the residual stream; an edit may cut the residual itself
  return trace.matrix(stages[stages.indexOf(`${site}_norm.output`) - 1])[position];
}

/** One number of Q, K, V, an output, a hidden unit or a logit. */
export async function linearSteps(run, place, tensor, trace, [i, d]) {
  const matrix = trace.matrix(tensor.path, tensor.heads ? place.head : 0);
  const unit = tensor.heads ? place.head * matrix[0].length + d : d;
  const { weights, bias, name } = await weightRow(run, tensor.path, unit);
  const x = inputOf(run, tensor, trace, i);
  const products = weights.map((weight, n) => weight * x[n]);
  const total = products.reduce((a, b) => a + b, 0);
  const largest = products.map((_, n) => n).sort((a, b) => Math.abs(products[b]) - Math.abs(products[a])).slice(0, SHOWN);
  const rest = total - largest.reduce((sum, n) => sum + products[n], 0);
  const word = run.labels(tensor.side)[i];
  const what = tensor.path === "logits" ? trace.vocabulary[d] : String(d);
  return [
    title(say(tensor.path !== "logits" ? "arithmetic.norm" : tensor.side === "source" ? "arithmetic.logit_at" : "arithmetic.logit", { word, dimension: d, next: what }), matrix[i][d]),
    line([say("arithmetic.linear", { count: products.length, name: name.split(".").at(-2), unit })], bars(products), `Σ ${number(total)}`),
    ...largest.map((n) => line([say("arithmetic.input", { n })], `${number(x[n])} × ${number(weights[n])}`, number(products[n]))),
    line([say("arithmetic.rest", { count: products.length - largest.length })], "", number(rest)),
    ...(bias === null ? [] : [line([say("arithmetic.bias")], "", number(bias))]),
    line(["Σ"], [...largest.map((n) => products[n]), rest, ...(bias === null ? [] : [bias])].map(number).join(" + "),
      number(total + (bias ?? 0)), true),
    ...edited(total + (bias ?? 0), matrix[i][d]),
  ];
}

/** One number of a token's embedding: its row of the table, times the scale. */
export async function embeddingSteps(run, tensor, trace, [i, d]) {
  const { id, text } = run.sent[tensor.side].tokens[i];
  const { weights, scale, name } = await weightRow(run, tensor.path, id);
  return [
    title(say("arithmetic.norm", { word: text, dimension: d }), trace.matrix(tensor.path)[i][d]),
    line([say("arithmetic.row", { id })], make("code", "", `${name}[${id}][${d}]`), number(weights[d])),
    line([say("arithmetic.scale")], `${number(weights[d])} × ${number(scale)}`, number(weights[d] * scale), true),
  ];
}
