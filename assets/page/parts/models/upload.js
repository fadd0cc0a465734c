// One's own checkpoint: its files go to a route of our own; the name that comes back is a secret of
// this window. The address holds only its first letters, which lead nowhere without the rest.

import { make, say } from "../../strings.js";

const PREFIX = "upload:";
const SHOWN = 6; // letters of the name that the address holds

/** The model's name as the address may show it. */
export function publicName(model) {
  if (!model?.startsWith(PREFIX)) return model;
  const shown = model.slice(0, PREFIX.length + SHOWN);
  try {
    sessionStorage.setItem(shown, model);
  } catch {
    // without storage the model is lost when the page is left
  }
  return shown;
}

/** The query with the name that this window knows for what the address shows. */
export function withSecret(search) {
  const query = new URLSearchParams(search);
  const shown = query.get("model");
  if (!shown?.startsWith(PREFIX)) return search;
  try {
    query.set("model", sessionStorage.getItem(shown) ?? shown);
  } catch {
    return search;
  }
  return `?${query}`;
}

export function createUpload(section, { open, limits }) {
  const find = (selector) => section.querySelector(selector);
  const [form, input, said, button, list] = ["form", "input", "#upload-said", "#upload-load", "#upload-files"].map(find);
  const limitOf = (name) => limits[name] ?? limits.tokenizer; // bytes
  let chosen = [];

  function choose(files) {
    chosen = [...files];
    list.replaceChildren(...chosen.map(({ name, size }) => make("li", "", `${name} · ${size.toLocaleString("en")} B`)));
    button.disabled = chosen.length === 0;
    tell("");
  }

  function tell(text, isError = false) {
    said.textContent = text;
    said.classList.toggle("error", isError);
  }

  input.addEventListener("change", () => choose(input.files));
  form.addEventListener("dragover", (event) => { event.preventDefault(); form.classList.add("over"); });
  form.addEventListener("dragleave", () => form.classList.remove("over"));
  form.addEventListener("drop", (event) => {
    event.preventDefault();
    form.classList.remove("over");
    input.files = event.dataTransfer.files; // so that the field and the list agree
    choose(input.files);
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const large = chosen.find(({ name, size }) => size > limitOf(name)); // the server says so too, but hangs up on it
    if (large) return tell(say("errors.file_size", { file: large.name, count: large.size.toLocaleString("en"), limit: limitOf(large.name).toLocaleString("en") }), true);
    button.disabled = true;
    tell(say("upload.sending"));
    const body = new FormData();
    for (const file of chosen) body.append("file", file, file.name);
    try {
      const answer = await fetch(new URL("viz/upload", document.baseURI), { method: "POST", body, headers: { "X-Upload": "1" } });
      const text = await answer.text();
      tell(answer.ok ? "" : text, !answer.ok);
      if (answer.ok) open(JSON.parse(text).model);
    } catch {
      tell(say("upload.unanswered"), true);
    }
    button.disabled = false;
  });
  choose([]);
}
