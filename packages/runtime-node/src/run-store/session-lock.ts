import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { RunStoreError } from './run-store-error.ts';
import { WriterLock } from './writer-lock.ts';

/** No run can have this name. */
const folderName = '.sessions';

/**
 * Makes the caller the only one who speaks in an agent's session: two runs at once would each go on from the same words, and one
 * of them be forgotten. What a process that died held is taken by the next one.
 * @throws RunStoreError `session_busy`, `sessions_unusable`
 */
export function lockSession(
  runsFolder: string,
  { agent, sessionId }: { agent: string; sessionId: string },
): WriterLock {
  const sessions = join(runsFolder, folderName);
  // A session's id may have characters that no file's name can.
  const name = createHash('sha256').update(`${agent}\0${sessionId}`).digest('hex').slice(0, 32);
  const folder = join(sessions, name);
  mkdirSync(runsFolder, { recursive: true, mode: 0o700 });
  for (const each of [sessions, folder]) makeOwn(each);
  const lock = join(folder, 'lock');
  try {
    return WriterLock.take(lock, sessionId);
  } catch (error) {
    if (!(error instanceof RunStoreError && error.code === 'run_is_written')) throw error;
    const holder = WriterLock.holder(lock);
    const by = holder === undefined ? 'another process' : `process ${holder}`;
    throw new RunStoreError('session_busy', `session ${sessionId} of ${agent} is held by ${by}`, {
      cause: error,
    });
  }
}

/** A project that somebody else made may have a link here, to where nothing is to be written. */
function makeOwn(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (!lstatSync(folder).isDirectory())
      throw new RunStoreError('sessions_unusable', `${folder} is no folder`, { cause: error });
  }
}
