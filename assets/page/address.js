// The address of the page is its state: a link shows what its sender saw.

const KEYS = ["model", "source", "target", "at", "head", "face", "step", "edits", "method", "theme"];

export function readAddress() {
  const query = new URLSearchParams(location.search);
  return Object.fromEntries(KEYS.map((key) => [key, query.get(key)]));
}

/** Write the wishes that differ from the present address; a new run gets an entry in the history. */
export function writeAddress(wishes, { isNewRun = false } = {}) {
  const url = new URL(location.href);
  for (const [key, value] of Object.entries(wishes)) {
    if (value === null || value === "") url.searchParams.delete(key);
    else url.searchParams.set(key, value);
  }
  if (url.href === location.href) return;
  if (isNewRun) history.pushState(null, "", url);
  else history.replaceState(null, "", url);
}

/** Whether the address asks for another run than the one every visitor sees first. */
export function asksForRun() {
  const { model, source, target, edits, method } = readAddress();
  return [model, source, target, edits, method].some((wish) => wish !== null);
}
