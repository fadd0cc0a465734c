// The two lines of tokens: pointing at a word lights its row and its column everywhere.

import { make, say } from "../../strings.js";
import { shade } from "../../theme.js";

export function createStrips(element, store, { point, pin, colours }) {
  const strips = {
    source: element.querySelector("#source-strip"),
    target: element.querySelector("#target-strip"),
  };
  /** @type {Record<string, HTMLElement[]>} */
  let chips = { source: [], target: [] };

  /** What pointing at a chip means for the matrix on show. */
  function focusOf(side, index) {
    const { row, column } = chipsHere(store.state);
    /** @type {{ row: number | null, column: number | null }} */
    const focus = { row: null, column: null };
    if (row[0] === side && index - row[1] >= 0) focus.row = index - row[1];
    if (column[0] === side && index < lengthOf(side)) focus.column = index;
    return focus;
  }

  // The last target chip was written but never read: it is no column.
  const lengthOf = (side) => chips[side].length - (side === "target" ? 1 : 0);

  function chip(token, side, index, isGuess = false) {
    const button = make("button", "chip", "");
    button.type = "button";
    button.style.setProperty("--at", String(index));
    const text = make("span", "text", token.text);
    text.dir = "auto";
    button.append(text);
    button.classList.toggle("special", token.special);
    button.classList.toggle("joined", !token.starts);
    button.classList.toggle("unknown", token.unknown);
    const [part, parts] = token.part; // of one character: none of them is one alone
    button.classList.toggle("part", parts > 1);
    button.classList.toggle("first", parts > 1 && part === 1);
    button.classList.toggle("last", parts > 1 && part === parts);
    button.classList.toggle("guess", isGuess);
    const more = [
      isGuess && say("viewer.guess"),
      token.unknown && say("viewer.unknown"),
      parts > 1 && say("viewer.part", { part, parts, hex: token.hex }),
      token.entry && say("viewer.entry", token),
    ].filter(Boolean);
    button.title = [say("viewer.token", token), ...more].join(", ");
    button.setAttribute("aria-label", button.title);
    button.addEventListener("pointerenter", () => point(focusOf(side, index)));
    button.addEventListener("pointerleave", () => point(null));
    button.addEventListener("focus", () => point(focusOf(side, index)));
    button.addEventListener("blur", () => point(null));
    button.addEventListener("click", () => pin(focusOf(side, index)));
    return button;
  }

  for (const strip of Object.values(strips)) strip.addEventListener("keydown", walk);

  store.watch(["run"], ({ run }) => {
    chips = {
      source: run.source.tokens.map((token, i) => chip(token, "source", i)),
      // No end was written: the last chip stands for the best guess, as the last row of the pictures does.
      target: run.targetTokens.map((token, i, all) => chip(token, "target", i, i === all.length - 1 && !token.special)),
    };
    for (const side of ["source", "target"]) {
      strips[side].replaceChildren(...chips[side]);
      strips[side].hidden = chips[side].length === 0; // a model with one tower has one line
    }
  });

  /** Light the chosen words, and shade the words that the chosen row looks at. */
  store.watch(["run", "place", "pinned", "pointed", "theme"], (state) => {
    const { run, place } = state;
    const focus = state.pointed ?? state.pinned;
    const { row, column } = chipsHere(state);
    const weights = run.model.box(place).grid ? run.weights(place) : null;
    const colour = colours("weights");
    for (const chip of [...chips.source, ...chips.target]) {
      chip.classList.remove("chosen", "looked-at", "on-dark", "on-light");
      chip.style.removeProperty("background");
    }
    if (focus?.row != null) {
      chips[row[0]]?.[focus.row + row[1]]?.classList.add("chosen");
      weights?.[focus.row]?.forEach((weight, j) => {
        const looked = chips[column[0]][j];
        looked.classList.add("looked-at");
        shade(looked, colour(weight));
      });
    }
    if (focus?.column != null) chips[column[0]]?.[focus.column]?.classList.add("chosen");
  });
}

/** Which chips stand for the rows and columns on show: in an attention block, those of its weights. */
function chipsHere({ run, place, model }) {
  const { grid, tensors } = model.box(place);
  const weights = grid && tensors.find(({ path }) => path === grid);
  return run.chipsOf(weights ? { ...place, tensor: weights.name } : place);
}

/** Arrow keys walk along a strip. */
function walk(event) {
  const step = { ArrowRight: "nextElementSibling", ArrowLeft: "previousElementSibling" }[event.key];
  const next = step && /** @type {any} */ (document.activeElement)?.[step];
  if (next) {
    next.focus();
    event.preventDefault();
  }
}
