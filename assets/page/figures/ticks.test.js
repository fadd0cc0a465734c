import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_TICK_LABELS, ticks, ticksOf } from "./ticks.js";

const words = (count) => Array.from({ length: count }, (_, i) => `w${i}`);

test("a short axis has a label at every position, whichever way it runs", () => {
  const all = { tickvals: [0, 1, 2], ticktext: ["w0", "w1", "w2"] };
  assert.deepEqual(ticks(words(3), [-0.5, 2.5]), all);
  assert.deepEqual(ticks(words(3), [2.5, -0.5]), all);
});

test("a long axis has as many as can be read, evenly", () => {
  const { tickvals, ticktext } = ticks(words(128), [-0.5, 127.5]);
  assert.ok(tickvals.length <= MAX_TICK_LABELS);
  const steps = new Set(tickvals.slice(1).map((at, i) => at - tickvals[i]));
  assert.deepEqual([...steps], [6]); // the least step with at most 24 labels of 128
  assert.deepEqual(ticktext.slice(0, 2), ["w0", "w6"]);
});

test("where the picture is zoomed into, every position in sight has its label", () => {
  assert.deepEqual(ticks(words(128), [40.5, 43.2]).tickvals, [41, 42, 43]);
});

test("a label is plain text for Plotly", () => {
  assert.deepEqual(ticks(["<s>"], [-0.5, 0.5]).ticktext, ["&lt;s&gt;"]);
});

test("only axes that are too long for all labels get new ones", () => {
  const graph = { _fullLayout: { xaxis: { range: [0, 1] }, yaxis: { range: [0, 9] } } };
  const found = ticksOf(graph, { xaxis: words(25), yaxis: words(24) });
  assert.deepEqual(found, { xaxis: { tickvals: [0, 1], ticktext: ["w0", "w1"] } });
});
