// Terms of the field carry a sentence that explains them: on hover, focus and tap.

import { make, say, keysUnder } from "../../strings.js";

/** @type {{ means: Map<string, string>, pattern: RegExp } | null} */
let known = null; // made once: the language stays while the page is open

/** Which words are terms, what each means, and the pattern that finds one, the longest that fits. */
function terms() {
  if (known) return known;
  const means = new Map(keysUnder("term.").map((key) => [say(`term.${key}`), `term_means.${key}`]));
  const words = [...means.keys()].sort((a, b) => b.length - a.length).map(escaped).join("|");
  known = { means, pattern: new RegExp(`(?<![\\p{L}_])(${words})(?![\\p{L}_])`, "u") };
  return known;
}

/** A text as nodes; the first time that a term comes up, it can be pointed at. */
export function termed(text) {
  const { means, pattern } = terms();
  const nodes = [];
  const met = new Set();
  let rest = text;
  for (let found = pattern.exec(rest); found; found = pattern.exec(rest)) {
    const [term] = found;
    nodes.push(rest.slice(0, found.index), met.has(term) ? term : explained(term, say(means.get(term))));
    met.add(term);
    rest = rest.slice(found.index + term.length);
  }
  return [...nodes, rest].filter((node) => node !== "");
}

const escaped = (words) => words.replace(/[.*+?^${}()|[\]\\/<>]/g, "\\$&");

function explained(words, meaning) {
  const term = make("span", "gloss", words);
  term.tabIndex = 0;
  term.setAttribute("role", "note");
  term.setAttribute("aria-label", `${words}: ${meaning}`);
  term.dataset.means = meaning;
  return term;
}

/** One tip for all terms: it stands beside the one that is pointed at, over everything. */
export function createTerms(element) {
  const tip = make("p", "tip");
  tip.hidden = true;
  tip.setAttribute("aria-hidden", "true"); // the term says the same
  element.append(tip);
  const of = (target) => target.closest?.(".gloss");

  function show({ target }) {
    const term = of(target);
    tip.hidden = !term; // the term that it explained may be gone
    if (!term) return;
    tip.textContent = term.dataset.means;
    const { left, top, bottom } = term.getBoundingClientRect();
    const { width, height } = tip.getBoundingClientRect();
    tip.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
    tip.style.top = `${bottom + height + 8 < innerHeight ? bottom + 4 : top - height - 4}px`;
  }

  function hide({ target }) {
    if (of(target)) tip.hidden = true;
  }

  for (const event of ["pointerover", "focusin", "click"]) element.addEventListener(event, show);
  for (const event of ["pointerout", "focusout"]) element.addEventListener(event, hide);
  addEventListener("keydown", ({ key }) => { if (key === "Escape") tip.hidden = true; });
}
