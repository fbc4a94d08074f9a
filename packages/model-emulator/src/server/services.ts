import type { FaultQueue } from '../control/fault-orders.ts';
import type { Journal } from '../journal/journal.ts';
import type { Scripts } from '../scripts/load-scripts.ts';

/** Services with the lifetime of the emulator. */
export interface Services {
  scripts: Scripts;
  faults: FaultQueue;
  journal: Journal;
  /** Accepted keys; absent: any key, or no key. */
  keys: ReadonlySet<string> | undefined;
  /** Responses in progress. */
  inFlight: Set<Promise<void>>;
  log: (entry: Record<string, unknown>) => void;
}
