// The page's one entry: each gr.HTML component hands itself over to a function of this module.

export { mountExamples } from "./parts/examples/examples.js";
export { mountModels } from "./parts/models/models.js";
export { mountTabs } from "./parts/tabs/tabs.js";
export { mountViewer } from "./parts/viewer/viewer.js";
export { mountStatus, mountToolbar } from "./parts/toolbar/toolbar.js";
