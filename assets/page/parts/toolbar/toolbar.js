// The toolbar and the status line: parts of the page that need no run.

import { copy } from "../../clipboard.js";
import { writeAddress, readAddress } from "../../address.js";
import { store } from "../../store.js";
import { fillStrings, say, sayWords, stringsArrived } from "../../strings.js";
import { setTheme, themeName } from "../../theme.js";

export async function mountToolbar({ element }) {
  const wished = readAddress().theme;
  if (wished === "light" || wished === "dark") setTheme(wished);
  await stringsArrived();
  fillStrings(element);

  element.querySelector("#theme-button").addEventListener("click", () => {
    setTheme(themeName() === "dark" ? "light" : "dark");
    writeAddress({ theme: themeName() });
  });

  const share = element.querySelector("#share-link");
  share.addEventListener("click", async () => {
    const copied = await copy(location.href); // where it is not allowed, the address itself is the link
    const isUpload = readAddress().model?.startsWith("upload:");
    const said = element.querySelector("#share-said");
    said.textContent = say(!copied ? "page.copy_failed" : isUpload ? "page.copied_upload" : "page.copied");
    setTimeout(() => { said.textContent = ""; }, 2500);
  });
}

export function mountStatus({ element, props, watch }) {
  const line = element.querySelector("#status");
  function show({ progress, notice }) {
    const said = (props.value?.words ?? []).map(sayWords);
    if (progress) line.replaceChildren(progress.text, " ", progress.button ?? "");
    else line.textContent = [...said, notice].filter(Boolean).join(" ");
    line.classList.toggle("error", progress ? progress.isError : Boolean(props.value?.is_error || notice));
  }
  store.watch(["progress", "notice"], show);
  watch("value", () => {
    const isRefused = Boolean(props.value?.is_error);
    const { run, edits } = store.state;
    store.set({
      progress: null, // an answer is newer
      lacks: props.value?.fetch ?? "",
      isWaiting: false,
      isStale: isRefused,
      ...(isRefused && run ? { past: store.state.past.slice(0, -1) } : {}),
      edits: isRefused && run ? run.edits.map(({ edit }) => edit) : edits, // what was wished in vain is wished no more
    });
    show(store.state);
  });
  stringsArrived().then(() => show(store.state));
}
