// The large picture: Python's figure with this place's numbers in it, drawn by Plotly.

import { filled } from "./fills.js";
import { say } from "./strings.js";

const CONFIG = { displaylogo: false, showSendToCloud: false, displayModeBar: false, responsive: false };
const NARROW = 560; // pixels: below this, labels shrink

export function createFigure(frame, { templates, onPoint, onPin }) {
  const graph = frame.querySelector("#detail-figure");
  const bands = { row: frame.querySelector("#row-band"), column: frame.querySelector("#column-band") };
  const plotly = loadPlotly();
  let wanted = null; // { figure, given, meta, theme, rows }: what shall be on show
  let listening = false;

  async function draw() {
    const mine = wanted;
    if (!(await plotly)) {
      graph.textContent = say("viewer.no_plotly");
      return;
    }
    // Something newer is on its way, or the page is not laid out yet: the observer calls again.
    if (mine !== wanted || !graph.clientWidth) return;
    const { data, layout } = filled(mine.figure, mine.given);
    if (graph.clientWidth < NARROW) for (const trace of data) if (trace.texttemplate) trace.textfont = { size: 8 };
    await Plotly.react(graph, data, { ...layout, ...frameOf(mine, layout) }, CONFIG);
    if (!listening) listen();
  }

  function frameOf({ theme, meta, rows }, layout) {
    const width = graph.clientWidth;
    const small = width < NARROW ? { tickfont: { size: 10 } } : {};
    const cell = Math.max(width < NARROW ? 22 : 30, Math.min(44, 420 / rows));
    return {
      xaxis: { ...layout.xaxis, ...small },
      yaxis: { ...layout.yaxis, ...small },
      template: templates[theme],
      width,
      height: Math.min(820, Math.max(260, rows * cell + 110)),
      // zoom and pan survive a change of head, not a change of run or of picture
      uirevision: `${meta.run}/${meta.picture}`,
      meta,
    };
  }

  function listen() {
    listening = true;
    const cell = ({ points: [point] }) => ({ row: point.y, column: point.x });
    graph.on("plotly_hover", (event) => onPoint(cell(event)));
    graph.on("plotly_unhover", () => onPoint(null));
    graph.on("plotly_click", (event) => onPin(cell(event)));
  }

  new ResizeObserver(() => {
    if (wanted && graph.clientWidth && graph.clientWidth !== graph._fullLayout?.width) draw();
  }).observe(graph);

  return {
    async show(next) {
      wanted = next;
      await draw();
    },
    placeBands: (focus) => placeBands(bands, graph, focus),
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

/** plotly.js comes from the plotly Python package, once. Resolves to whether it could be loaded. */
function loadPlotly() {
  return new Promise((resolve) => {
    const script = document.createElement("script");
    script.src = new URL("viz/plotly.js", document.baseURI);
    script.onload = () => resolve(true);
    script.onerror = () => resolve(false);
    document.head.append(script);
  });
}
