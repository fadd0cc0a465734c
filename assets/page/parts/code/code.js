// The lines of our own modules that computed the chosen box, with this run's shapes beside them.

import { sortOf, tensorsOf } from "../../data/parts.js";
import { make, say } from "../../strings.js";

const EXCERPTS = {
  attention: ["attention"], feed_forward: ["feed_forward"], add_norm: ["add", "norm"], add: ["add"], norm: ["norm"],
  embedding: ["embeddings"], positions: ["embeddings"], tokens: ["embeddings"], logits: ["output"], probabilities: ["output"],
}; // of the output, each architecture has lines of its own
const KEYWORDS = /\b(def|return|self|None|for|in|if|else|not)\b/g;

export function showCode(element, sources, run, place, trace, onPlace) {
  const sort = sortOf(place.part, run.model);
  const tensors = tensorsOf(place, run.model);
  element.replaceChildren(...EXCERPTS[sort].flatMap((name) => {
    const { file, lines } = sources[name === "output" ? `output:${run.model.architecture}` : name];
    const heading = make("p", "label", say("code.file", { file, first: lines[0].number, last: lines.at(-1).number }));
    const listing = make("div", "listing");
    listing.append(...lines.map((line) => codeLine(line, tensors, place, trace, onPlace)));
    return [heading, listing];
  }), make("p", "label hint", say("code.hint")));
}

function codeLine({ number, text, tensor: name }, tensors, place, trace, onPlace) {
  const tensor = name && tensors.find((candidate) => candidate.name === name && trace.has(candidate.path));
  const row = make(tensor ? "button" : "div", "code-line");
  row.append(make("em", "", String(number)), highlighted(text), make("span", "facts", tensor ? facts(trace.statistics(tensor.path)) : ""));
  if (tensor) {
    row.type = "button";
    row.dataset.tensor = tensor.path;
    row.classList.toggle("chosen", tensor.key === place.tensor);
    row.addEventListener("click", () => onPlace({ tensor: tensor.key }));
  }
  return row;
}

function facts({ shape, least, mean, largest, infinite }) {
  const numbers = [least, mean, largest].map((x) => x.toPrecision(3)).join(" … ");
  return `1 × ${shape.join(" × ")}   ${numbers}${infinite ? `   ${say("code.masked", { count: infinite })}` : ""}`;
}

/** Keywords and comments in their colours; the text itself is written as text. */
function highlighted(text) {
  const code = make("code");
  const [before, comment] = text.split(/(?=\s#\s)/);
  let at = 0;
  for (const match of before.matchAll(KEYWORDS)) {
    code.append(before.slice(at, match.index), make("b", "", match[0]));
    at = match.index + match[0].length;
  }
  code.append(before.slice(at));
  if (comment) code.append(make("i", "", comment));
  return code;
}
