// The page's one entry: each gr.HTML component hands itself over to a function of this module.

export { mountModels } from "./models.js";
export { mountViewer } from "./viewer.js";
export { mountStatus, mountToolbar } from "./toolbar.js";
