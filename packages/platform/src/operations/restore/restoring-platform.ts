import type { ObjectStore } from '@agent-home/object-store';
import type { SchemaEdition, TrustedKeys } from '@agent-home/protocol';
import type { Platform } from '../../foundation/platform/platform.ts';
import type { RestoreReport } from './restore-report.ts';

/** Platform for restoring a home while no other process runs. Writes nothing to the bucket. */
export interface RestoringPlatform extends Platform {
  store: ObjectStore;
  /** Keys that the platform's signatures in the bucket are verified with. */
  trust: TrustedKeys;
  /** Exact text of the root-signed key list. */
  keysDocument: string;
  report: RestoreReport;
  /** Later schema versions that this home publishes. */
  editions: readonly SchemaEdition[];
}
