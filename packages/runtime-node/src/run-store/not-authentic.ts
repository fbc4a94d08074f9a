import type { StoredLog } from '@agent-home/agent-runtime';
import { RunStoreError } from './run-store-error.ts';

/**
 * Returns the error for a log that this machine did not write, or that was changed since. It can be read but not acted upon (ADR
 * 0040).
 */
export function notAuthentic(runId: string): RunStoreError {
  return new RunStoreError(
    'log_not_authentic',
    `the log of run ${runId} was not written on this machine or was changed since, so it cannot be resumed: start a new run, and remove its folder if it is not yours`,
  );
}

/** @throws RunStoreError `log_not_authentic` */
export function requireAuthentic(runId: string, stored: StoredLog): void {
  if (!stored.isAuthentic()) throw notAuthentic(runId);
}
