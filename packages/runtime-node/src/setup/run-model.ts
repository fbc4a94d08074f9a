/** A model as runs of an agent ask it. */
export interface RunModel {
  /** As in the settings. */
  provider: string;
  name: string;
  /** Tokens. */
  contextWindow: number;
  /** Tokens kept free for an answer. */
  reservedOutput: number;
  /** Money for a million tokens: the dearest of it and those that stand in for it. Absent where one of them has none. */
  price?: { input: number; output: number };
}
