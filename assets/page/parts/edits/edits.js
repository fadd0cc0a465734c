// What the visitor changed: the list with undo and reset, and the controls for the box on show.
//
// An edit is a short text that Python reads (transformer_viz/capture/edit_text.py). The list is sent
// whole with every change, so the server remembers nothing.

import { isLayered, kindOf, sortOf } from "../../data/parts.js";
import { make, say } from "../../strings.js";
import { createChoice, createField } from "../widgets/widgets.js";

const SQUARE = ["causal", "future", "wrong_axis"]; // masks that compare a position with itself
const ALLOWING = ["prefix", "everything"];
const SIZED = ["window", "prefix"];
const PADDING = 3; // tokens that "add padding" adds

export function createEdits(element, { onEdits, onBrush }) {
  const find = (id) => element.querySelector(`#${id}`);
  let codes = []; // what is wanted: ahead of the run while an answer is on its way
  let scope = "head"; // whom a change of attention concerns: this head, this layer, or every layer
  let place = null;
  let run = null;
  let pinned = null;
  let isPainting = false;

  find("undo-edit").addEventListener("click", () => want(codes.slice(0, -1)));
  find("reset-edits").addEventListener("click", () => want([]));

  function want(next) {
    codes = next;
    onEdits(codes);
    showControls();
  }

  /** Make an edit, or take it back if it is made already. */
  function toggle(code) {
    want(codes.includes(code) ? codes.filter((other) => other !== code) : [...codes, code]);
  }

  /** Of edits that say the same of one place, the newest counts. */
  function replace(prefix, code) {
    want([...codes.filter((other) => !other.startsWith(prefix)), code]);
  }

  const layered = () => place.part.replace("*", place.layer);
  const site = () => (scope === "all" ? place.part : layered());
  const head = () => (scope === "head" ? place.head : "");
  const block = () => layered().replace(/_(add|norm)$/, "");

  function button(name, code, isOut = false) {
    const element = make("button", "change", say(`change.${name}`));
    element.type = "button";
    element.title = say(isOut ? "change_hint.one_head" : `change_hint.${name}`);
    element.disabled = isOut;
    element.setAttribute("aria-pressed", String(codes.includes(code)));
    element.addEventListener("click", () => toggle(code));
    return element;
  }

  const choice = (name, ...rest) => createChoice(say(`change.${name}`), ...rest);
  const field = (name, attributes, onEnter) =>
    createField(say(`change.${name}`), attributes, (value) => value && onEnter(value));

  const ATTENTION = () => [
    choice("scope", ["head", "layer", "all"].map((key) => [key, say(`scope.${key}`, { head: place.head + 1 })]), scope,
      (value) => { scope = value; showControls(); }),
    button("head_off", `HeadOff~${site()}~${place.head}~zero`, scope === "layer"),
    button("head_mean", `HeadOff~${site()}~${place.head}~mean`, scope === "layer"),
    button("only_head", `OnlyHead~${site()}~${place.head}`, scope === "layer"),
    maskChoice(),
    brushButton(),
    ...cellButtons(),
    button("mask_fill", `MaskFill~${site()}~-1000000000.0`),
    button("scaling_off", `ScalingOff~${site()}`),
    field("temperature", { type: "number", min: 0.05, max: 100, step: 0.05, placeholder: "1", value: temperature() }, (value) =>
      replace(`Temperature~${site()}~`, `Temperature~${site()}~${Number(value)}~${head()}`)),
    button("sub_layer_off", `SubLayerOff~${site()}`),
  ];

  /** The temperature that is set here, to be seen in its field. */
  const temperature = () => codes.findLast((code) => code.startsWith(`Temperature~${site()}~`))?.split("~")[2] ?? "";

  function maskChoice() {
    const isSquare = !place.part.endsWith("cross_attention");
    const isPadded = codes.some((code) => code.startsWith("PadSource"));
    const names = ["causal", "future", "window", "prefix", "itself", "everything", "wrong_axis"]
      .filter((name) => isSquare || !SQUARE.includes(name))
      .filter((name) => isSquare || isPadded || !ALLOWING.includes(name)) // all is allowed there already
      .filter((name) => name !== "wrong_axis" || place.part.startsWith("encoder"));
    const sizes = { window: 1, prefix: 2 };
    const text = (name) => say(`patterns.${name}`, { size: sizes[name] });
    return choice("mask", [["", say("change.mask")], ...names.map((name) => [name, text(name)])], "", (name) => {
      const code = `MaskPattern~${site()}~${name}~${SIZED.includes(name) ? sizes[name] : 0}~${head()}`;
      // The mistake shows only where there is padding.
      want([...codes, ...(name === "wrong_axis" && !isPadded ? [`PadSource~${PADDING}`] : []), code]);
    });
  }

  function brushButton() {
    const brush = make("button", "change", say("change.paint"));
    brush.type = "button";
    brush.id = "paint-mask";
    brush.title = say("change_hint.paint");
    brush.setAttribute("aria-pressed", String(isPainting));
    brush.addEventListener("click", () => {
      isPainting = !isPainting;
      showControls();
      onBrush(isPainting);
    });
    return brush;
  }

  /** The pinned cell, its row and its column: what the brush does, by keyboard. */
  function cellButtons() {
    if (pinned?.row == null) return [];
    const { row, column } = pinned;
    const cell = column != null && button("block_cell", `BlockAttention~${site()}~${row}~${column}~${head()}`);
    const query = button("block_query", `BlockAttention~${site()}~${row}~~${head()}`);
    const key = column != null && button("block_key", `BlockAttention~${site()}~~${column}~${head()}`);
    return [cell, query, key].filter(Boolean);
  }

  const stack = () => place.part.split(".")[0];
  const norms = () => [
    button("sub_layer_off", `SubLayerOff~${block()}`),
    button("residual_off", `ResidualOff~${block()}`),
    button("norm_off", `NormOff~${block()}`),
  ];
  const CONTROLS = {
    tokens: () => (stack() === "encoder" && run.model.reads_padding ? [button("pad_source", `PadSource~${PADDING}`)] : []),
    positions: () => [
      button("positions_off", `PositionsOff~${stack()}`),
      button("positions_shuffled", `PositionsShuffled~${stack()}~1`),
    ],
    attention: ATTENTION,
    feed_forward: () => [button("sub_layer_off", `SubLayerOff~${block()}`)],
    add_norm: norms,
    add: norms,
    norm: () => (isLayered(place.part) ? norms() : []), // the one at the top belongs to no block
  };

  /** Take the tensor on show from another sentence. */
  function patchField() {
    const tensor = run.tensorAt(place);
    const isSquare = tensor?.shape === "head query key"; // two sentences seldom have one shape
    if (!tensor || tensor.view || isSquare || /^(logits|probabilities)$/.test(tensor.path)) return [];
    const ofHead = tensor.heads ? place.head : "";
    const position = pinned?.row ?? "";
    const name = position === "" ? "patch" : "patch_position";
    return [field(name, { type: "text", size: 22, placeholder: say("change.patch_hint") }, (source) =>
      toggle(`Patch~${tensor.path}~${written(source)}~${position}~${ofHead}`))];
  }

  function showControls() {
    const sort = sortOf(place.part, run.model);
    const controls = [...(CONTROLS[sort]?.() ?? []), ...patchField()];
    find("change").hidden = controls.length === 0;
    find("change-controls").replaceChildren(...controls);
  }

  function showList(edits) {
    find("edits").hidden = edits.length === 0;
    find("edit-list").replaceChildren(...edits.map(({ code, label, problem }, i) => {
      const item = make("li", problem ? "unfit" : "", label);
      if (problem) item.append(make("small", "", say("edits_card.unfit", { problem })));
      const remove = make("button", "remove", "×");
      remove.type = "button";
      remove.setAttribute("aria-label", say("edits_card.remove", { edit: label }));
      remove.addEventListener("click", () => want(codes.filter((_, j) => j !== i)));
      item.append(remove);
      item.dataset.code = code;
      return item;
    }));
  }

  return {
    get codes() { return codes; },
    want,
    add: (code) => want([...codes, code]),

    showRun(next) {
      run = next;
      codes = run.sent.edits.map(({ code }) => code);
      showList(run.sent.edits);
      showComparison(find("comparison"), run.sent.comparison);
    },

    showPlace(next, focus) {
      place = next;
      pinned = focus;
      if (!kindOf(place.part) && isPainting) {
        isPainting = false;
        onBrush(false);
      }
      showControls();
    },

    /** A stroke of the brush: blocks its cells, or allows them if the first one was blocked. The same stroke again takes it back. */
    paint({ from, to }, blocked) {
      const span = (a, b) => (a === b ? `${a}` : `${Math.min(a, b)}-${Math.max(a, b)}`);
      const stroke = `Attention~${site()}~${span(from.row, to.row)}~${span(from.column, to.column)}~${head()}`;
      const [kind, opposite] = blocked[from.row][from.column] ? ["Allow", "Block"] : ["Block", "Allow"];
      if (codes.at(-1) === opposite + stroke) want(codes.slice(0, -1));
      else want([...codes, kind + stroke]);
    },
  };
}

/** What was typed, so that it can hold neither of the two marks that separate edits. */
const written = (text) => encodeURIComponent(text).replace(/~/g, "%7E").replace(/!/g, "%21");

/** Step by step: the word before, the word after, and how far the distributions are apart. */
function showComparison(table, comparison) {
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
