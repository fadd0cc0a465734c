import assert from "node:assert/strict";
import { test } from "node:test";
import { best, cosines, escapeLabel, filled } from "./fills.js";

/** What one recipe makes of what is given, put into an otherwise empty figure. */
function fill(recipe, main) {
  const figure = { data: [{}], layout: {}, fills: [{ path: "data.0.z", recipe, given: "main" }] };
  return filled(figure, { main }).data[0].z;
}

test("a fill goes where its path says, and the figure that was sent stays as it was", () => {
  const fills = [
    { path: "data.1.z", recipe: "itself", given: "number" },
    { path: "layout.xaxis.range", recipe: "minus", given: "number" },
  ];
  const figure = { data: [{ z: 0 }, {}], layout: { title: "t" }, fills };
  const { data, layout } = filled(figure, { number: 7 });
  assert.deepEqual(data, [{ z: 0 }, { z: 7 }]);
  assert.deepEqual(layout, { title: "t", xaxis: { range: -7 } });
  assert.deepEqual(figure, { data: [{ z: 0 }, {}], layout: { title: "t" }, fills });
});

test("a column is taken across the rows", () => {
  const matrix = [
    [1, 2, 3],
    [4, 5, 6],
  ];
  assert.deepEqual(fill("column:2", matrix), [3, 6]);
});

test("cells that a mask forbids are 1, all others nothing", () => {
  assert.deepEqual(fill("blocked", [[0, 1, 1]]), [[null, 1, 1]]);
});

test("forbidden cells as points: x is the column, y the row", () => {
  const mask = [
    [0, 1, 0],
    [0, 0, 1],
  ];
  assert.deepEqual(fill("blocked_columns", mask), [1, 2]);
  assert.deepEqual(fill("blocked_rows", mask), [0, 1]);
});

test("what is not finite leaves a gap", () => {
  const row = [1, Number.NEGATIVE_INFINITY, Number.NaN];
  assert.deepEqual(fill("finite", [row]), [[1, null, null]]);
});

test("a cell is labelled from one fifth, with two digits", () => {
  assert.deepEqual(fill("labels", [[0.1999, 0.2, 0.987]]), [["", "0.20", "0.99"]]);
});

test("a picture of too many cells has no labels at all", () => {
  const of = (size) => Array.from({ length: size }, () => new Array(size).fill(0.5));
  assert.equal(fill("labels", of(31)), null); // 961 cells
  assert.equal(fill("template", of(31)), null);
  assert.equal(fill("template", of(30)), "%{text}"); // 900
});

test("every strength of line has its own cells, and a threshold cuts from below", () => {
  const weights = [
    [0.05, 0.9, 0],
    [0.3, 0.15, 0.55],
  ];
  const drawn = (threshold) => ({ weights, threshold });
  const ends = (level, threshold) => fill(`line_y:${level}`, drawn(threshold));
  assert.deepEqual(ends(0, 0), [0, 0, null]); // up to 0.1; a weight of 0 is no line
  assert.deepEqual(ends(2, 0), [1, 0, null]); // 0.25 to 0.4: from query 1 to key 0
  assert.deepEqual(ends(4, 0), []);
  assert.deepEqual(ends(5, 0), [0, 1, null]); // the strongest have no upper end
  assert.deepEqual(ends(1, 0.2), []); // 0.15 is below
  assert.deepEqual(fill("line_x:5", drawn(0)), [0, 1, null]);
});

test("vectors have their Euclidean length", () => {
  const one = [
    [3, 4],
    [0, 0],
  ];
  assert.deepEqual(fill("lengths", [one, [[5, 12]]]), [[5, 0], [13]]);
});

test("cosines: the same direction 1, the opposite -1, a right angle 0", () => {
  const [first] = cosines([
    [2, 0],
    [5, 0],
    [-1, 0],
    [0, 9],
  ]);
  assert.deepEqual(first, [1, 1, -1, 0]);
});

test("the zero vector is like nothing, and not NaN", () => {
  assert.deepEqual(
    cosines([
      [0, 0],
      [1, 0],
    ])[0],
    [0, 0],
  );
});

test("the best come largest first, and of equals the first", () => {
  assert.deepEqual(best([0.1, 0.4, 0.1, 0.3], 3), [1, 3, 0]);
  assert.equal(best(new Float32Array(50)).length, 10);
});

test("the best tokens with their share in words", () => {
  const given = { row: [0.0004, 0.25, 0.7496], vocabulary: ["a", "<s>", "b"] };
  assert.deepEqual(fill("best_values", given), [0.7496, 0.25, 0.0004]);
  assert.deepEqual(fill("best_percent", given), ["75.0%", "25.0%", "&lt; 0.1%"]);
  assert.deepEqual(fill("best_texts", given), ["b", "&lt;s&gt;", "a"]);
});

test("a label is plain text for Plotly", () => {
  assert.equal(escapeLabel("<b>&amp;</b>"), "&lt;b&gt;&amp;amp;&lt;/b&gt;");
});
