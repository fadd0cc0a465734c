// Every text that a visitor reads comes from the language file, which Python hands over.

let dictionary = {};
let arrive;
const arrived = new Promise((resolve) => { arrive = resolve; });

export function useStrings(strings) {
  dictionary = strings;
  arrive();
}

/** They come with the viewer, once for the whole page: whoever is mounted before it waits. */
export const stringsArrived = () => arrived;

/** One string with its {blanks} filled; a value may be words itself. */
export function say(key, values = {}) {
  const text = dictionary[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (blank, name) => spoken(values[name] ?? blank));
}

/** The rests of all keys that begin so. */
export const keysUnder = (start) => Object.keys(dictionary)
  .filter((key) => key.startsWith(start)).map((key) => key.slice(start.length));

/** Words as Python sends them: a key and values. */
export const sayWords = ({ key, values }) => say(key, values);

const spoken = (value) => (value?.key ? sayWords(value) : isolated(String(value)));

const LEFTWARD = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/; // letters that are read from right to left

/** A word from right to left may not turn the sentence around it. */
export const isolated = (text) => (LEFTWARD.test(text) ? `\u2068${text}\u2069` : text);

/** Fill the elements of a constant template: data-string is their text, data-label their name. */
export function fillStrings(element) {
  for (const part of element.querySelectorAll("[data-string]")) {
    part.textContent = say(part.dataset.string);
  }
  for (const part of element.querySelectorAll("[data-label]")) {
    part.setAttribute("aria-label", say(part.dataset.label));
  }
}

/** An element with a class and a text. The text is never read as HTML. */
export function make(tag, className = "", text = "") {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text) element.textContent = text;
  return element;
}
