// What the edits did: the two sentences, and step by step how far the distributions are apart.

import { make, say } from "../../strings.js";
import { termed } from "../terms/terms.js";

const MOST_NATS = 8; // the end of the axis, always: bars of different runs can be compared

export function showComparison(find, { comparison, baseline, target }) {
  const { steps, first_difference: first, ahead } = comparison;
  const same = !steps.length ? say("edits_card.no_words") : first == null ? say("edits_card.same") : say("edits_card.differs", { step: first + 1 });
  find("effect-said").textContent = same + (ahead ? say("edits_card.ahead") : "");
  const texts = target.written ? [["before", baseline.target.text], ["after", target.text]] : [];
  find("effect-texts").replaceChildren(...texts.flatMap(([side, text]) => {
    const value = make("dd", side, text || say("edits_card.nothing"));
    value.dir = "auto";
    return [make("dt", "label", say(`edits_card.${side}`)), value];
  }));
  const measured = steps.filter(({ divergence }) => divergence != null);
  find("comparison").replaceChildren(...(measured.length ? [header(), ...measured.map(row)] : []));
  find("effect-hint").replaceChildren(...(measured.length ? termed(say("edits_card.divergence_hint", { most: MOST_NATS })) : []));
}

function header() {
  const line = make("tr");
  line.append(...["before", "instead", "axis", "nats"].map((name) => {
    const cell = make("th", name, name === "axis" ? "" : say(`edits_card.${name}`));
    if (name === "axis") cell.append(...[0, MOST_NATS / 2, MOST_NATS].map((at) => make("span", "", String(at))));
    cell.scope = "col";
    return cell;
  }));
  return line;
}

/** The word before, the word that the edited model would write there instead, and how far it moved. */
function row({ before, p_before: pBefore, instead, p_instead: pInstead, divergence }) {
  const line = make("tr");
  const word = (text, p, isChanged) => {
    const cell = make("td", isChanged ? "changed" : "", text ?? "–");
    cell.title = p.toFixed(4);
    return cell;
  };
  const bar = make("td", "divergence");
  bar.style.setProperty("--share", String(Math.min(divergence / MOST_NATS, 1)));
  bar.classList.toggle("beyond", divergence > MOST_NATS);
  line.append(word(before, pBefore, false), word(instead, pInstead, before !== instead), bar, make("td", "nats", divergence.toFixed(2)));
  return line;
}
