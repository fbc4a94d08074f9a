import type { MediaKind } from '@agent-home/agent-runtime/run-log';

/** Price of a million tokens, as logs name its members. */
export interface PinnedPrice {
  input: number;
  output: number;
  cache_read?: number;
  cache_write?: number;
}

/** Model as used by runs of an agent. */
export interface RunModel {
  /** Key in the settings' `models`; absent for a model that is not in the settings. */
  settingsKey?: string;
  /** Same as in the settings. */
  provider: string;
  name: string;
  /** Tokens. */
  contextWindow: number;
  /** Tokens reserved for the response. */
  reservedOutput: number;
  /** Price per million tokens: the highest of the model and its fallbacks. Absent if one of them has no price. */
  price?: PinnedPrice;
  /** Price of each of these models that has one, by its settings key. */
  prices?: Record<string, PinnedPrice>;
  /** Files that it and its fallbacks take in addition to text; absent if there are none. */
  input?: readonly MediaKind[];
}
