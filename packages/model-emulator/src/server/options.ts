import type { FaultOrders } from '../control/fault-orders.ts';
import type { JournalEntry } from '../journal/journal.ts';
import type { Scripts } from '../scripts/load-scripts.ts';

export interface ModelEmulatorOptions {
  /** Requests that the journal keeps: 10,000 by default. */
  journalEntries?: number;
  /** Default 0: any free port. */
  port?: number;
  scripts: Scripts;
  /** One structured entry a request; never a key, never what was said. */
  log?: (entry: Record<string, unknown>) => void;
  faults?: FaultOrders;
  /** The keys that are let in. Absent: any, and none. */
  keys?: string[];
}

export interface ModelEmulator {
  /** `http://127.0.0.1:PORT`; OpenAI's clients want `/v1` behind it. */
  url: string;
  /** Returns the requests, oldest first. */
  journal(): readonly JournalEntry[];
  clearJournal(): void;
  /** Replaces what is to go wrong. */
  setFaults(faults: FaultOrders): void;
  /** Breaks off what hangs or streams. */
  close(): Promise<void>;
}
