// The large picture: Python's figure with this place's numbers in it, drawn by Plotly.

import { filled } from "./fills.js";
import { say } from "../strings.js";
import { ticksOf } from "./ticks.js";

export const QUIET = { displaylogo: false, showSendToCloud: false, displayModeBar: false }; // no buttons, nothing uploaded
const CONFIG = { ...QUIET, responsive: false, doubleClick: false };
const isTouched = matchMedia("(pointer: coarse)"); // a finger scrolls; it zooms when it is told to
const LETTER = 7; // pixels of a letter or digit in a cell
const NARROW = 560; // pixels: below this, labels shrink

export function createFigure(frame, { templates, onPoint, onPin, onZoom }) {
  const graph = frame.querySelector("#detail-figure");
  const bands = { row: frame.querySelector("#row-band"), column: frame.querySelector("#column-band") };
  const plotly = loadPlotly();
  /** @type {any} */
  let wanted = null; // { figure, given, meta, theme, axes, rows }: what shall be on show
  let listening = false;
  let outlined = null; // the cell that the bands frame
  let isZooming = !isTouched.matches; // whether dragging zooms

  async function draw() {
    const mine = wanted;
    if (!(await plotly)) {
      graph.textContent = say("viewer.no_plotly");
      return;
    }
    // Something newer is on its way, or the page is not laid out yet: the observer calls again.
    if (mine !== wanted || !graph.clientWidth) return;
    const { data, layout } = filled(mine.figure, mine.given);
    for (const trace of data) if (trace.texttemplate && !fits(mine)) trace.texttemplate = "";
    const frame = frameOf(mine, layout);
    if (graph.layout?.uirevision === frame.uirevision) { // it stays as far zoomed as it is
      for (const [axis, fitting] of Object.entries(ticksOf(graph, mine.axes))) Object.assign(frame[axis], fitting);
    }
    await Plotly.react(graph, data, { ...layout, ...frame }, CONFIG);
    if (!listening) listen();
  }

  function frameOf({ theme, meta, rows }, layout) {
    const width = graph.clientWidth;
    const isFitted = getComputedStyle(graph).getPropertyValue("--fitted").trim() === "1";
    const small = width < NARROW ? { tickfont: { size: 12 } } : {};
    const cell = Math.max(width < NARROW ? 22 : 30, Math.min(44, 420 / rows));
    return {
      xaxis: { ...layout.xaxis, ...small, ...(isFitted && layout.xaxis?.side === "top" ? { title: { text: "" } } : {}) }, // the box says it
      yaxis: { ...layout.yaxis, ...small },
      template: templates[theme],
      ...(isFitted ? { margin: { ...layout.margin, t: 2, b: 2, l: 2, r: 8 } } : {}),
      width,
      height: isFitted ? graph.clientHeight : Math.min(820, Math.max(260, rows * cell + 110)),
      dragmode: isZooming ? "zoom" : false,
      // zoom and pan survive a change of head, not a change of run or of picture
      uirevision: `${meta.run}/${meta.picture}`,
      meta,
    };
  }

  /** Whether a number of three digits fits into a cell; else the colour has to say it. */
  function fits({ rows, columns, axes }) {
    const names = Math.max(0, ...(axes.yaxis ?? []).map((label) => label.length)) * LETTER;
    return (graph.clientWidth - names - 40) / columns >= 4.5 * LETTER && (graph.clientHeight - 40) / rows >= 2 * LETTER;
  }

  function listen() {
    listening = true;
    const cell = ({ points: [point] }) => ({ row: point.y, column: point.x });
    graph.on("plotly_hover", (event) => onPoint(cell(event)));
    graph.on("plotly_unhover", () => onPoint(null));
    graph.on("plotly_click", (event) => onPin(cell(event)));
    graph.on("plotly_relayout", relabel);
    graph.on("plotly_doubleclick", zoomOut);
  }

  /** Back to the whole picture. Left alone, Plotly would go back to the first one it ever drew. */
  function zoomOut() {
    const changes = {};
    for (const axis of ["xaxis", "yaxis"]) {
      const range = wanted.figure.layout[axis]?.range;
      changes[range ? `${axis}.range` : `${axis}.autorange`] = range ? [...range] : true;
    }
    Plotly.relayout(graph, changes);
  }

  /** Zoomed in, all words of the part on show are written; zoomed out, as many as can be read. */
  function relabel() {
    const changes = {};
    for (const [axis, { tickvals, ticktext }] of Object.entries(ticksOf(graph, wanted.axes))) {
      if (String(graph.layout[axis].tickvals) === String(tickvals)) continue; // else it never ends
      changes[`${axis}.tickvals`] = tickvals;
      changes[`${axis}.ticktext`] = ticktext;
    }
    if (Object.keys(changes).length) Plotly.relayout(graph, changes);
    placeBands(bands, graph, outlined);
    onZoom(isZoomed());
  }

  const isZoomed = () => ["xaxis", "yaxis"].some((axis) => {
    const whole = wanted.figure.layout[axis]?.range;
    return whole && String(whole) !== String(graph.layout[axis].range);
  });

  new ResizeObserver(() => {
    const { width, height } = graph._fullLayout ?? {};
    if (!wanted || !graph.clientWidth || (graph.clientWidth === width && graph.clientHeight === height)) return;
    draw().then(() => placeBands(bands, graph, outlined));
  }).observe(graph);

  return {
    zoomOut,

    /** Whether dragging zooms. */
    zoomBy(isOn) {
      isZooming = isOn;
      if (graph._fullLayout) Plotly.relayout(graph, { dragmode: isOn ? "zoom" : false });
    },

    async show(next) {
      wanted = next;
      await draw();
    },
    placeBands(focus) {
      outlined = focus;
      placeBands(bands, graph, focus);
    },
  };
}

/** Two outlines over the figure: moving them costs nothing, redrawing the figure would. */
function placeBands(bands, graph, focus) {
  const layout = graph._fullLayout;
  bands.row.hidden = !layout || focus?.row == null;
  bands.column.hidden = !layout || focus?.column == null;
  if (!layout) return;
  const { xaxis, yaxis } = layout;
  const span = (axis, at) => {
    const ends = [axis.l2p(at - 0.5), axis.l2p(at + 0.5)].map((p) => Math.min(Math.max(p, 0), axis._length));
    return [axis._offset + Math.min(...ends), Math.abs(ends[1] - ends[0])];
  };
  const place = (band, left, top, width, height) => {
    Object.assign(band.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  };
  if (!bands.row.hidden) {
    const [top, height] = span(yaxis, focus.row);
    place(bands.row, xaxis._offset, top, xaxis._length, height);
  }
  if (!bands.column.hidden) {
    const [left, width] = span(xaxis, focus.column);
    place(bands.column, left, yaxis._offset, width, yaxis._length);
  }
}

/** @type {Promise<boolean> | null} */
let loading = null;

/** plotly.js comes from the plotly Python package, once. Resolves to whether it could be loaded. */
export function loadPlotly() {
  loading ??= new Promise((resolve) => {
    const script = document.createElement("script");
    script.src = new URL("viz/plotly.js", document.baseURI).href;
    script.onload = () => resolve(true);
    script.onerror = () => resolve(false);
    document.head.append(script);
  });
  return loading;
}
