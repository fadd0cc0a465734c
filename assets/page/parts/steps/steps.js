// Writing, step by step: the sentence as it grows, what came next and might have, what was looked at,
// what each layer would have said and what the cache keeps.

import { QUIET } from "../../figures/figure.js";
import { make, say } from "../../strings.js";
import { shade } from "../../theme.js";
import { termed } from "../terms/terms.js";
import { createChoice, createField } from "../widgets/widgets.js";
import { showKept } from "./kept.js";
import { showWords } from "./words.js";

const PACE = 900; // milliseconds from word to word while it plays

export function createSteps(element, store, { goToStep, writeBy, writeWord, colours, templates, methods }) {
  const find = (id) => element.querySelector(`#${id}`);
  const slider = find("step-slider");

  slider.addEventListener("input", () => goToStep(Number(slider.value)));
  find("step-back").addEventListener("click", () => goToStep(store.state.step - 1));
  find("step-on").addEventListener("click", () => goToStep(store.state.step + 1));
  find("step-play").addEventListener("click", () => {
    const { isPlaying, step, run } = store.state;
    if (!isPlaying && step === run.lastStep) goToStep(0);
    store.set({ isPlaying: !isPlaying });
  });

  /** @type {ReturnType<typeof setInterval> | undefined} */
  let clock;
  store.watch(["isPlaying", "tab", "run"], ({ isPlaying, tab }, before) => {
    if (isPlaying && (tab !== "write" || store.state.run !== before.run)) return store.set({ isPlaying: false });
    find("step-play").setAttribute("aria-pressed", String(isPlaying));
    find("step-play").textContent = isPlaying ? "❚❚" : "▶";
    find("step-play").setAttribute("aria-label", say(isPlaying ? "steps.pause" : "steps.play"));
    clearInterval(clock);
    if (isPlaying) clock = setInterval(playOn, PACE);
  });

  function playOn() {
    const { step, run } = store.state;
    if (step < run.lastStep) goToStep(step + 1);
    if (store.state.step === run.lastStep) store.set({ isPlaying: false });
  }

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

  /** The sentence so far; what is still to come is faint. A word leads to the step that wrote it. */
  function showSentence({ run, step }) {
    const words = [...run.targetTokens].slice(1);
    find("step-sentence").replaceChildren(...words.flatMap((token, i) => {
      const word = make("button", i === step ? "now" : i > step ? "later" : "", token.text);
      word.type = "button";
      word.dir = "auto";
      word.classList.toggle("special", token.special);
      word.addEventListener("click", () => goToStep(i));
      return token.starts && i ? [" ", word] : [word];
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
      word.dir = "auto";
      shade(word, colour(weights[j] * 0.9));
      word.title = weights[j].toFixed(4);
      return word;
    }));
  }

  /** The tree of the beam search, as Python drew it. */
  function showTree({ run, theme, tab }) {
    const { tree } = run;
    const graph = find("beam-tree");
    find("beam").hidden = !tree;
    if (!tree || tab !== "write" || !("Plotly" in globalThis)) return;
    Plotly.react(graph, structuredClone(tree.data), { ...structuredClone(tree.layout), template: templates[theme] }, QUIET);
  }

  /** Why even a sure model seldom says more than this, and how much the lower layers' words mean. */
  function showHints({ model }) {
    const { label_smoothing: smoothing, trained } = model;
    find("smoothing").replaceChildren(...termed(smoothing ? say("steps.smoothing", { smoothing, most: Math.round((1 - smoothing) * 100) }) : ""));
    find("lens-hint").replaceChildren(...termed(say(trained === false ? "steps.lens_random" : "steps.lens_hint")));
  }

  /** The row of attention is that of the head on show, if its block looks across, or of the first. */
  function placeOfLooks({ model, place }) {
    return place.part === model.first.part ? place : model.nearest(model.first);
  }

  function showStep({ run, step }) {
    const { lastStep } = run;
    slider.max = String(lastStep);
    slider.value = String(step);
    find("step-back").disabled = step === 0;
    find("step-on").disabled = step === lastStep;
    const labels = [...run.labels("target"), run.written(lastStep)];
    find("step-text").textContent = say("steps.at", {
      step: step + 1, steps: lastStep + 1, before: labels.slice(0, step + 1).join(" "), word: labels[step + 1],
    });
    slider.setAttribute("aria-valuetext", find("step-text").textContent);
  }

  // While another view is open nothing of this one is drawn: it is drawn when it is opened.
  store.watch(["run", "theme", "tab"], (state) => {
    if (state.tab !== "write" || state.run.lastStep < 0) return;
    showMethod(state.run);
    showHints(state.run);
    showTree(state);
  });

  store.watch(["run", "step", "place", "theme", "tab"], (state) => {
    const { run, step, tab } = state;
    if (tab !== "write" || run.lastStep < 0) return;
    showStep(state);
    showSentence(state);
    showLooks({ run, step, place: placeOfLooks(state) });
    run.trace().then((trace) => {
      if (run !== store.state.run || step !== store.state.step) return;
      showWords(find, state, trace, writeWord);
      showKept(find, state, trace, { colours, goToStep });
    }, () => {}); // the inspector says so
  });
}
