// The viewer: one run, one view of it, one place that is pointed at.
//
// A run comes from Python. Everything else (which block, layer and head, which word) lives here and
// costs no trip to the server.

import { asksForRun, readAddress, writeAddress } from "./address.js";
import { createChoices } from "./choices.js";
import { createDetail } from "./detail.js";
import { createOverview } from "./overview.js";
import { Run } from "./run.js";
import { fillStrings, make, say, useStrings } from "./strings.js";
import { createStrips } from "./strips.js";
import { colourOf, onTheme, themeName } from "./theme.js";

export function mountViewer({ element, props, trigger, watch }) {
  useStrings(props.strings);
  fillStrings(element);
  const actions = { onPoint, onPin, onView, templates: props.templates };
  const strips = createStrips(element, actions);
  const overview = createOverview(element, actions);
  const detail = createDetail(element, actions);
  const choices = createChoices(element, actions);
  const colours = { light: colourOf(props.ramps.light), dark: colourOf(props.ramps.dark) };
  const colour = () => colours[themeName()];

  let run = null;
  let view = null;
  let pinned = null; // the place that stays chosen when the pointer leaves

  listExamples(element, props.examples, (source) => trigger("example", { source }));
  connectOwnTarget(element);
  showRamp(element, props.ramps);
  watch("value", () => showRun(new Run(props.value)));
  onTheme(() => { showRamp(element, props.ramps); showRunParts(); });
  addEventListener("popstate", () => trigger("restore", { query: location.search }));
  addEventListener("keydown", (event) => { if (event.key === "Escape") onPin(null); });

  showRun(new Run(props.value), { isFirst: true });
  if (asksForRun()) trigger("restore", { query: location.search });

  function showRun(next, { isFirst = false } = {}) {
    const wished = view ?? viewInAddress(next);
    run = next;
    view = run.nearest(wished);
    pinned = null;
    showSentences(element, run);
    showRunParts();
    if (!isFirst) writeAddress(addressOf(run, view), { isNewRun: true });
  }

  function showRunParts() {
    strips.showView(view);
    strips.showRun(run);
    overview.showRun(run, colour());
    showView();
  }

  function showView() {
    strips.showView(view);
    overview.showView(view);
    choices.show(run, view, colour());
    detail.show(run, view, themeName()).then(() => showFocus(pinned));
  }

  function showFocus(focus) {
    strips.showFocus(focus, run.weights(view), colour());
    detail.showFocus(focus, run, view);
  }

  function onView(change) {
    const next = run.nearest({ ...view, ...change });
    if (next.kind !== view.kind) pinned = null;
    view = next;
    showView();
    writeAddress({ at: Run.site(view), head: view.head });
  }

  function onPoint(focus) {
    showFocus(focus ?? pinned);
  }

  function onPin(focus) {
    pinned = focus;
    showFocus(pinned);
  }
}

function addressOf(run, view) {
  const { source, target } = run.sent;
  return {
    model: run.model.name,
    source: source.text,
    target: target.written ? null : target.text,
    at: Run.site(view),
    head: view.head,
  };
}

function viewInAddress(run) {
  const { at, head } = readAddress();
  const parts = /^(encoder|decoder)\.layers\.(\d{1,2})\.(\w+)$/.exec(at ?? "");
  if (!parts) return run.firstView();
  return { kind: `${parts[1]}.${parts[3]}`, layer: Number(parts[2]), head: Number(head ?? 0) };
}

function showSentences(element, run) {
  const { target } = run.sent;
  element.querySelector("#output-text").textContent = target.text;
  element.querySelector("#output-label").textContent = say(target.written ? "viewer.written" : "viewer.own");
  element.querySelector("#model-line").textContent = modelLine(run.model);
  const notes = run.sent.notes.map((note) => make("li", "", note));
  element.querySelector("#notes").replaceChildren(...notes);
}

function modelLine({ n_encoder_layers, n_decoder_layers, n_heads, d_model, parameters, trained }) {
  return say("viewer.model_line", {
    layers: `${n_encoder_layers}+${n_decoder_layers}`,
    heads: n_heads,
    d_model,
    parameters: parameters.toLocaleString("en"),
    state: say(trained ? "page.trained" : "page.random"),
  });
}

function listExamples(element, examples, onChoose) {
  element.querySelector("#example-list").append(...examples.map((source) => {
    const button = make("button", "example", source);
    button.type = "button";
    button.addEventListener("click", () => onChoose(source));
    return button;
  }));
}

/** "use my own" opens Gradio's target box; "let the model write it" empties and closes it. */
function connectOwnTarget(element) {
  const button = element.querySelector("#own-target");
  const box = document.querySelector("#target-text textarea, #target-text input");
  const toggle = (open) => {
    document.body.classList.toggle("own-target", open);
    button.setAttribute("aria-expanded", String(open));
    button.textContent = say(open ? "viewer.model_target" : "viewer.own_target");
  };
  button.addEventListener("click", () => {
    const open = !document.body.classList.contains("own-target");
    toggle(open);
    if (open) {
      box.focus();
    } else if (box.value) {
      box.value = "";
      box.dispatchEvent(new Event("input", { bubbles: true }));
      document.querySelector("#run-button").click();
    }
  });
  toggle(Boolean(readAddress().target));
}

function showRamp(element, ramps) {
  element.querySelector("#ramp").style.background =
    `linear-gradient(90deg, ${ramps[themeName()].join(", ")})`;
}
