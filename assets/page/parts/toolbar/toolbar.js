// The toolbar and the status line: parts of the page that need no run.

import { writeAddress, readAddress } from "../../address.js";
import { fillStrings, say, stringsArrived } from "../../strings.js";
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
    let copied = true;
    try {
      await navigator.clipboard.writeText(location.href);
    } catch {
      copied = false; // not allowed here: the address itself is the link
    }
    const isUpload = readAddress().model?.startsWith("upload:");
    share.textContent = say(!copied ? "page.copy_failed" : isUpload ? "page.copied_upload" : "page.copied");
    setTimeout(() => { share.textContent = say("page.share"); }, 2500);
  });
}

/** @type {any} */
let progress = null; // { text, button, isError }: a model is on its way
let notice = ""; // what the page itself has to say, beside what Python said
let showStatus = () => {};

export function setNotice(text) {
  notice = text;
  showStatus();
}

/** What is going on takes the place of what was said, until it is over; `button` can end it. */
export function setProgress(text, button = null, isError = false) {
  progress = text ? { text, button, isError } : null;
  showStatus();
}

export function mountStatus({ element, props, watch }) {
  const line = element.querySelector("#status");
  showStatus = () => {
    if (progress) line.replaceChildren(progress.text, " ", progress.button ?? "");
    else line.textContent = [props.value?.text, notice].filter(Boolean).join(" ");
    line.classList.toggle("error", progress ? progress.isError : Boolean(props.value?.is_error || notice));
  };
  watch("value", () => {
    progress = null; // an answer is newer
    showStatus();
    if (props.value?.fetch) dispatchEvent(new CustomEvent("lacks", { detail: props.value }));
    if (props.value?.is_error) dispatchEvent(new Event("refused")); // the run on show stays the last good one
  });
  showStatus();
}
