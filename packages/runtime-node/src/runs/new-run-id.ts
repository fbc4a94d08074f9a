import { randomBytes } from 'node:crypto';

/** Sorts by the time it was made, and nobody guesses it. */
export function newRunId(): string {
  return `run_${Date.now().toString(36).padStart(9, '0')}${randomBytes(8).toString('hex')}`;
}
