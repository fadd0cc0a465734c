// What can be changed at the box on show, in groups; what is seldom wanted is folded away.

import { areSame } from "../../actions.js";
import { make, say } from "../../strings.js";
import { termed } from "../terms/terms.js";
import { createChoice, createField } from "../widgets/widgets.js";

export function createChange(element, store, { toggleEdit, replaceEdit, editOf }) {
  const controls = element.querySelector("#change-controls");

  function button(offer) {
    const { edits, scope } = store.state;
    const edit = editOf(offer);
    const isOut = offer.needs === "head" && scope === "layer";
    const control = make("button", "change", say(`change.${offer.name}`));
    control.type = "button";
    control.title = say(isOut ? "change_hint.one_head" : `change_hint.${offer.name}`);
    control.disabled = isOut;
    control.setAttribute("aria-pressed", String(edits.some((other) => areSame(other, edit))));
    control.addEventListener("click", () => toggleEdit(edit, offer.also));
    return control;
  }

  function field(offer) {
    const { edits, pinned } = store.state;
    const isText = offer.field.type === "text";
    const name = isText && pinned?.row != null ? `${offer.name}_position` : offer.name;
    const hint = isText ? { placeholder: say(`change.${offer.name}_hint`) } : {};
    const edit = editOf(offer);
    const changed = Object.keys(offer.edit).find((key) => offer.edit[key] === "@value") ?? "";
    const agrees = (other) => offer.replaces.length && offer.replaces.every((key) => other[key] === edit[key]);
    const value = edits.findLast(agrees)?.[changed] ?? "";
    return createField(say(`change.${name}`), { ...offer.field, ...hint, value }, (typed) => {
      if (!typed) return;
      const made = editOf(offer, { value: isText ? typed : Number(typed) });
      if (offer.replaces.length) replaceEdit(made, offer.replaces);
      else toggleEdit(made);
    });
  }

  /** All masks that a box offers, as one choice. */
  function maskChoice(offers) {
    const options = offers.map((offer) => [offer.name, say(`patterns.${offer.name}`, offer.field)]);
    return createChoice(say("change.mask"), [["", say("change.mask")], ...options], "", (name) => {
      const offer = offers.find((its) => its.name === name);
      toggleEdit(editOf(offer), offer.also);
    });
  }

  function scopeChoice() {
    const { place, scope } = store.state;
    const options = ["head", "layer", "all"].map((key) => [key, say(`scope.${key}`, { head: place.head + 1 })]);
    return createChoice(say("change.scope"), options, scope, (value) => store.set({ scope: value }));
  }

  function brushButton() {
    const brush = make("button", "change", say("change.paint"));
    brush.type = "button";
    brush.id = "paint-mask";
    brush.title = say("change_hint.paint");
    brush.setAttribute("aria-pressed", String(store.state.isPainting));
    brush.addEventListener("click", () => store.set({ isPainting: !store.state.isPainting }));
    return brush;
  }

  function controlFor(offer, offers) {
    const { pinned, model, place } = store.state;
    const tensor = model.tensorAt(place);
    if (offer.group === "mask") return offers.find(({ group }) => group === "mask") === offer && maskChoice(offers.filter(({ group }) => group === "mask"));
    if (offer.group === "tensor") return !tensor.grid && !tensor.view && field(offer); // two sentences seldom have one shape
    if (offer.group === "allow") return null; // the brush knows both
    if (offer.needs === "paint") return brushButton();
    if (offer.needs === "value") return field(offer);
    if (offer.needs === "row" && pinned?.row == null) return null;
    if (["cell", "column"].includes(offer.needs) && (pinned?.row == null || pinned?.column == null)) return null;
    return button(offer);
  }

  /** One group under its heading, in the order in which the offers were sent. */
  function group(section, offers) {
    const [often, seldom] = [false, true].map((isRare) =>
      offers.filter((offer) => offer.section === section && offer.rare === isRare).map((offer) => controlFor(offer, offers)).filter(Boolean));
    if (!often.length && !seldom.length) return null;
    const frame = make("section", "change-group");
    frame.dataset.section = section;
    const heading = make("h3");
    heading.append(...termed(say(`change_section.${section}`)));
    frame.append(heading, ...often);
    if (seldom.length) frame.append(folded(section, seldom));
    return frame;
  }

  const open = new Set(); // groups whose rare part the visitor has opened: nothing else knows it

  function folded(section, rare) {
    const more = make("details", "more");
    more.open = open.has(section);
    more.addEventListener("toggle", () => (more.open ? open.add(section) : open.delete(section)));
    more.append(make("summary", "label", say("change.more")), ...rare);
    return more;
  }

  store.watch(["run", "place", "pinned", "scope", "edits", "isPainting", "panel"], ({ model, place, isPainting, panel }) => {
    const { offers, grid } = model.box(place);
    if (!grid && isPainting) return store.set({ isPainting: false });
    if (panel !== "change") return; // it is drawn when it is opened
    const hasScope = offers.some(({ edit }) => Object.values(edit).includes("@site"));
    const sections = [...new Set(offers.map(({ section }) => section))];
    const groups = sections.map((section) => group(section, offers)).filter(Boolean);
    element.querySelector("#change-none").hidden = groups.length > 0;
    controls.replaceChildren(...(hasScope ? [scopeChoice()] : []), ...groups);
  });
}
