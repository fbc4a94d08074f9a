import type { MemoryEntry } from '@agent-home/run-log';

/** How a run ends. */
export interface Ending {
  /** Absent where the run answered. */
  code?: string;
  /** More of it, in words. */
  message?: string;
  answer?: string;
  isCancelled?: boolean;
  /** What the store has taken. */
  memorized?: MemoryEntry[];
}
