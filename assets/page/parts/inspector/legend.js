// What the colours of the picture mean: weights from 0 to 1, or numbers of both signs.

import { MASK_FILL } from "../../data/trace.js";
import { axesOf, legendOf } from "../../figures/pictures.js";
import { MAX_TICK_LABELS } from "../../figures/ticks.js";
import { say } from "../../strings.js";
import { css } from "../../theme.js";

export function showLegend(find, { run, place, tensor, view, given, isDifference, colours }) {
  const { limit, main } = given;
  if (isDifference) {
    find("ramp").style.background = gradient(colours("plain"), false);
    find("ramp").hidden = limit === 0;
    find("legend-text").textContent = limit ? say(run.onOriginal === run ? "compare.legend" : "compare.legend_original", { limit: limit.toPrecision(3) }) : say("compare.unchanged");
    return;
  }
  const isFilled = tensor.picture === "scores" && main.some((row) => row.some((x) => x < MASK_FILL && x > -Infinity));
  const isWeights = tensor.scale === "weights";
  find("ramp").style.background = gradient(colours(tensor.scale), isWeights);
  find("ramp").hidden = !isWeights && !limit;
  find("legend-text").textContent = isWeights ? legendOf(run, place, tensor, view)
    : limit ? say(isFilled ? "viewer.legend_filled" : "viewer.legend_signed", { limit: limit.toPrecision(3) }) : "";
  const isLong = Object.values(axesOf(run, tensor)).some((labels) => labels.length > MAX_TICK_LABELS);
  find("zoom-hint").textContent = isLong && tensor.picture !== "lines" ? say("viewer.zoom") : "";
}

function gradient(colour, isWeights) {
  const stops = [0, 0.2, 0.4, 0.6, 0.8, 1].map((at) => css(colour(isWeights ? at : 2 * at - 1)));
  return `linear-gradient(90deg, ${stops.join(", ")})`;
}
