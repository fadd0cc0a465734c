// The plan of the diagram in the pixels that there are: boxes become wider or narrower, higher or lower;
// the text in them keeps its size.

const SIDE = 20; // pixels left and right of the boxes: a frame, and what goes around a box
const BETWEEN = 34; // between two towers
const WIDEST = 160;
const [FLATTEST, TALLEST] = [0.78, 1.5]; // of the heights in Python's plan

/**
 * @template {{ width: number, height: number, boxes: any[], frames: any[] }} Plan
 * @param {Plan} plan
 * @param {{ width: number, height: number }} room
 * @returns {{ width: number, height: number, boxes: any[], frames: any[] }}
 */
export function fit(plan, room) {
  const columns = 1 + Math.max(...plan.boxes.map(({ column }) => column));
  const width = Math.min(WIDEST, (room.width - 2 * SIDE - (columns - 1) * BETWEEN) / columns);
  const left = (room.width - columns * width - (columns - 1) * BETWEEN) / 2;
  const scale = Math.min(Math.max(room.height / plan.height, FLATTEST), TALLEST);
  const towers = [...new Set(plan.boxes.map(({ tower }) => tower))];
  const x = (column) => left + column * (width + BETWEEN);
  return {
    width: room.width,
    height: plan.height * scale,
    boxes: plan.boxes.map((box) => ({ ...box, x: x(box.column), y: box.y * scale, width, height: box.height * scale })),
    frames: plan.frames.map((frame) => ({
      ...frame, x: x(towers.indexOf(frame.tower)) - 10, y: frame.y * scale, width: width + 20, height: frame.height * scale,
    })),
  };
}
