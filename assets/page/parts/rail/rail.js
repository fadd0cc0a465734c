// The rail beside the picture: all heads, what can be changed, what that did, and the steps of a worked
// example. On a narrow window it is a drawer.

import { make, say } from "../../strings.js";
import { createTabs } from "../widgets/widgets.js";

export const PANELS = ["heads", "change", "effect", "walk"];
const DRAWERS = ["model", "rail"];

export function createRail(element, store) {
  const find = (id) => element.querySelector(`#${id}`);
  const tabs = createTabs(find("panels"), PANELS, { text: (name) => say(`rail.${name}`), prefix: "panel" }, (panel) => store.set({ panel }));

  store.watch(["run", "panel", "edits"], ({ run, panel, edits }) => {
    const isThere = { heads: run.model.grids.length > 0, change: true, effect: true, walk: Boolean(run.walk) };
    const shown = isThere[panel] ? panel : PANELS.find((name) => isThere[name]) ?? "change"; // the wish stays a wish
    tabs.show(shown, isThere);
    tabs.mark("effect", edits.length || "");
    for (const name of PANELS) find(`panel-${name}`).hidden = name !== shown;
  });

  const buttons = DRAWERS.map((drawer) => {
    const button = make("button", "drawer-button", say(`viewer.drawer_${drawer}`));
    button.type = "button";
    button.addEventListener("click", () => store.set({ drawer: store.state.drawer === drawer ? "" : drawer }));
    return button;
  });
  find("drawers").replaceChildren(...buttons);
  store.watch(["drawer", "run"], ({ drawer }) => {
    element.querySelector(".viewer").dataset.drawer = drawer;
    for (const [i, button] of buttons.entries()) button.setAttribute("aria-expanded", String(DRAWERS[i] === drawer));
  });
  addEventListener("keydown", ({ key }) => { if (key === "Escape") store.set({ drawer: "" }); });
}
