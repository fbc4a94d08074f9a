import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import {
  DefinitionError,
  maximumFileBytes,
  type Problem,
  type ProblemCode,
} from '@agent-home/agent-runtime/definition';

/** Maximum entries of one folder: above real folders, and low enough not to delay a command. */
const maximumEntries = 2_000;

export interface FolderEntry {
  name: string;
  kind: 'file' | 'folder';
}

/** Entry of a folder that is not read: a link, a pipe, a device. Its name is taken nevertheless. */
export interface Stranger {
  name: string;
  problem: Problem;
}

export interface ListedFolder {
  entries: FolderEntry[];
  strangers: Stranger[];
  /** Problems that prevented reading the folder; empty on success. */
  problems: Problem[];
}

/**
 * Lists a folder, sorted by name. Symbolic links are left out, because a definition must be where it is read. A missing folder is
 * empty.
 */
export function listFolder(folder: string): ListedFolder {
  let found: import('node:fs').Dirent[];
  try {
    if (lstatSync(folder).isSymbolicLink())
      return unread(
        fileProblem('symbolic_link', folder, 'symbolic links are not followed: use the folder itself'),
      );
    found = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return { entries: [], strangers: [], problems: [] };
    return unread(fileProblem('unreadable', folder, getReason(error)));
  }
  if (found.length > maximumEntries)
    return unread(
      fileProblem(
        'too_many_files',
        folder,
        `the folder has more than ${maximumEntries} entries, so none is read: move some elsewhere`,
      ),
    );
  const listed: ListedFolder = { entries: [], strangers: [], problems: [] };
  for (const entry of found.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const { name } = entry;
    if (name.startsWith('.')) continue;
    if (entry.isFile()) listed.entries.push({ name, kind: 'file' });
    else if (entry.isDirectory()) listed.entries.push({ name, kind: 'folder' });
    else listed.strangers.push({ name, problem: strangeness(entry, join(folder, name)) });
  }
  return listed;
}

function strangeness(entry: import('node:fs').Dirent, path: string): Problem {
  return entry.isSymbolicLink()
    ? fileProblem('symbolic_link', path, 'symbolic links are not followed: use the file itself')
    : fileProblem('unreadable', path, 'not a regular file or folder');
}

function unread(problem: Problem): ListedFolder {
  return { entries: [], strangers: [], problems: [problem] };
}

/**
 * Reads a file up to the size limit of definitions plus one byte, so that the decoder can detect a file that is too large.
 * @throws DefinitionError `not_found`, `symbolic_link`, `unreadable`
 */
export function readBoundedFile(file: string): Uint8Array {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const found = fstatSync(descriptor);
    if (!found.isFile()) throw refused('unreadable', file, 'not a regular file');
    // One byte more than the file's size, so that growth during the read is detected as too long or ignored.
    const buffer = new Uint8Array(Math.min(found.size, maximumFileBytes) + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < buffer.length; length += read)
      read = readSync(descriptor, buffer, length, buffer.length - length, null);
    return buffer.slice(0, length);
  } catch (error) {
    if (error instanceof DefinitionError) throw error;
    if (isMissing(error)) throw refused('not_found', file, 'the file does not exist');
    const isLink = (error as NodeJS.ErrnoException).code === 'ELOOP';
    throw refused(isLink ? 'symbolic_link' : 'unreadable', file, getReason(error));
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

export function fileProblem(code: ProblemCode, file: string, message: string): Problem {
  return { code, message, file, line: 1, column: 1, path: [] };
}

function refused(code: ProblemCode, file: string, message: string): DefinitionError {
  return new DefinitionError([fileProblem(code, file, message)]);
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

function getReason(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ELOOP') return 'symbolic links are not followed: use the file itself';
  return `cannot be read: ${code ?? 'unknown'}`;
}
