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
  /** Money for a million tokens: the dearest of it and those that stand in for it. Absent where one of them has none. */
  price?: { input: number; output: number };
  /** Price of each of them that has one, by its settings key. */
  prices?: Record<string, { input: number; output: number }>;
}
