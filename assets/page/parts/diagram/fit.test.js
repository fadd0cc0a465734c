import assert from "node:assert/strict";
import { test } from "node:test";
import { fit } from "./fit.js";

const box = (part, tower, column, y) => ({
  part,
  tower,
  column,
  x: 18 + column * 204,
  y,
  width: 160,
  height: 30,
});
const PLAN = {
  width: 400,
  height: 600,
  boxes: [
    box("a", "encoder", 0, 500),
    box("b", "encoder", 0, 300),
    box("c", "decoder", 1, 500),
    box("d", "decoder", 1, 20),
  ],
  frames: [{ tower: "decoder", x: 212, y: 10, width: 180, height: 400, layers: 2 }],
};

test("two towers stand side by side in the room that there is", () => {
  for (const width of [240, 320, 700]) {
    const { boxes } = fit(PLAN, { width, height: 600 });
    const [encoder, decoder] = [boxes[0], boxes[2]];
    assert.ok(encoder.x >= 10 && decoder.x + decoder.width <= width - 10);
    assert.ok(encoder.x + encoder.width + 30 <= decoder.x);
    assert.ok(encoder.width <= 160);
  }
});

test("the height is filled, within reason", () => {
  assert.equal(fit(PLAN, { width: 300, height: 660 }).height, 660);
  assert.equal(fit(PLAN, { width: 300, height: 100 }).height, 600 * 0.78); // then it scrolls
  assert.equal(fit(PLAN, { width: 300, height: 2000 }).height, 900);
});

test("a frame stays around its tower", () => {
  const {
    boxes,
    frames: [frame],
  } = fit(PLAN, { width: 300, height: 480 });
  assert.ok(frame.x < boxes[2].x && frame.x + frame.width > boxes[2].x + boxes[2].width);
  assert.equal(frame.y / boxes[3].y, 10 / 20);
});
