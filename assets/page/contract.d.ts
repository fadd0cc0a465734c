// Written by `python -m transformer_viz.wire.types` from wire/contract.py.

export interface Words {
  key: string;
  values: Record<string, any>;
}

export interface Packed {
  shape: number[];
  data: string;
}

export interface Look {
  axes: string[];
  heads: boolean;
  rows: string;
  columns: string;
  column_axis: string;
  picture: string;
  figure: string;
  difference: string;
  scale: string;
  grid: boolean;
}

export interface TensorSent {
  name: string;
  path: string;
  look: number;
  join: string;
  view: string;
}

export interface Offer {
  name: string;
  edit: Record<string, any>;
  needs: string;
  group: string;
  section: string;
  rare: boolean;
  replaces: string[];
  also: Record<string, any> | null;
  field: Record<string, any>;
}

export interface BoxSent {
  part: string;
  kind: string;
  tower: string;
  side: "source" | "target";
  layers: number;
  layered: boolean;
  label: string;
  title: string;
  explain: string;
  formula: Words | null;
  axes: string[];
  shape: (number | "source" | "target")[];
  main: string;
  grid: string;
  blocks: string;
  inputs: string[];
  code: string[];
  x: number;
  y: number;
  width: number;
  height: number;
  column: number;
  tensors: TensorSent[];
  offers: number[];
}

export interface Frame {
  tower: string;
  x: number;
  y: number;
  width: number;
  height: number;
  layers: number;
}

export interface Kept {
  name: string;
  layer: number;
  path: string;
  scale: string;
}

export interface PlaceSent {
  part: string;
  layer: number;
  head: number;
  tensor: string;
}

export interface ExperimentSent {
  kind: string;
  edits: Record<string, any>[];
  side: "source" | "target" | null;
  words: Record<string, number[]>;
}

export interface ModelSent {
  key: string;
  name: string;
  architecture: string;
  d_model: number;
  n_heads: number;
  n_encoder_layers: number;
  n_decoder_layers: number;
  parameters: number;
  trained: boolean | null;
  license: string | null;
  source: string | null;
  predicts_words: boolean;
  blank: number | null;
  label_smoothing: number;
  examples: string[];
  experiments: ExperimentSent[];
  alignment_head: Record<string, any> | null;
  first: PlaceSent;
  width: number;
  height: number;
  looks: Look[];
  offers: Offer[];
  boxes: BoxSent[];
  frames: Frame[];
  streams: Record<string, string[]>;
  kept: Kept[];
  tables: Record<string, string>;
}

export interface TokenSent {
  text: string;
  entry: string;
  part: number[];
  hex: string;
  id: number;
  starts: boolean;
  special: boolean;
  unknown: boolean;
}

export interface SourceSent {
  text: string;
  tokens: TokenSent[];
}

export interface TargetSent {
  text: string;
  tokens: TokenSent[];
  written: boolean;
  last: TokenSent | null;
  given: number;
}

export interface LensRow {
  words: string[];
  probabilities: number[];
}

export interface EditSent {
  edit: Record<string, any>;
  label: Words;
  problem: Words | null;
  parts: string[];
}

export interface StepSent {
  before: string | null;
  p_before: number;
  after: string | null;
  p_after: number;
  instead: string | null;
  p_instead: number;
  divergence: number | null;
}

export interface ComparisonSent {
  common: number;
  first_difference: number | null;
  steps: StepSent[];
  ahead: boolean;
}

export interface RunSent {
  trace: string;
  query: string;
  source: SourceSent;
  target: TargetSent;
  labels: Record<string, string[]>;
  figures: Record<string, Record<string, any>>;
  notes: Words[];
  weights: Record<string, Packed>;
  masks: Record<string, Packed>;
  method: Record<string, any>;
  lens: LensRow[];
  drawn: Record<string, number>[] | null;
  tree: Record<string, any> | null;
  walk: Record<string, any> | null;
  cached: boolean;
  python: string;
  silenced: Record<string, number[]>;
}

export interface Shown {
  run: RunSent;
  baseline: Record<string, any> | null;
  original: string | null;
  edits: EditSent[];
  comparison: ComparisonSent | null;
}

export interface Answer {
  run: RunSent;
  baseline: Record<string, any> | null;
  original: string | null;
  edits: EditSent[];
  comparison: ComparisonSent | null;
  number: number;
  restored: boolean;
  asked: number | null;
  model: ModelSent | string;
}
