import type { FaultOrders } from '../control/fault-orders.ts';
import type { JournalEntry } from '../journal/journal.ts';
import type { Scripts } from '../scripts/load-scripts.ts';

export interface ModelEmulatorOptions {
  /** Requests that the journal keeps: 10,000 by default. */
  journalEntries?: number;
  /** Default 0: any free port. */
  port?: number;
  scripts: Scripts;
  /** Logs one structured entry for each request, without keys or message texts. */
  log?: (entry: Record<string, unknown>) => void;
  faults?: FaultOrders;
  /** Accepted keys. Absent: any key, or no key. */
  keys?: string[];
}

export interface ModelEmulator {
  /** `http://127.0.0.1:PORT`; OpenAI's clients need `/v1` appended. */
  url: string;
  /** Returns the requests, oldest first. */
  journal(): readonly JournalEntry[];
  clearJournal(): void;
  /** Replaces the fault orders. */
  setFaults(faults: FaultOrders): void;
  /** Aborts hanging and streaming responses and stops the server. */
  close(): Promise<void>;
}
