import type { JsonObject } from '@agent-home/protocol';
import type { ModeInput } from '../../mode/mode.ts';

/** Data about one mode for the suites over all modes. A mode without a kit fails them. */
export interface ModeKit {
  mode: string;
  version: number;
  /** Rules with maxima of one or two, so that exploration reaches every end. */
  small: JsonObject[];
  /** Rules for long random sequences. */
  large: JsonObject[];
  /** Rules of the stored ledger. */
  golden: JsonObject;
  /** Maximum number of agents (of three) that may hold a right to a message at once. */
  writersMax: number;
  /**
   * Returns the inputs of interest in this state: right, wrong, late, another agent's, doubled, of agents `ada`, `bo` and `cy`. The
   * suites add the platform inputs `deadline`, `close`, `remove_agent` and `decide_proposal`.
   */
  alphabet(state: JsonObject): ModeInput[];
  /** Verdicts (`accepted` or a reason) that exploring the small rules must reach. */
  verdicts: string[];
  /** Seconds that may pass before an input in exploration: early and late. */
  elapsed: [number, number];
  /** Fields whose values identify the open window (a turn, a phase, a round), whose deadline never moves back. */
  window: string[];
}
