// The box's formula with this model's numbers, Q, K and V in their colours.

import { make, say, sayWords } from "../../strings.js";

export function showFormula(element, badge, model, place) {
  const { formula, grid } = model.box(place);
  element.replaceChildren(...(formula ? coloured(sayWords(formula)) : []));
  const best = model.alignment_head;
  const { first } = model;
  const isBest = best && grid && place.part === first.part && place.layer === best.layer && place.head === best.head;
  const isItself = isBest && place.tensor === first.tensor;
  badge.textContent = isItself ? say("viewer.aligned", { rate: best.error_rate.toFixed(3) }) : "";
}

/** "[q:Q]" is a Q in the colour of q, "_O" a small O below the line. */
function coloured(text) {
  return text.split(/(\[\w:[^\]]+\]|_\w)/).filter(Boolean).map((part) => {
    const [, family, letter] = /^\[(\w):([^\]]+)\]$/.exec(part) ?? [];
    if (family) return make("b", family, letter);
    return /^_\w$/.test(part) ? make("sub", "", part[1]) : part;
  });
}
