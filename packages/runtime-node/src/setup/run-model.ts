/** Model as used by runs of an agent. */
export interface RunModel {
  /** Its key in the settings' `models`; absent for a model that no settings have. */
  settingsKey?: string;
  /** Same as in the settings. */
  provider: string;
  name: string;
  /** Tokens. */
  contextWindow: number;
  /** Tokens kept free for an answer. */
  reservedOutput: number;
  /** Price per million tokens: the highest of the model and its fallbacks. Absent if one of them has no price. */
  price?: { input: number; output: number };
  /** Price of each of them that has one, by its settings key. */
  prices?: Record<string, { input: number; output: number }>;
}
