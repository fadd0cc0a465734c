// Labels along an axis: at most as many as can be read, and all of them where the picture is
// zoomed into. figures/axes.py does the same for the whole axis.

import { escapeLabel } from "./fills.js";

export const MAX_TICK_LABELS = 24;

/** Which of `labels`, one per position, are written between two ends of an axis, in any order. */
export function ticks(labels, [one, other]) {
  const first = Math.max(0, Math.ceil(Math.min(one, other)));
  const last = Math.min(labels.length - 1, Math.floor(Math.max(one, other)));
  const step = Math.max(1, Math.ceil((last - first + 1) / MAX_TICK_LABELS));
  const shown = labels.map((_, i) => i).filter((i) => i >= first && i <= last && i % step === 0);
  return { tickvals: shown, ticktext: shown.map((i) => escapeLabel(labels[i])) };
}

/** The ticks that fit what `graph` shows now, for its long axes. */
export function ticksOf(graph, axes) {
  const long = Object.entries(axes).filter(([, labels]) => labels.length > MAX_TICK_LABELS);
  return Object.fromEntries(long.map(([axis, labels]) => [axis, ticks(labels, graph._fullLayout[axis].range)]));
}
