// The views of the page: look inside, watch it write, which heads matter. One is open; the link says which.

import { store } from "../../store.js";
import { fillStrings, make, say, stringsArrived } from "../../strings.js";

export const VIEWS = ["inside", "write", "heads"];

/** The view that is open: the wished one, if the model has it. */
export const viewOf = ({ tab, run }) => (isOffered(tab, run) ? tab : VIEWS[0]);

/** Whether a model has anything to show in a view: what writes nothing cannot be watched writing. */
const isOffered = (view, run) => view !== "write" || (run?.lastStep ?? 0) >= 0;

export async function mountTabs({ element }) {
  await stringsArrived();
  fillStrings(element);
  const nav = element.querySelector("#views-of-page");
  const links = VIEWS.map((view) => {
    const link = make("button", "view-link");
    link.append(make("span", "long", say(`views.${view}`)), make("span", "short", say(`views.${view}_short`)));
    link.type = "button";
    link.dataset.view = view;
    link.addEventListener("click", () => store.set({ tab: view, drawer: "" }));
    return link;
  });
  nav.replaceChildren(...links);

  function show(state) {
    for (const link of links) {
      link.hidden = !isOffered(link.dataset.view, state.run);
      if (link.dataset.view === viewOf(state)) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  }

  store.watch(["tab", "run"], show);
  show(store.state);
}

/** The viewer's side: shows the open view and hides the others. */
export function createViews(element, store) {
  store.watch(["tab", "run"], (state) => {
    const open = viewOf(state);
    element.querySelector(".viewer").dataset.view = open;
    for (const view of VIEWS) element.querySelector(`#view-${view}`).hidden = view !== open;
  });
}
