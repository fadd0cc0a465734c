// A configuration of one's own: a form, what it costs while one types, and a button that builds it.

import { createCosts } from "./costs.js";
import { askJson } from "../../server.js";
import { store } from "../../store.js";
import { make, say } from "../../strings.js";
import { createChoice } from "../widgets/widgets.js";

const PAUSE = 250; // milliseconds without a key before the server is asked
const SMALL = "encoder-decoder"; // the first start: the small model that Python describes
const MORE = ["tied", "max_len", "layer_norm_eps"]; // seldom changed, so they stand behind a line
const OPTIONAL = ["d_k", "d_v"]; // left empty, they follow from the others: 0 in the name

export function createOwn(section, { open, form, templates }) {
  const find = (id) => section.querySelector(`#${id}`);
  const costs = createCosts(section, { templates });
  const controls = new Map(); // name -> { line, control, problem }
  const length = find("own-length");
  /** @type {any} */
  let timer = 0;
  let latest = 0; // the newest question; an older answer is not shown
  /** @type {any} */
  let answer = null; // to the newest question, or null while it is on its way
  let isLengthTyped = false;
  let isTouched = false; // the form holds what somebody typed or chose

  addControl({ name: "architecture", options: Object.keys(form.architectures) });
  for (const field of form.fields) addControl(field);
  controls.set("n", { control: length, problem: find("own-length-problem") });
  find("own-limit").textContent = say("own.limit", { most: form.most_parameters.toLocaleString("en") });
  length.max = form.longest;
  length.addEventListener("input", () => { isLengthTyped = true; });
  section.querySelector("form").addEventListener("input", () => { isTouched = true; askSoon(); });
  section.querySelector("form").addEventListener("submit", build);

  function addControl(field) {
    const { name, options } = field;
    const words = say(`own.${name}`);
    const line = make("label", "own-field");
    const title = make("span", "", `${words} `);
    if (words !== name) title.append(make("code", "", name));
    const control = options?.length
      ? createChoice(words, options.map((option) => [option, option]), field.default, () => {})
      : Object.assign(make("input"), { type: "number", min: field.least, max: field.most, step: 1 });
    control.id = `own-${name}`;
    const hint = make("small", "label", options?.length ? "" : say(`own.hint_${name}`, bounds(field)));
    const problem = make("small", "problem");
    problem.setAttribute("role", "alert");
    [hint.id, problem.id] = [`own-${name}-hint`, `own-${name}-problem`];
    control.setAttribute("aria-describedby", `${hint.id} ${problem.id}`);
    if (OPTIONAL.includes(name)) control.placeholder = say("own.automatic");
    line.append(title, control, hint, problem);
    find(MORE.includes(name) ? "own-more" : "own-fields").append(line);
    controls.set(name, { line, control, problem });
  }

  /** The fields that the chosen architecture has. */
  function present() {
    const towers = form.architectures[controls.get("architecture").control.value];
    return form.fields.filter(({ tower }) => !tower || towers.includes(tower));
  }

  function showPresent() {
    const names = present().map(({ name }) => name);
    for (const { name } of form.fields) controls.get(name).line.hidden = !names.includes(name);
  }

  function modelTyped() {
    const parts = present().map(({ name }) => `${name}=${typed(controls.get(name).control, OPTIONAL.includes(name) ? "0" : "")}`);
    return form.prefix + [controls.get("architecture").control.value, ...parts].join("~");
  }

  function askSoon() {
    showPresent();
    answer = null;
    clearTimeout(timer);
    timer = setTimeout(() => question(modelTyped()), PAUSE);
  }

  /** What a model costs; resolves when the answer is on show, or is overtaken by a newer question. */
  async function question(model) {
    clearTimeout(timer);
    const mine = ++latest;
    const scale = find("own-log").checked ? "log" : "linear";
    const query = new URLSearchParams({ model, n: typed(length), scale });
    let got;
    try {
      got = await askJson(`viz/costs?${query}`);
    } catch (failure) {
      got = { costs: null, problem: { field: null, text: say("own.failed", { reason: failure.message }) } };
    }
    if (mine !== latest) return null;
    answer = got;
    show(got);
    return got;
  }

  function show({ costs: found, problem }) {
    for (const [name, { control, problem: place }] of controls) {
      const isTheirs = problem?.field === name;
      place.textContent = isTheirs ? problem.text : "";
      control.setAttribute("aria-invalid", String(isTheirs));
      if (isTheirs && MORE.includes(name)) find("own-further").open = true;
    }
    find("own-problem").textContent = !problem ? "" : problem.field && found ? say("own.too_large") : problem.field ? say("own.kept") : problem.text;
    find("own-build").disabled = Boolean(problem);
    section.classList.toggle("stale", !found); // the last good table and curves stay
    if (!found) return;
    find("own-name").textContent = found.model;
    costs.show(found);
  }

  /** Fill the form with a model's configuration; its costs are that very model's. */
  async function start(model) {
    const got = await question(model);
    if (!got?.costs) return;
    for (const [name, value] of Object.entries(got.costs.values)) {
      controls.get(name).control.value = OPTIONAL.includes(name) && value === "0" ? "" : value;
    }
    showPresent();
    const isUsual = (name) => controls.get(name).control.value === form.fields.find((field) => field.name === name).default;
    if (!MORE.every(isUsual)) find("own-further").open = true; // what was started from shows all that is particular
    const { differs } = got.costs;
    if (differs.length) find("own-problem").textContent = say("own.nearest", { fields: differs.join(", ") });
  }

  async function build(event) {
    event.preventDefault();
    const got = answer ?? await question(modelTyped());
    if (got && !got.problem) open(got.costs.model);
  }

  function listStarts() {
    const here = store.state.model?.name;
    const starts = [
      ["", say("own.start_from")],
      ...(here ? [[here, say("own.this_model")]] : []),
      [form.prefix + SMALL, say("own.small_model")],
      ...form.starts.filter(({ name }) => name !== here).map(({ name, title }) => [name, title]),
    ];
    const choice = createChoice(say("own.start_from"), starts, "", (name) => {
      isTouched = true;
      if (name) start(name);
    });
    choice.id = "own-start";
    choice.addEventListener("input", (event) => event.stopPropagation()); // it is no field
    find("own-starts").replaceChildren(choice);
  }

  return {
    /** The dialog opens, or a run arrives while it is open: what was typed stays; n follows the run until it is typed. */
    show() {
      listStarts();
      const { run } = store.state;
      if (run && !isLengthTyped) length.value = Math.max(run.source.tokens.length, run.target.tokens.length);
      if (isTouched) question(modelTyped());
      else start(run?.model.name.startsWith(form.prefix) ? run.model.name : form.prefix + SMALL);
    },
  };
}

/** What stands in a field; the browser hides what is no number at all, so a mark stands for it. */
function typed(control, empty = "") {
  return control.validity.badInput ? "?" : control.value.trim() || empty;
}

const bounds = ({ least, most }) => ({ least: least.toLocaleString("en"), most: most.toLocaleString("en") });
