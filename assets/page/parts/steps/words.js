// The ten most probable next words as bars. With sampling, the bar is what is really drawn from, and
// the model's own probability stands behind it, faint.

import { best } from "../../figures/fills.js";
import { make, say } from "../../strings.js";

export function showWords(find, { run, step }, trace, writeWord) {
  const row = trace.matrix(run.model.boxes.at(-1).main)[step];
  const ids = best(row);
  const written = [...run.target.tokens, run.target.last][step + 1].id;
  const drawn = run.drawn?.[step] ?? null;
  if (!ids.includes(written)) ids[ids.length - 1] = written; // an improbable word that was chosen all the same

  const bars = ids.map((id) => {
    const bar = make("button", "word", "");
    bar.type = "button";
    bar.dataset.id = String(id);
    const p = drawn ? drawn[id] ?? 0 : row[id];
    bar.append(make("span", "text", trace.vocabulary[id]), make("span", "bar"), make("b", "", p.toFixed(4)));
    if (drawn) bar.append(make("small", "", row[id].toFixed(4)));
    bar.style.setProperty("--share", String(p));
    bar.style.setProperty("--model", String(row[id]));
    bar.classList.toggle("chosen", id === written);
    const isCut = drawn !== null && !(id in drawn);
    bar.classList.toggle("cut", isCut);
    bar.title = isCut ? say("steps.cut") : drawn ? say("steps.drawn", { p: p.toFixed(4) }) : "";
    bar.setAttribute("aria-pressed", String(id === written));
    bar.disabled = !run.target.written || id === written;
    bar.addEventListener("click", () => writeWord(step, id));
    return bar;
  });
  find("step-words").replaceChildren(...bars);
  find("bars-key").textContent = drawn ? say("steps.bars_drawn") : say(run.target.written ? "steps.bars" : "steps.bars_given");
}
