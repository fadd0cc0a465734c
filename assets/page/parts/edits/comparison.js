// What the edits did to the output, step by step.

import { make, say } from "../../strings.js";

/** Step by step: the word before, the word after, and how far the distributions are apart. */
export function showComparison(table, comparison) {
  if (!comparison) return table.replaceChildren();
  const { steps, first_difference: first } = comparison;
  const strongest = Math.max(1e-9, ...steps.map(({ divergence }) => divergence ?? 0));
  const row = (name, cells) => {
    const line = make("tr");
    const header = make("th", "", say(`edits_card.${name}`));
    header.scope = "row";
    line.append(header, ...cells);
    return line;
  };
  const word = (text, p, isChanged) => {
    const cell = make("td", isChanged ? "changed" : "", text ?? "–");
    if (text != null) cell.append(make("small", "", p.toFixed(2)));
    return cell;
  };
  const bar = (divergence) => {
    const cell = make("td", "divergence", divergence == null ? "–" : divergence.toFixed(3));
    cell.style.setProperty("--share", String((divergence ?? 0) / strongest));
    if (divergence == null) cell.title = say("edits_card.not_comparable");
    return cell;
  };
  table.replaceChildren(
    row("before", steps.map(({ before, p_before }) => word(before, p_before, false))),
    row("after", steps.map(({ before, after, p_after }) => word(after, p_after, before !== after))),
    row("divergence", steps.map(({ divergence }) => bar(divergence))),
  );
  const same = !steps.length ? say("edits_card.no_words") : first == null ? say("edits_card.same") : say("edits_card.differs", { step: first + 1 });
  table.previousElementSibling.textContent = same + (comparison.ahead ? say("edits_card.ahead") : "");
}
