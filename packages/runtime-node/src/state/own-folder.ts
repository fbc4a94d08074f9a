import { lstatSync, mkdirSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { StateFolderError } from './state-folder-error.ts';

/**
 * Creates a folder that only its user can write, or checks an existing one.
 * @returns the folder
 * @throws StateFolderError `state_folder_unsafe`, `state_folder_unusable`
 */
export function ownFolder(folder: string): string {
  try {
    mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST')
      throw new StateFolderError(
        'state_folder_unusable',
        `the state folder ${folder} cannot be created (${code}): set XDG_STATE_HOME to a writable folder`,
        { cause: error },
      );
  }
  const wrong = findProblem(lstatSync(folder, { throwIfNoEntry: false }));
  if (wrong === undefined) return folder;
  throw new StateFolderError(
    'state_folder_unsafe',
    `the state folder ${folder} ${wrong.problem}: ${wrong.remedy}`,
  );
}

/** True if a file or folder belongs to the user of this process, on systems that have users. */
export function isOwned({ uid }: { uid: number }): boolean {
  return process.getuid === undefined || uid === process.getuid();
}

function findProblem(found: Stats | undefined): { problem: string; remedy: string } | undefined {
  const elsewhere = 'move it away, or set XDG_STATE_HOME to another folder';
  if (found?.isSymbolicLink()) return { problem: 'is a symbolic link', remedy: elsewhere };
  if (!found?.isDirectory()) return { problem: 'is not a folder', remedy: elsewhere };
  if (!isOwned(found)) return { problem: 'belongs to another user', remedy: elsewhere };
  if ((found.mode & 0o022) !== 0)
    return { problem: 'can be written by other users', remedy: 'run chmod go-w on it' };
  return undefined;
}
