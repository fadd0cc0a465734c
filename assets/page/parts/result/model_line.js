// One line about the model on show: its sizes, whether it was trained, its licence and where it is from.

import { make, say } from "../../strings.js";

const HUB = "https://huggingface.co/";

/** Nodes for the line. What a card says is written as text; only an address of the Hub is a link. */
export function modelLine({ n_encoder_layers, n_decoder_layers, n_heads, d_model, parameters, trained, license, source }) {
  const sizes = say("viewer.model_line", {
    layers: counted("layer", [n_encoder_layers, n_decoder_layers].filter(Boolean).join("+")),
    heads: counted("head", n_heads),
    d_model,
    parameters: parameters.toLocaleString("en"),
    state: say(trained === null ? "page.uploaded" : trained ? "page.trained" : "page.random"),
  });
  const isOurs = trained === false && !license; // nobody's work, so nobody's licence
  const facts = [sizes, ...(isOurs ? [] : [say("viewer.license", { license: license || say("viewer.license_unknown") })])];
  return [facts.join(" · "), ...(source ? [" · ", sourceOf(String(source))] : [])];
}

const counted = (what, count) => (String(count) === "1" ? say(`viewer.one_${what}`) : say(`viewer.${what}_count`, { count }));

function sourceOf(source) {
  if (!source.startsWith(HUB)) return make("span", "source", source);
  const link = make("a", "source", source.slice(HUB.length));
  link.setAttribute("href", source);
  link.setAttribute("rel", "noopener");
  link.setAttribute("target", "_blank");
  return link;
}
