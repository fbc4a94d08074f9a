import type { MemoryEntry } from '@agent-home/run-log';

/** How a run ends. */
export interface Ending {
  /** Absent where the run answered. */
  code?: string;
  answer?: string;
  isCancelled?: boolean;
  /** What the store has taken. */
  memorized?: MemoryEntry[];
}
