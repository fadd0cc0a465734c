// What a configuration costs: a table of its parts, and Python's curves over the length n.

import { QUIET, loadPlotly } from "../../figures/figure.js";
import { make, say } from "../../strings.js";
import { onTheme, themeName } from "../../theme.js";

const CONFIG = { ...QUIET, responsive: true, doubleClick: false };
const COLUMNS = ["parameters", "multiply_adds", "weight_bytes", "square_bytes"];

const whole = (count) => count.toLocaleString("en");

export function createCosts(element, { templates }) {
  const table = element.querySelector("#costs");
  const graph = element.querySelector("#cost-curves");
  /** @type {any} */
  let shown = null;
  onTheme(() => shown && draw());

  async function draw() {
    const mine = shown;
    const isHere = await loadPlotly();
    if (mine !== shown) return;
    if (!isHere) {
      graph.textContent = say("viewer.no_plotly");
      return;
    }
    const { data, layout } = structuredClone(mine.figure);
    const margin = { l: 12, r: 20, t: 12, b: 12 };
    const meta = { model: mine.model, n: mine.n, scale: layout.xaxis.type };
    await Plotly.react(graph, data, { ...layout, margin, meta, template: templates[themeName()] }, CONFIG);
  }

  function row(part, all) {
    const line = make("tr");
    line.dataset.part = part.name;
    const name = make("th", "", say(`costs.${part.name}`));
    name.scope = "row";
    const cells = COLUMNS.map((column) => make("td", column, whole(part[column])));
    if (all) cells[1].style.setProperty("--share", String(part.multiply_adds / all.multiply_adds || 0));
    line.append(name, ...cells, growth(part));
    return line;
  }

  /** The law, and with this configuration's own factor. */
  function growth({ name, factor, power }) {
    const cell = make("td", "growth");
    if (name === "total") return cell;
    cell.append(make("span", "", say(`costs.law_${name}`)));
    if (factor) cell.append(make("small", "", `${whole(factor)} × n${power === 2 ? "²" : ""}`));
    return cell;
  }

  function showTable({ parts, n }) {
    const total = { name: "total" };
    for (const column of COLUMNS) total[column] = parts.reduce((sum, part) => sum + part[column], 0);
    const top = make("tr");
    top.append(...["part", ...COLUMNS, "growth"].map((column) => {
      const cell = make("th", "", say(`costs.column_${column}`, { n: whole(n) }));
      cell.scope = "col";
      return cell;
    }));
    const [head, body, foot] = ["thead", "tbody", "tfoot"].map((tag) => make(tag));
    head.append(top);
    body.append(...parts.map((part) => row(part, total)));
    foot.append(row(total));
    table.replaceChildren(head, body, foot);
  }

  return {
    show(costs) {
      shown = costs;
      showTable(costs);
      const { n, overtaking } = costs;
      element.querySelector("#overtaking").textContent = say(n > overtaking ? "costs.overtaken" : "costs.overtaking", {
        n: whole(n), at: whole(Math.ceil(overtaking)),
      });
      return draw();
    },
  };
}
