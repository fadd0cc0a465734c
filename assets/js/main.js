// The page's one entry: each gr.HTML component hands itself over to a function of this module.

export { mountViewer } from "./viewer.js";
export { mountStatus, mountToolbar } from "./toolbar.js";
