// Light and dark: the class "dark" on the body decides, Gradio's parts and ours follow it.

const listeners = [];

export const themeName = () => (document.body.classList.contains("dark") ? "dark" : "light");

export function onTheme(listener) {
  listeners.push(listener);
}

export function setTheme(name) {
  document.body.classList.toggle("dark", name === "dark");
  for (const listener of listeners) listener(name);
}

/** The colour of a weight from 0 to 1, as [red, green, blue], from the ramp Plotly uses too. */
export function colourOf(ramp) {
  const stops = ramp.map((hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)));
  return (weight) => {
    const at = Math.min(Math.max(weight, 0), 1) * (stops.length - 1);
    const below = Math.min(Math.floor(at), stops.length - 2);
    return stops[below].map((value, i) =>
      Math.round(value + (stops[below + 1][i] - value) * (at - below)));
  };
}
