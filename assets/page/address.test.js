import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { asksForRun, readAddress, writeAddress } from "./address.js";

/** @type {string[][]} */
let history = []; // how the address was changed, and to what

/** Stand where the browser would after opening this query. */
function open(query) {
  const went = (how) => (_state, _title, url) => {
    history.push([how, new URL(url).search]);
    globalThis.location = /** @type {any} */ (new URL(url));
  };
  history = [];
  globalThis.location = /** @type {any} */ (new URL(`https://page.test/${query}`));
  globalThis.history = /** @type {any} */ ({
    pushState: went("push"),
    replaceState: went("replace"),
  });
}

globalThis.requestAnimationFrame = /** @type {any} */ (queueMicrotask);
/** When the page has been painted, and what was wished is written: timers run in their order. */
const painted = () => new Promise((resolve) => setTimeout(() => setTimeout(resolve)));

beforeEach(() => open(""));

test("what a link says is read back, and what it leaves out is null", () => {
  open("?source=I+like+%E2%80%9Ctea%E2%80%9D+%26+cats&head=2&strange=1");
  const { source, head, model, ...rest } = readAddress();
  assert.deepEqual([source, head, model], ["I like “tea” & cats", "2", null]);
  assert.ok(!("strange" in rest));
});

test("a wish that was written is read back as it was", async () => {
  const target = "J'aime +1 & 100 % <b>";
  writeAddress({ target });
  await painted();
  assert.equal(readAddress().target, target);
});

test("looking replaces the address, a new run makes a step of Back", async () => {
  await painted(); // whatever the tests before have left
  open("");
  writeAddress({ head: 3 });
  writeAddress({ source: "Hi." }, { isNewRun: true });
  assert.deepEqual(history, [
    ["replace", "?head=3"],
    ["push", "?head=3&source=Hi."],
  ]);
});

test("null and nothing take a key away; others stay, unknown ones too", async () => {
  open("?head=3&step=2&strange=1&theme=dark");
  writeAddress({ head: null, step: "" });
  await painted();
  assert.equal(location.search, "?strange=1&theme=dark");
});

test("0 is a wish", async () => {
  writeAddress({ step: 0 });
  await painted();
  assert.equal(readAddress().step, "0");
});

test("an address that says it already is not written again", () => {
  open("?head=3");
  writeAddress({ head: 3, at: null }, { isNewRun: true });
  assert.deepEqual(history, []);
});

test("only what changes the run asks for one", () => {
  const asking = ["model=x", "source=", "target=x", "edits=x", "method=beam"];
  const looking = ["at=x", "head=1", "face=code", "step=2", "theme=dark", ""];
  const asks = (query) => {
    open(`?${query}`);
    return asksForRun();
  };
  assert.deepEqual(asking.map(asks), [true, true, true, true, true]);
  assert.deepEqual(looking.map(asks), [false, false, false, false, false, false]);
});

test("what was looked at is written before a new run makes its step", async () => {
  writeAddress({ head: 1 });
  writeAddress({ head: 2, step: 4 });
  await painted();
  assert.deepEqual(history, [["replace", "?head=2&step=4"]]); // once, and after painting
});
