import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { shownText } from '@agent-home/protocol';
import { AuthoringError } from '../../errors/command-errors.ts';

/**
 * Creates a file atomically and never replaces an existing one.
 * @param folderMode mode of its folder if the folder must be created
 * @throws AuthoringError `agent_exists`, `symbolic_link`, `not_written`
 */
export function createFile(path: string, content: Uint8Array, folderMode = 0o777): void {
  const folder = dirname(path);
  inPlainWords(path, () => {
    requireNoLink(folder);
    mkdirSync(folder, { recursive: true, mode: folderMode });
    requireNoLink(folder);
    throughDraft(path, content, 0o666, (draft) => {
      // Fails if the name is used by now, even by a dangling link.
      linkSync(draft, path);
    });
  });
}

/**
 * Replaces a file atomically.
 * @throws AuthoringError
 */
export function replaceFile(path: string, content: Uint8Array): void {
  inPlainWords(path, () => {
    requireNoLink(dirname(path));
    const mode = lstatSync(path).mode & 0o777;
    throughDraft(path, content, mode, (draft) => renameSync(draft, path));
  });
}

/** Loaders skip names that begin with a dot, so the draft of a dead process is not loaded as an agent. */
function throughDraft(path: string, content: Uint8Array, mode: number, place: (draft: string) => void): void {
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID()}.new`);
  try {
    const descriptor = openSync(draft, 'wx', mode);
    try {
      writeFileSync(descriptor, content);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    place(draft);
  } finally {
    rmSync(draft, { force: true });
  }
  syncFolder(dirname(path));
}

/** Syncs the folder, so that the file's name survives a power loss as well as its bytes. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Rejects symbolic links, so that a file is written where it appears to be: a project's folder could point anywhere. */
export function requireNoLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new AuthoringError(
      'symbolic_link',
      `${shownText(path)} is a symbolic link, which is not followed: use its target`,
    );
}

function inPlainWords(path: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    if (error instanceof AuthoringError) throw error;
    const { code = 'unknown', syscall } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && syscall === 'link')
      throw new AuthoringError('agent_exists', `${shownText(path)} exists already: use another name`);
    throw new AuthoringError('not_written', `${shownText(path)} cannot be written: ${code}`, {
      cause: error,
    });
  }
}
