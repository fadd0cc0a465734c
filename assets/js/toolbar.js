// The toolbar and the status line: parts of the page that need no run.

import { writeAddress, readAddress } from "./address.js";
import { fillStrings, say, useStrings } from "./strings.js";
import { setTheme, themeName } from "./theme.js";

export function mountToolbar({ element, props }) {
  useStrings(props.strings);
  fillStrings(element);
  const wished = readAddress().theme;
  if (wished === "light" || wished === "dark") setTheme(wished);

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
    share.textContent = say(copied ? "page.copied" : "page.copy_failed");
    setTimeout(() => { share.textContent = say("page.share"); }, 2500);
  });
}

let notice = ""; // what the page itself has to say, beside what Python said
let showStatus = () => {};

export function setNotice(text) {
  notice = text;
  showStatus();
}

export function mountStatus({ element, props, watch }) {
  const line = element.querySelector("#status");
  showStatus = () => {
    line.textContent = [props.value?.text, notice].filter(Boolean).join(" ");
    line.classList.toggle("error", Boolean(props.value?.is_error || notice));
  };
  watch("value", () => {
    showStatus();
    if (props.value?.is_error) dispatchEvent(new Event("refused")); // the run on show stays the last good one
  });
  showStatus();
}
