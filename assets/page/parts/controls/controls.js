// What can be set about a view of attention: which lines are drawn, which heads are averaged.

import { make, say } from "../../strings.js";

/** @type {{ threshold: number, hideSpecial: boolean, heads: number[] | null }} */
export const OPTIONS = { threshold: 0.1, hideSpecial: false, heads: null }; // null: all heads
const RANGE = { min: 0.02, max: 0.9, step: 0.02 };

export function createControls(element, onChange) {
  let options = OPTIONS;
  const change = (wish) => onChange({ ...options, ...wish });

  const slider = Object.assign(make("input"), { type: "range", id: "line-threshold", ...RANGE });
  slider.addEventListener("input", () => change({ threshold: slider.valueAsNumber }));
  const least = make("output");
  const sliderLabel = labelled(say("controls.threshold"), slider, least);

  const box = Object.assign(make("input"), { type: "checkbox", id: "hide-special" });
  box.addEventListener("change", () => change({ hideSpecial: box.checked }));
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
      const chosen = new Set(options.heads ?? Array.from({ length: count }, (_, i) => i));
      if (!chosen.delete(head)) chosen.add(head);
      if (chosen.size) change({ heads: [...chosen].sort((a, b) => a - b) }); // one at least
    });
    return chip;
  }

  element.append(sliderLabel, boxLabel, heads);

  return {
    show(run, place, tensor) {
      options = place.options;
      const isPicture = place.face === "picture";
      sliderLabel.hidden = boxLabel.hidden = !(isPicture && tensor?.key === "lines");
      heads.hidden = tensor?.key !== "average" || !(isPicture || place.face === "numbers");
      slider.value = options.threshold;
      least.textContent = options.threshold.toFixed(2);
      box.checked = options.hideSpecial;
      if (heads.childElementCount !== run.model.n_heads + 1) {
        const chips = Array.from({ length: run.model.n_heads }, (_, head) => headChip(head));
        heads.replaceChildren(make("span", "", say("controls.heads")), ...chips);
      }
      [...heads.children].slice(1).forEach((chip, head) => {
        chip.setAttribute("aria-pressed", String(!options.heads || options.heads.includes(head)));
      });
    },
  };
}

function labelled(text, ...parts) {
  const label = make("label", "", text);
  label.append(...parts);
  return label;
}
