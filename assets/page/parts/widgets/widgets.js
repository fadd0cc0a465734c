// Controls: a choice and a field; the inspector's steppers for layer and head, its four faces as
// tabs, and which side of a comparison it shows.

import { copy } from "../../clipboard.js";
import { paint } from "../../figures/paint.js";
import { make, say } from "../../strings.js";

export const FACES = ["picture", "arithmetic", "code", "numbers"];

/** A select; `options` are pairs of value and text. */
export function createChoice(name, options, value, onChoose) {
  const select = make("select");
  select.setAttribute("aria-label", name);
  select.append(...options.map(([key, text]) => {
    const option = make("option", "", text);
    option.value = key;
    option.selected = key === value;
    return option;
  }));
  select.addEventListener("change", () => onChoose(select.value));
  return select;
}

/**
 * An input with its name in front; it speaks when Enter is pressed or it is left. What it cannot be stays in
 * it, and beside it stands what it can be.
 */
export function createField(name, attributes, onChange) {
  const label = make("label", "field", name);
  const input = Object.assign(document.createElement("input"), attributes);
  const problem = make("small", "problem");
  problem.setAttribute("role", "alert");
  input.addEventListener("change", () => {
    const { badInput, rangeUnderflow, rangeOverflow } = input.validity;
    const isWrong = badInput || rangeUnderflow || rangeOverflow;
    problem.textContent = isWrong ? outOfRange(input) : "";
    input.setAttribute("aria-invalid", String(isWrong));
    if (!isWrong) onChange(input.value);
  });
  label.append(input, problem);
  return label;
}

/** A button that copies a text, and says whether it could. */
export function createCopy(name, textOf) {
  const button = make("button", "pill", name);
  button.type = "button";
  button.addEventListener("click", async () => {
    button.textContent = say((await copy(textOf())) ? "numbers.copied" : "numbers.not_copied");
  });
  return button;
}

function outOfRange({ min, max }) {
  if (min === "" && max === "") return say("field.number");
  return say(max === "" ? "field.least" : min === "" ? "field.most" : "field.between", { min, max });
}

/** ‹ Layer 2 of 3 › */
export function createStepper(element, name, onChange) {
  const label = make("span");
  let current = 0;
  const buttons = [-1, 1].map((step) => {
    const button = make("button", "", step < 0 ? "‹" : "›");
    button.type = "button";
    button.setAttribute("aria-label", say(`viewer.${step < 0 ? "previous" : "next"}_${name}`));
    button.addEventListener("click", () => onChange(current + step));
    return button;
  });
  element.replaceChildren(buttons[0], label, buttons[1]);
  return {
    show(value, count, visible) {
      current = value;
      element.hidden = !visible;
      label.textContent = say(`viewer.${name}`, { [name]: value + 1, [`${name}s`]: count });
      buttons[0].disabled = value === 0;
      buttons[1].disabled = value === count - 1;
    },
  };
}

/**
 * Tabs; arrow keys walk between them.
 * @param {HTMLElement} element
 * @param {string[]} names
 * @param {{ text: (name: string) => string, prefix: string }} words each tab's text; `prefix-name` is the id of its panel
 * @param {(name: string) => void} onChoose
 */
export function createTabs(element, names, { text, prefix }, onChoose) {
  const tabs = names.map((name) => {
    const tab = make("button", "", text(name));
    tab.type = "button";
    tab.id = prefix === "face" ? `tab-${name}` : `tab-${prefix}-${name}`;
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", `${prefix}-${name}`);
    tab.addEventListener("click", () => onChoose(name));
    return tab;
  });
  element.replaceChildren(...tabs);
  element.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const open = tabs.filter((tab) => !tab.hidden);
    const next = step && open[open.indexOf(document.activeElement) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.click();
  });
  return {
    /** @param {string} chosen @param {Record<string, boolean>} isThere */
    show(chosen, isThere = {}) {
      tabs.forEach((tab, i) => {
        tab.hidden = isThere[names[i]] === false;
        tab.setAttribute("aria-selected", String(names[i] === chosen));
        tab.tabIndex = names[i] === chosen ? 0 : -1;
      });
    },

    /** A small number beside a tab's text; nothing if it is empty. */
    mark(name, count) {
      tabs[names.indexOf(name)].dataset.count = String(count);
    },
  };
}

/** After, before, difference: shown as soon as there is something to compare. */
export function createComparer(element, onCompare) {
  const buttons = ["before", "after", "difference"].map((side) => {
    const button = make("button", "", say(`compare.${side}`));
    button.type = "button";
    button.prepend(document.createElement("canvas"));
    button.dataset.side = side;
    button.addEventListener("click", () => onCompare(side));
    return button;
  });
  element.replaceChildren(...buttons);
  return {
    show(compared, isPossible, hasDifference) {
      element.hidden = !isPossible;
      for (const button of buttons) {
        button.setAttribute("aria-pressed", String(button.dataset.side === compared));
        const isOut = button.dataset.side === "difference" && !hasDifference;
        button.disabled = isOut;
        button.title = isOut ? say("compare.none") : "";
        button.firstChild.hidden = true; // until it is painted
      }
    },

    /** [matrix, colour, limit] of each side; a side without a matrix shows its name alone. */
    paint(sides) {
      sides.forEach(([matrix, colour, limit], i) => {
        const canvas = buttons[i].firstChild;
        canvas.hidden = !matrix;
        if (matrix) paint(canvas, matrix, colour, limit);
      });
    },
  };
}
