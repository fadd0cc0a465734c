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

const STEPS = 1023; // finer than a screen's 256 shades: an exact scale looks the same, and costs more

/** A colour for CSS. */
export const css = (colour) => `rgb(${colour & 255},${(colour >> 8) & 255},${(colour >> 16) & 255})`;

/** Colour a cell, and its text so that it can be read on it. */
export function shade(cell, colour) {
  const { background, tone } = shadeOf(colour);
  cell.style.background = background;
  cell.classList.remove("on-dark", "on-light");
  cell.classList.add(tone);
}

/** The same as a value for CSS and a class. */
export const shadeOf = (colour) => ({ background: css(colour), tone: luminance(colour) < MIDDLE ? "on-dark" : "on-light" });

const MIDDLE = 0.179; // below it white text contrasts more than black (WCAG's relative luminance)

function luminance(colour) {
  const [red, green, blue] = [0, 8, 16].map((shift) => {
    const part = ((colour >> shift) & 255) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** A colour scale as a function from 0 … 1 to a pixel of ImageData; the answers are looked up. */
function interpolate(colorscale) {
  const stops = colorscale.map(([at, hex]) => [at, [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16))]);
  const table = Array.from({ length: STEPS + 1 }, (_, step) => between(stops, step / STEPS));
  return (x) => table[x <= 0 ? 0 : x >= 1 ? STEPS : Math.round(x * STEPS)];
}

function between(stops, x) {
  const above = Math.max(1, stops.findIndex(([at]) => at >= x));
  const [[from, low], [to, high]] = [stops[above - 1], stops[above]];
  const [red, green, blue] = low.map((value, i) => Math.round(value + ((high[i] - value) * (x - from)) / (to - from)));
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0; // all four bytes in one number: red is the lowest
}
