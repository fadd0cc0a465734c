// What can be set about a view of attention: which lines are drawn, which heads are averaged.

import { make, say } from "../../strings.js";

const RANGE = { min: 0.02, max: 0.9, step: 0.02 };

export function createControls(element, store, { showView }) {

  const slider = Object.assign(make("input"), { type: "range", id: "line-threshold", ...RANGE });
  slider.addEventListener("input", () => showView({ threshold: slider.valueAsNumber }));
  const least = make("output");
  const sliderLabel = labelled(say("controls.threshold"), slider, least);

  const box = Object.assign(make("input"), { type: "checkbox", id: "hide-special" });
  box.addEventListener("change", () => showView({ hideSpecial: box.checked }));
  const boxLabel = make("label");
  boxLabel.append(box, say("controls.hide_special"));

  const heads = make("span", "head-chips");
  heads.setAttribute("role", "group");
  heads.setAttribute("aria-label", say("controls.heads"));

  function headChip(head) {
    const chip = make("button", "", String(head + 1));
    chip.type = "button";
    chip.setAttribute("aria-label", say("controls.head", { head: head + 1 }));
    chip.addEventListener("click", () => {
      const count = heads.childElementCount - 1;
      const chosen = new Set(store.state.view.heads ?? Array.from({ length: count }, (_, i) => i));
      if (!chosen.delete(head)) chosen.add(head);
      if (chosen.size) showView({ heads: [...chosen].sort((a, b) => a - b) }); // one at least
    });
    return chip;
  }

  element.append(sliderLabel, boxLabel, heads);

  store.watch(["run", "place", "face", "view"], ({ model, place, face, view }) => {
    const made = model.tensorAt(place)?.view;
    const isPicture = face === "picture";
    sliderLabel.hidden = boxLabel.hidden = !(isPicture && made === "lines");
    heads.hidden = made !== "average" || !(isPicture || face === "numbers");
    slider.value = view.threshold;
    least.textContent = view.threshold.toFixed(2);
    box.checked = view.hideSpecial;
    if (heads.childElementCount !== model.n_heads + 1) {
      const chips = Array.from({ length: model.n_heads }, (_, head) => headChip(head));
      heads.replaceChildren(make("span", "", say("controls.heads")), ...chips);
    }
    [...heads.children].slice(1).forEach((chip, head) => {
      chip.setAttribute("aria-pressed", String(!view.heads || view.heads.includes(head)));
    });
  });
}

function labelled(text, ...parts) {
  const label = make("label", "", text);
  label.append(...parts);
  return label;
}
