// Writing, step by step: what came next and might have, what was looked at, what the cache keeps, and
// what each layer would have said.

import { QUIET } from "../../figures/figure.js";
import { best } from "../../figures/fills.js";
import { paint } from "../../figures/paint.js";
import { kindOf } from "../../data/parts.js";
import { make, say } from "../../strings.js";
import { css } from "../../theme.js";
import { createChoice, createField } from "../widgets/widgets.js";

const FIELDS = {
  greedy: [],
  sample: [
    ["temperature", { min: 0, max: 10, step: 0.1, value: 1 }],
    ["top_k", { min: 1, max: 100000, step: 1, value: "", placeholder: "–" }],
    ["top_p", { min: 0.01, max: 1, step: 0.01, value: 1 }],
    ["seed", { min: 0, max: 2147483647, step: 1, value: 0 }],
  ],
  beam: [
    ["width", { min: 1, max: 8, step: 1, value: 4 }],
    ["length_penalty", { min: 0, max: 5, step: 0.1, value: 0 }],
  ],
};

export function createSteps(element, { onStep, onWord, onMethod, colours, templates }) {
  const find = (id) => element.querySelector(`#${id}`);
  const slider = find("step-slider");
  let run = null;
  let step = 0;

  slider.addEventListener("input", () => onStep(Number(slider.value)));
  find("step-back").addEventListener("click", () => onStep(step - 1));
  find("step-on").addEventListener("click", () => onStep(step + 1));

  function showMethod() {
    const [name, ...values] = (run.sent.method || "greedy").split("~");
    const ask = (method, written) => onMethod(method === "greedy" ? "" : [method, ...written].join("~"));
    const ways = Object.keys(FIELDS).map((key) => [key, say(`steps.${key}`)]);
    const choice = createChoice(say("steps.method"), ways, name, (other) => ask(other, FIELDS[other].map(([, { value }]) => value)));
    choice.id = "method";
    const fields = FIELDS[name].map(([field, attributes], i) => {
      const own = { type: "number", ...attributes, id: `method-${field}`, value: values[i] ?? attributes.value };
      return createField(say(`steps.${field}`), own, () => ask(name, fields.map((label) => label.lastChild.value)));
    });
    find("method-controls").replaceChildren(choice, ...fields);
    find("method-controls").hidden = !run.sent.target.written;
  }

  /** The ten most probable next words as bars; a click writes another one and goes on from there. */
  function showWords(trace) {
    const row = trace.matrix("probabilities")[step];
    const ids = best(row);
    const written = [...run.sent.target.tokens, run.sent.target.last][step + 1].id;
    const drawn = run.sent.drawn?.[step];
    if (!ids.includes(written)) ids[ids.length - 1] = written; // an improbable word that was chosen all the same
    find("step-words").replaceChildren(...ids.map((id) => {
      const bar = make("button", "word", "");
      bar.type = "button";
      bar.dataset.id = String(id);
      bar.append(make("span", "", trace.vocabulary[id]), make("small", "", row[id].toFixed(4)));
      bar.style.setProperty("--share", String(row[id]));
      bar.classList.toggle("chosen", id === written);
      const isCut = Boolean(drawn) && !(id in drawn);
      bar.classList.toggle("cut", isCut);
      bar.title = isCut ? say("steps.cut") : drawn ? say("steps.drawn", { p: drawn[id].toFixed(4) }) : "";
      bar.setAttribute("aria-pressed", String(id === written));
      bar.disabled = !run.sent.target.written || id === written;
      bar.addEventListener("click", () => onWord(step, id));
      return bar;
    }));
  }

  /** The source, shaded by what this step looked at. */
  function showLooks(place) {
    const weights = run.weights(place)[step];
    const colour = colours("weights");
    const block = say(`viewer.${kindOf(place.part)}`);
    find("looks-title").textContent = say("steps.looks", { block, layer: place.layer + 1, head: place.head + 1 });
    find("step-looks").replaceChildren(...run.kind(place).keys.map((key, j) => {
      const word = make("span", "looked", key);
      word.style.background = css(colour(weights[j] * 0.9));
      word.classList.toggle("strong", weights[j] > 0.5);
      word.title = weights[j].toFixed(4);
      return word;
    }));
  }

  /** Keys and values of the words read so far, layer by layer: what the next step need not compute. */
  function showCache(trace) {
    const layers = run.model.n_decoder_layers;
    const kept = step + 1;
    let numbers = 0;
    const rows = [];
    for (let layer = 0; layer < layers; layer++) {
      for (const name of ["k", "v"]) {
        const path = `decoder.layers.${layer}.self_attention.${name}`;
        const { shape: [heads, positions, width], values } = trace.tensor(path);
        const grid = Array.from({ length: positions }, (_, i) => Float32Array.from({ length: heads * width }, (_, j) =>
          (i < kept ? values[(Math.floor(j / width) * positions + i) * width + (j % width)] : NaN)));
        numbers += kept * heads * width;
        const canvas = document.createElement("canvas");
        paint(canvas, grid, colours(name), trace.limit(path));
        const line = make("div", "kept");
        line.append(make("span", "label", say("steps.kept", { name: name.toUpperCase(), layer: layer + 1 })), canvas);
        rows.push(line);
      }
    }
    find("step-cache").replaceChildren(...rows);
    find("cache-text").textContent = say(isCached() ? "steps.cache" : "steps.cache_edited", {
      positions: kept, layers, numbers: numbers.toLocaleString("en"), bytes: (numbers * 4).toLocaleString("en"),
    });
  }

  /** Other words and padding need no second look at what is kept; every other edit may. */
  const isCached = () => run.sent.edits.every(({ code }) => /^(ForceWord|PadSource)~/.test(code));

  function showLens() {
    const { lens } = run.sent;
    const colour = colours("weights");
    const top = make("tr");
    top.append(make("td"), ...lens.at(-1).words.map((_, i) => stepHeader(i)));
    const lines = lens.map(({ words, probabilities }, layer) => {
      const line = make("tr");
      const name = make("th", "", say("steps.layer", { layer: layer + 1 }));
      name.scope = "row";
      line.append(name, ...words.map((word, i) => {
        const cell = make("td", "", word);
        cell.style.background = css(colour(probabilities[i] * 0.8));
        cell.classList.toggle("strong", probabilities[i] > 0.6);
        cell.classList.toggle("now", i === step);
        cell.title = probabilities[i].toFixed(4);
        cell.addEventListener("click", () => onStep(i));
        return cell;
      }));
      return line;
    });
    find("lens").replaceChildren(top, ...lines.reverse());
  }

  function stepHeader(i) {
    const cell = make("th", i === step ? "now" : "", String(i + 1));
    cell.scope = "col";
    return cell;
  }

  /** The tree of the beam search, as Python drew it. */
  function showTree(theme) {
    const { tree } = run.sent;
    const graph = find("beam-tree");
    find("beam").hidden = !tree;
    if (!tree || !globalThis.Plotly) return;
    Plotly.react(graph, structuredClone(tree.data), { ...structuredClone(tree.layout), template: templates[theme] }, QUIET);
  }

  /** Why even a sure model seldom says more than this. */
  function showSmoothing() {
    const { label_smoothing: smoothing } = run.model;
    find("smoothing").textContent = smoothing ? say("steps.smoothing", { smoothing, most: Math.round((1 - smoothing) * 100) }) : "";
  }

  /** How much the lower layers' words mean depends on what was trained. */
  function showLensHint() {
    find("lens-hint").textContent = say(run.model.trained === false ? "steps.lens_random" : "steps.lens_hint");
  }

  return {
    /** `place` is the cross-attention head whose row is shown. */
    showRun(next, theme) {
      run = next;
      find("steps").hidden = run.lastStep < 0;
      if (run.lastStep < 0) return;
      slider.max = String(run.sent.lens.at(-1).words.length - 1);
      showMethod();
      showSmoothing();
      showLensHint();
      showTree(theme);
    },

    showStep(next, place) {
      if (run.lastStep < 0) return;
      step = next;
      const last = Number(slider.max);
      slider.value = String(step);
      find("step-back").disabled = step === 0;
      find("step-on").disabled = step === last;
      const labels = [...run.labels("target"), run.kinds["decoder.self_attention"].queries.at(-1).split(" → ").at(-1)];
      find("step-text").textContent = say("steps.at", {
        step: step + 1, steps: last + 1, before: labels.slice(0, step + 1).join(" "), word: labels[step + 1],
      });
      slider.setAttribute("aria-valuetext", find("step-text").textContent);
      showLens();
      showLooks(place);
      const mine = run;
      run.trace().then((trace) => {
        if (mine !== run || step !== next) return;
        showWords(trace);
        showCache(trace);
      }, () => {});
    },
  };
}
