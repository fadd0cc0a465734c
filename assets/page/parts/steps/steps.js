// Writing, step by step: what came next and might have, what was looked at, what the cache keeps, and
// what each layer would have said.

import { QUIET } from "../../figures/figure.js";
import { best } from "../../figures/fills.js";
import { paint } from "../../figures/paint.js";
import { make, say } from "../../strings.js";
import { css } from "../../theme.js";
import { createChoice, createField } from "../widgets/widgets.js";

export function createSteps(element, store, { goToStep, writeBy, writeWord, colours, templates, methods }) {
  const find = (id) => element.querySelector(`#${id}`);
  const slider = find("step-slider");

  slider.addEventListener("input", () => goToStep(Number(slider.value)));
  find("step-back").addEventListener("click", () => goToStep(store.state.step - 1));
  find("step-on").addEventListener("click", () => goToStep(store.state.step + 1));

  function showMethod(run) {
    const { method } = run;
    const known = methods.find(({ name }) => name === method.name);
    const ways = methods.map(({ name }) => [name, say(`steps.${name}`)]);
    const choice = createChoice(say("steps.method"), ways, method.name, (name) => writeBy({ name }));
    choice.id = "method";
    const fields = known.fields.map(({ name, input }) => {
      const own = { type: "number", ...input, placeholder: "–", id: `method-${name}`, value: method[name] ?? "" };
      return createField(say(`steps.${name}`), own, (typed) => writeBy({ ...method, [name]: typed === "" ? null : Number(typed) }));
    });
    find("method-controls").replaceChildren(choice, ...fields);
    find("method-controls").hidden = !run.target.written;
  }

  /** The ten most probable next words as bars; a click writes another one and goes on from there. */
  function showWords({ run, step }, trace) {
    const row = trace.matrix(run.model.boxes.at(-1).main)[step];
    const ids = best(row);
    const written = [...run.target.tokens, run.target.last][step + 1].id;
    const drawn = run.drawn?.[step];
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
      bar.disabled = !run.target.written || id === written;
      bar.addEventListener("click", () => writeWord(step, id));
      return bar;
    }));
  }

  /** The source, shaded by what this step looked at. */
  function showLooks({ run, place, step }) {
    const weights = run.weights(place)[step];
    const colour = colours("weights");
    const block = say(run.model.box(place).title);
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
  function showCache({ run, step }, trace) {
    const kept = step + 1;
    let numbers = 0;
    const rows = run.model.kept.map(({ name, layer, path, scale }) => {
      const { shape: [heads, positions, width], values } = trace.tensor(path);
      const grid = Array.from({ length: positions }, (_, i) => Float32Array.from({ length: heads * width }, (_, j) =>
        (i < kept ? values[(Math.floor(j / width) * positions + i) * width + (j % width)] : NaN)));
      numbers += kept * heads * width;
      const canvas = document.createElement("canvas");
      paint(canvas, grid, colours(scale), trace.limit(path));
      const line = make("div", "kept");
      line.append(make("span", "label", say("steps.kept", { name: name.toUpperCase(), layer: layer + 1 })), canvas);
      return line;
    });
    find("step-cache").replaceChildren(...rows);
    find("cache-text").textContent = say(run.cached ? "steps.cache" : "steps.cache_edited", {
      positions: kept, layers: run.model.n_decoder_layers, numbers: numbers.toLocaleString("en"), bytes: (numbers * 4).toLocaleString("en"),
    });
  }

  function showLens({ run, step }) {
    const { lens } = run;
    const colour = colours("weights");
    const top = make("tr");
    top.append(make("td"), ...lens.at(-1).words.map((_, i) => stepHeader(i, step)));
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
        cell.addEventListener("click", () => goToStep(i));
        return cell;
      }));
      return line;
    });
    find("lens").replaceChildren(top, ...lines.reverse());
  }

  function stepHeader(i, step) {
    const cell = make("th", i === step ? "now" : "", String(i + 1));
    cell.scope = "col";
    return cell;
  }

  /** The tree of the beam search, as Python drew it. */
  function showTree(run, theme) {
    const { tree } = run;
    const graph = find("beam-tree");
    find("beam").hidden = !tree;
    if (!tree || !("Plotly" in globalThis)) return;
    Plotly.react(graph, structuredClone(tree.data), { ...structuredClone(tree.layout), template: templates[theme] }, QUIET);
  }

  /** Why even a sure model seldom says more than this. */
  function showSmoothing(run) {
    const { label_smoothing: smoothing } = run.model;
    find("smoothing").textContent = smoothing ? say("steps.smoothing", { smoothing, most: Math.round((1 - smoothing) * 100) }) : "";
  }

  /** How much the lower layers' words mean depends on what was trained. */
  function showLensHint(run) {
    find("lens-hint").textContent = say(run.model.trained === false ? "steps.lens_random" : "steps.lens_hint");
  }

  store.watch(["run", "theme"], ({ run, theme }) => {
    find("steps").hidden = run.lastStep < 0;
    if (run.lastStep < 0) return;
    slider.max = String(run.lastStep);
    showMethod(run);
    showSmoothing(run);
    showLensHint(run);
    showTree(run, theme);
  });

  /** The row of attention is that of the head on show, if its block looks across, or of the first. */
  function placeOfLooks({ model, place }) {
    return place.part === model.first.part ? place : model.nearest(model.first);
  }

  store.watch(["run", "step", "place", "theme"], (state, before) => {
    const { run, step } = state;
    if (run.lastStep < 0) return;
    const isOther = run !== before.run || step !== before.step || state.theme !== before.theme;
    showLooks({ run, step, place: placeOfLooks(state) });
    if (!isOther) return;
    const { lastStep } = run;
    slider.value = String(step);
    find("step-back").disabled = step === 0;
    find("step-on").disabled = step === lastStep;
    const labels = [...run.labels("target"), run.written(lastStep)];
    find("step-text").textContent = say("steps.at", {
      step: step + 1, steps: lastStep + 1, before: labels.slice(0, step + 1).join(" "), word: labels[step + 1],
    });
    slider.setAttribute("aria-valuetext", find("step-text").textContent);
    showLens(state);
    run.trace().then((trace) => {
      if (run !== store.state.run || step !== store.state.step) return;
      showWords(state, trace);
      showCache(state, trace);
    }, () => {}); // the inspector says so
  });
}
