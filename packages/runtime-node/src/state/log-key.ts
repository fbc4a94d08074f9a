import { randomBytes, randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { isOwned } from './own-folder.ts';
import { type StatePlaces, stateHome } from './state-folder.ts';
import { StateFolderError } from './state-folder-error.ts';

const keyBytes = 32;
const name = 'log.key';

/**
 * Returns the key that authenticates the logs of this user on this machine (ADR 0040), created on first use. All projects share it,
 * so that it also covers logs in a folder given by `--runs`.
 * @throws StateFolderError
 */
export function logKey(places: StatePlaces = {}): Buffer {
  const path = join(stateHome(places), name);
  return readKey(path) ?? makeKey(path);
}

function readKey(path: string): Buffer | undefined {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw unusable(path, `cannot be read (${code})`);
  }
  try {
    const found = fstatSync(file);
    if (!found.isFile() || found.size !== keyBytes) throw unusable(path, 'is not a key of 32 bytes');
    if (!isOwned(found)) throw unusable(path, 'belongs to another user');
    if ((found.mode & 0o077) !== 0) throw unusable(path, 'is open to other users');
    const key = Buffer.alloc(keyBytes);
    if (readSync(file, key, 0, keyBytes, 0) !== keyBytes) throw unusable(path, 'is not a key of 32 bytes');
    return key;
  } finally {
    closeSync(file);
  }
}

/** Writes a complete key under another name and links it, so that two concurrent processes both use the first one. */
function makeKey(path: string): Buffer {
  const unfinished = `${path}.${randomUUID()}`;
  const file = openSync(unfinished, 'wx', 0o600);
  try {
    writeSync(file, randomBytes(keyBytes));
    fsyncSync(file);
    linkSync(unfinished, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    closeSync(file);
    rmSync(unfinished, { force: true });
  }
  const key = readKey(path);
  if (!key) throw unusable(path, 'was removed while it was made');
  return key;
}

function unusable(path: string, problem: string): StateFolderError {
  return new StateFolderError(
    'log_key_unusable',
    `${path}, the key that authenticates run logs, ${problem}: restore it with mode 0600, or remove it to create a new key (older runs can then be read, not resumed)`,
  );
}
