import { readPrivate, writePrivate } from '../../state/private-files.ts';
import { contextsFolder, type Environment } from './contexts-folder.ts';

/** Limit for the file, which holds only a time. */
const mostBytes = 100;
const getName = (runId: string) => `${runId}.undone`;

/**
 * Returns true for a run that a user has taken back: no later run has its messages. A mark has its own file, so that two processes
 * never overwrite each other's marks.
 */
export function isUndone(environment: Environment, runId: string): boolean {
  return isRunId(runId) && readPrivate(contextsFolder(environment), getName(runId), mostBytes) !== undefined;
}

/** @param runId id of an ended run; its log stays as it is */
export function markUndone(environment: Environment, runId: string, time: Date): void {
  if (!isRunId(runId)) throw new Error(`${runId} is not the id of a run`);
  writePrivate(contextsFolder(environment), getName(runId), `${time.toISOString()}\n`);
}

/** No other text becomes part of a path. */
function isRunId(runId: string): boolean {
  return /^run_[A-Za-z0-9_-]{1,100}$/.test(runId);
}
