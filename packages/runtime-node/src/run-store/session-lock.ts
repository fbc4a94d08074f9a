import { createHash, randomUUID } from 'node:crypto';
import { lstatSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { RunStoreError } from './run-store-error.ts';
import { WriterLock } from './writer-lock.ts';

/** Run ids cannot begin with a dot, so the name is free. */
const folderName = '.sessions';

/** Limit of retries while a holder is releasing the lock. */
const mostAttempts = 20;

export interface SessionLock {
  /** Releases the lock and removes its files. */
  release(): void;
}

/**
 * Makes the caller the only writer of an agent's session: two runs at once would continue from the same
 * messages, and one of them would be lost. A lock of a dead process is taken over.
 * @throws RunStoreError `session_busy`, `sessions_unusable`
 */
export function lockSession(
  runsFolder: string,
  { agent, sessionId }: { agent: string; sessionId: string },
): SessionLock {
  const sessions = join(runsFolder, folderName);
  // A session id may contain characters that are invalid in file names.
  const name = createHash('sha256').update(`${agent}\0${sessionId}`).digest('hex').slice(0, 32);
  const folder = join(sessions, name);
  mkdirSync(runsFolder, { recursive: true, mode: 0o700 });
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    try {
      for (const each of [sessions, folder]) makeOwn(each);
      const lock = WriterLock.take(join(folder, 'lock'), sessionId);
      return { release: () => giveBack(lock, folder) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue;
      if (!(error instanceof RunStoreError && error.code === 'run_is_written')) throw error;
      throw busy(folder, `session ${sessionId} of ${agent}`, error);
    }
  }
  throw busy(folder, `session ${sessionId} of ${agent}`);
}

/**
 * Moves the session's folder to another name and removes it. Only the holder of the lock may do so, because other processes find
 * the holder in the folder and later ones create a new folder. An entry prepared in the old folder cannot be linked into the new
 * one.
 */
function giveBack(lock: WriterLock, folder: string): void {
  if (!lock.isHeld()) return;
  const gone = join(dirname(folder), `.${randomUUID()}`);
  try {
    renameSync(folder, gone);
  } catch {
    lock.release();
    return;
  }
  remove(gone);
}

/** Retries, since other processes may still create entries until the folder is gone. */
function remove(folder: string): void {
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    try {
      rmSync(folder, { recursive: true, force: true });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error;
    }
  }
}

function busy(folder: string, session: string, cause?: unknown): RunStoreError {
  return new RunStoreError(
    'session_busy',
    `${session} is in use by ${getHolder(folder)}: wait until it ends, or start a new session`,
    { cause },
  );
}

function getHolder(folder: string): string {
  try {
    const holder = WriterLock.holder(join(folder, 'lock'));
    if (holder !== undefined) return `process ${holder}`;
  } catch {
    // It was given back meanwhile.
  }
  return 'another process';
}

/** A foreign project may contain a symbolic link here, which would redirect writes. */
function makeOwn(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (!lstatSync(folder).isDirectory())
      throw new RunStoreError('sessions_unusable', `${folder} is not a folder: remove it`, { cause: error });
  }
}
