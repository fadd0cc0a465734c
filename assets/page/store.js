// The one state of the page: everything that is looked at. Components are told of what they watch,
// draw it, and give actions; they keep no copy.

export function createStore(state) {
  const watchers = []; // { keys, show }
  return {
    get state() {
      return state;
    },

    /** Change some of the state; whoever watches one of the changed keys is told, in the order of watching. */
    set(change) {
      const changed = Object.keys(change).filter((key) => !Object.is(state[key], change[key]));
      if (!changed.length) return;
      const before = state;
      state = { ...state, ...change };
      for (const { keys, show } of watchers) {
        if (keys.some((key) => changed.includes(key))) show(state, before);
      }
    },

    watch(keys, show) {
      watchers.push({ keys, show });
    },
  };
}

export const VIEW = { threshold: 0.1, hideSpecial: false, heads: null }; // of attention; null: all heads

/** The page's own: its parts are mounted in any order, by whoever owns the page around them. */
export const store = createStore({
  run: null, // the newest that arrived
  model: null, // what is true of its model
  edits: [], // what is wished: ahead of the run while an answer is on its way
  past: [], // edits that were wished before, the newest last: where undo leads
  future: [], // edits that were undone, the newest last: where redo leads
  tab: "inside", // the view of the page that is open
  panel: "heads", // of the rail
  drawer: "", // which of the side columns is drawn out on a narrow window
  place: null, // { part, layer, head, tensor }
  layers: {}, // by tower: which layer the diagram shows
  face: "picture",
  view: VIEW,
  step: 0, // which word is being written
  pinned: null, // the cell that stays chosen when the pointer leaves: { row, column }
  pointed: null, // the cell under the pointer
  compared: "after", // beside the edits: the run "after" them, "before" them, or the "difference"
  scope: "head", // whom a change of attention concerns: this head, this "layer", or "all"
  isPainting: false,
  isPlaying: false, // the words come one after another by themselves
  isWaiting: false,
  theme: "light",
  isStale: false, // whether the newest question was refused: what is on show is the run before
  notice: "", // what the page itself has to say, beside what Python said
  progress: null, // { text, button, isError }: a model is on its way
  lacks: "", // a model that must be fetched before the question can be answered
});
