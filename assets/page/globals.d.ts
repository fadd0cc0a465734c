// What stands on the page without an import: plotly.js, loaded by figures/figure.js.
declare const Plotly: Record<string, (...given: unknown[]) => Promise<unknown>>;
