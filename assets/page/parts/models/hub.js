// Models from the Hub: fetched by a route of our own, so that nobody's run waits for the network.

import { make, say } from "../../strings.js";

const SUGGESTIONS = [
  "Helsinki-NLP/opus-mt-en-fr", "Helsinki-NLP/opus-mt-en-de", "google-bert/bert-base-uncased",
  "openai-community/gpt2", "sentence-transformers/all-MiniLM-L6-v2",
];
const megabytes = (bytes) => (bytes / 1e6).toFixed(bytes < 1e7 ? 2 : 0);

/** `onProgress` hears what this section says, for visitors who closed the dialog meanwhile. */
export function createHub(section, { open, onProgress }) {
  const find = (selector) => section.querySelector(selector);
  const [form, field, bar, said, cancel, button] = ["form", "#hub-name", "progress", "#hub-said", "#hub-cancel", "#hub-load"].map(find);
  /** @type {any} */
  let going = null; // { name, controller }

  find("#hub-suggestions").replaceChildren(...SUGGESTIONS.map((name) => {
    const suggestion = make("button", "suggestion", name);
    suggestion.type = "button";
    suggestion.addEventListener("click", () => { field.value = name; field.focus(); });
    return suggestion;
  }));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (await fetchModel(field.value, tell)) open(`hub:${nameIn(field.value)}`);
  });
  cancel.addEventListener("click", () => going?.controller.abort());

  function tell(text, isError = false) {
    said.textContent = text;
    said.classList.toggle("error", isError);
    field.setAttribute("aria-invalid", String(isError));
    onProgress(text, isError);
  }

  function show(isGoing) {
    bar.hidden = cancel.hidden = !isGoing;
    button.disabled = isGoing;
    bar.removeAttribute("value"); // how much there is to come is not known yet
  }

  function progress({ arrived, total }, name, told) {
    if (!total) return told(say("hub.asking", { name }));
    bar.max = total;
    bar.value = arrived;
    told(say(arrived < total ? "hub.progress" : "hub.reading", { name, arrived: megabytes(arrived), total: megabytes(total) }));
  }

  /** Bring a model into the server's memory; `told` gets every line of progress. True if it came. */
  async function fetchModel(typed, told) {
    const name = nameIn(typed);
    going?.controller.abort();
    const mine = { name, controller: new AbortController() };
    going = mine;
    show(true);
    told(say("hub.asking", { name }));
    try {
      const problem = await follow(name, mine.controller.signal, (state) => progress(state, name, told));
      told(problem, Boolean(problem));
      return !problem;
    } catch {
      const isCancelled = mine.controller.signal.aborted;
      if (going === mine) told(say(isCancelled ? "hub.cancelled" : "hub.unanswered"), !isCancelled);
      return false;
    } finally {
      if (going === mine) {
        going = null;
        show(false);
      }
    }
  }

  show(false);
  return { fetchModel, isGoing: () => going !== null, cancel: () => going?.controller.abort() };
}

/** A name as it is written here, on the Hub's pages, or in its addresses. */
const nameIn = (typed) => typed.trim().replace(/^(hub:|https:\/\/huggingface\.co\/)/, "").replace(/\/$/, "");

/** The problem in words, or nothing: the model is there. */
async function follow(name, signal, onState) {
  const answer = await fetch(new URL("viz/hub", document.baseURI), {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ name }), signal,
  });
  if (!answer.ok) return answer.text();
  const reader = /** @type {ReadableStream} */ (answer.body).pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Error("the answer ended too early");
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines.map((line) => JSON.parse(line))) {
      if ("model" in line) return "";
      if ("problem" in line) return line.problem;
      onState(line);
    }
  }
}
