// The views of the page: look inside, watch it write, which heads matter. One is open; the link says which.

import { store } from "../../store.js";
import { fillStrings, make, say, stringsArrived } from "../../strings.js";

export const VIEWS = ["inside", "write", "heads"];

/** Whether a model has anything to show in a view: what writes nothing cannot be watched writing. */
export const isOffered = (view, run) => view !== "write" || (run?.lastStep ?? 0) >= 0;

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

  function show({ tab, run }) {
    for (const link of links) {
      link.hidden = !isOffered(link.dataset.view, run);
      if (link.dataset.view === tab) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  }

  store.watch(["tab", "run"], show);
  show(store.state);
}

/** The viewer's side: shows the open view and hides the others. */
export function createViews(element, store) {
  store.watch(["tab", "run"], ({ tab, run }) => {
    if (!isOffered(tab, run)) return store.set({ tab: VIEWS[0] });
    element.querySelector(".viewer").dataset.view = tab;
    for (const view of VIEWS) element.querySelector(`#view-${view}`).hidden = view !== tab;
  });
}
