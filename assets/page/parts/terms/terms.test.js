import assert from "node:assert/strict";
import { test } from "node:test";
import { useStrings } from "../../strings.js";
import { termed } from "./terms.js";

globalThis.document ??= /** @type {any} */ ({
  createElement: () => ({ dataset: {}, setAttribute() {}, textContent: "" }),
});
useStrings({
  "term.head": "head",
  "term_means.head": "One of several.",
  "term.logit_lens": "logit lens",
  "term_means.logit_lens": "A look ahead.",
  "term.logit": "logit",
  "term_means.logit": "A number.",
});
const said = (text) =>
  termed(text)
    .map((node) => (typeof node === "string" ? node : `[${node.textContent}]`))
    .join("");

test("a term is explained where it first comes up, the longest one that fits", () => {
  assert.equal(
    said("The logit lens of a head; another head."),
    "The [logit lens] of a [head]; another head.",
  );
});

test("a part of a word is no term", () => {
  assert.equal(said("ahead, heads, head-on"), "ahead, heads, [head]-on");
});

test("a text without terms stays as it is", () => {
  assert.deepEqual(termed("Nothing here."), ["Nothing here."]);
});
