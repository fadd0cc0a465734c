// What the visitor changed, with undo and redo, and what it did.

import { make, say, sayWords } from "../../strings.js";
import { showComparison } from "./comparison.js";

const HELD = "b"; // while this key is held down, the picture is that of before

export function createEffect(element, store, { wantEdits, undo, redo, compare }) {
  const find = (id) => element.querySelector(`#${id}`);
  find("undo-edit").addEventListener("click", undo);
  find("redo-edit").addEventListener("click", redo);
  find("reset-edits").addEventListener("click", () => wantEdits([]));
  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || isTyping(event.target)) return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) undo();
    else if (key === "y" || key === "z") redo();
    else return;
    event.preventDefault();
  });

  let held = ""; // the side that was on show before the key went down
  addEventListener("keydown", ({ key, repeat, target, ctrlKey, metaKey }) => {
    const { run, compared } = store.state;
    if (key !== HELD || repeat || ctrlKey || metaKey || isTyping(target) || !run.baseline || compared === "before") return;
    held = compared;
    compare("before");
  });
  addEventListener("keyup", ({ key }) => {
    if (key === HELD && held) compare(held);
    if (key === HELD) held = "";
  });

  store.watch(["past", "future", "edits"], ({ past, future, edits }) => {
    find("undo-edit").disabled = !past.length;
    find("redo-edit").disabled = !future.length;
    find("reset-edits").disabled = !edits.length;
  });

  store.watch(["run"], ({ run }) => {
    find("no-edits").hidden = run.edits.length > 0;
    find("edit-list").replaceChildren(...run.edits.map(({ edit, label, problem }, i) => {
      const text = sayWords(label);
      const item = make("li", problem ? "unfit" : "", text);
      if (problem) item.append(make("small", "", say("edits_card.unfit", { problem })));
      const remove = make("button", "remove", "×");
      remove.type = "button";
      remove.setAttribute("aria-label", say("edits_card.remove", { edit: text }));
      remove.addEventListener("click", () => wantEdits(store.state.edits.filter((_, j) => j !== i)));
      item.append(remove);
      item.dataset.edit = JSON.stringify(edit);
      return item;
    }));
    find("effect").hidden = !run.comparison;
    find("hold-hint").hidden = !run.baseline;
    if (run.comparison) showComparison(find, run);
  });
}

/** Where Ctrl+Z belongs to what is typed. */
const isTyping = (target) => ["INPUT", "TEXTAREA", "SELECT"].includes(target?.tagName);
