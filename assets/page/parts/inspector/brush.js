// Painting on a mask: drag over cells of the picture; nothing is asked before the pointer is let go.

export function createBrush(frame, { onStroke }) {
  const graph = frame.querySelector("#detail-figure");
  const area = frame.querySelector("#brush");
  const box = area.firstElementChild;
  /** @type {any} */
  let size = null; // [rows, columns] of the picture
  /** @type {any} */
  let stroke = null; // { from, to }, each { row, column }

  function cellAt({ clientX, clientY }) {
    const { xaxis, yaxis } = graph._fullLayout;
    const { left, top } = area.getBoundingClientRect();
    const within = (at, count) => Math.min(Math.max(Math.round(at), 0), count - 1);
    return {
      row: within(yaxis.p2l(clientY - top), size[0]),
      column: within(xaxis.p2l(clientX - left), size[1]),
    };
  }

  const range = (axis, a, b) => {
    const ends = [axis.l2p(Math.min(a, b) - 0.5), axis.l2p(Math.max(a, b) + 0.5)];
    return [Math.min(...ends), Math.abs(ends[1] - ends[0])];
  };

  function outline() {
    box.hidden = !stroke;
    if (!stroke) return;
    const { xaxis, yaxis } = graph._fullLayout;
    const [left, width] = range(xaxis, stroke.from.column, stroke.to.column);
    const [top, height] = range(yaxis, stroke.from.row, stroke.to.row);
    Object.assign(box.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  }

  area.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    area.setPointerCapture(event.pointerId);
    const cell = cellAt(event);
    stroke = { from: cell, to: cell };
    outline();
  });
  area.addEventListener("pointermove", (event) => {
    if (!stroke) return;
    stroke.to = cellAt(event);
    outline();
  });
  area.addEventListener("pointerup", () => {
    const done = stroke;
    stroke = null;
    outline();
    if (done) onStroke(done);
  });
  area.addEventListener("pointercancel", () => {
    stroke = null;
    outline();
  });

  return {
    /** Lie over the picture, or go away where there is nothing to paint on. */
    show(isOn, rows, columns) {
      area.hidden = !isOn || !graph._fullLayout;
      if (area.hidden) return;
      size = [rows, columns];
      const { xaxis, yaxis } = graph._fullLayout;
      const px = (value) => `${value}px`;
      Object.assign(area.style, {
        left: px(xaxis._offset), top: px(yaxis._offset), width: px(xaxis._length), height: px(yaxis._length),
      });
    },
  };
}
