// The lines of our own modules that computed the chosen box, with this run's shapes beside them.

import { make, say } from "../../strings.js";
import { createCopy } from "../widgets/widgets.js";

const KEYWORDS = /\b(def|return|self|None|for|in|if|else|not)\b/g;

export function showCode(element, { model, run, place }, trace, { sources, look }) {
  const tensors = model.tensorsAt(place);
  element.replaceChildren(...model.box(place).code.flatMap((name) => {
    const { file, lines } = sources[name];
    const heading = make("p", "label", say("code.file", { file, first: lines[0].number, last: lines.at(-1).number }));
    const listing = make("div", "listing");
    listing.append(...lines.map((line) => codeLine(line, tensors, place, trace, look)));
    return [heading, listing];
  }), make("p", "label hint", say("code.hint")), samePicture(run, model.tensorAt(place), place));
}

/** The lines that give this run and this tensor in Python, to copy. */
function samePicture(run, tensor, place) {
  const head = tensor?.heads ? place.head : null;
  const at = tensor?.view ? `${tensor.path}:${tensor.name}` : tensor?.path;
  const lines = [run.python, ...(tensor ? [
    `run.trace["${tensor.path}"][0${head === null ? "" : `, ${head}`}]`,
    `tv.figure_at(run, "${at}"${head === null ? "" : `, head=${head}`}).show()`,
  ] : [])].join("\n");
  const frame = make("section", "python");
  const text = make("pre", "", lines);
  text.tabIndex = 0;
  frame.append(make("h3", "", say("code.python")), createCopy(say("code.copy"), () => lines), text);
  return frame;
}

function codeLine({ number, text, tensor: name }, tensors, place, trace, look) {
  const tensor = name && tensors.find((candidate) => candidate.name === name && trace.has(candidate.path));
  const row = make(tensor ? "button" : "div", "code-line");
  row.append(make("em", "", String(number)), highlighted(text), make("span", "facts", tensor ? facts(trace.statistics(tensor.path)) : ""));
  if (tensor) {
    row.type = "button";
    row.dataset.tensor = tensor.path;
    row.classList.toggle("chosen", tensor.name === place.tensor);
    row.addEventListener("click", () => look({ tensor: tensor.name }));
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
