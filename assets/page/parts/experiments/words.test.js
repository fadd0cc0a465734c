import assert from "node:assert/strict";
import { test } from "node:test";
import { spanOf, textOf } from "./words.js";

const token = (text, starts = true, special = false) => ({ text, starts, special });
const TOKENS = [
  token("The"),
  token("gr"),
  token("and", false),
  token("mother", false),
  token("bakes"),
  token(".", false),
  token("</s>", true, true),
];

test("the longest word is found with all its pieces", () => {
  const span = spanOf(TOKENS);
  assert.deepEqual(span, [1, 3]);
  assert.equal(textOf(TOKENS, span), "grandmother");
});

test("a full stop is no part of a word", () => {
  assert.deepEqual(spanOf([token("cats"), token(".", false)]), [0, 0]);
});

test("special tokens are no words", () => {
  assert.equal(spanOf([token("<s>", true, true), token("</s>", true, true)]), null);
  assert.deepEqual(spanOf([token("<s>", true, true), token("I")]), [1, 1]);
});
