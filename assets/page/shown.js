// Which run is on show: the viewer says so, whoever else needs it asks.

/** @type {any} */
let shown = null;

export function nowShows(run) {
  shown = run;
}

export const runOnShow = () => shown;
