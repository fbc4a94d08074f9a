import { randomBytes } from 'node:crypto';

/** Returns an unpredictable id that sorts by creation time. */
export function newRunId(): string {
  return `run_${Date.now().toString(36).padStart(9, '0')}${randomBytes(8).toString('hex')}`;
}
