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

/** Colours for small pictures, from the very colour scales that Plotly gets. */
export function colourScales({ layout }) {
  const scale = (axis) => interpolate(layout[axis].colorscale);
  const signed = (axis) => {
    const colour = scale(axis);
    return (x) => colour((x + 1) / 2);
  };
  return {
    weights: scale("coloraxis"),
    plain: signed("coloraxis3"),
    q: signed("coloraxis4"),
    k: signed("coloraxis5"),
    v: signed("coloraxis6"),
  };
}

/** A colour scale as a function from 0 … 1 to [red, green, blue]. */
function interpolate(colorscale) {
  const stops = colorscale.map(([at, hex]) => [at, [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16))]);
  return (x) => {
    const within = Math.min(Math.max(x, 0), 1);
    const above = Math.max(1, stops.findIndex(([at]) => at >= within));
    const [[from, low], [to, high]] = [stops[above - 1], stops[above]];
    const share = (within - from) / (to - from);
    return low.map((value, i) => Math.round(value + (high[i] - value) * share));
  };
}
