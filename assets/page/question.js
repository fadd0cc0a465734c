// The one question to the server. Gradio asks for it when it sends; its answer is the viewer's value.

import { store } from "./store.js";

let pending = { action: "run" }; // the newest question, to be repeated if a model had to be fetched first
let trigger = () => {};
let asked = 0; // number of the newest question about edits; an older answer is not shown

/** How the viewer's event is raised. */
export function askThrough(raise) {
  trigger = () => raise("ask");
}

/** Ask for something else than what stands in the inputs. */
export function ask(wish) {
  pending = wish;
  store.set({ isWaiting: true });
  trigger();
}

/** Ask for the run on show with other edits, or written in another way. */
export function askAgain(wishes) {
  const { run, edits } = store.state;
  asked += 1;
  ask({ action: "edit", query: run.query, edits, method: run.method, asked, ...wishes });
}

/** The same question once more. */
export const repeat = () => trigger();

export const isOutdated = (answer) => answer.asked !== null && answer.asked !== asked;

/** What Gradio sends: an event of its own names the action, ours has noted the question. */
export function question(action) {
  const { run, model, edits } = store.state;
  if (action) pending = { action, edits, method: run?.method };
  store.set({ isWaiting: true });
  return JSON.stringify({ ...pending, knows: model?.key ?? "" });
}
