import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_RDWR, O_WRONLY } = constants;

/**
 * Returns a private folder, creating it if necessary. A project may contain a symbolic link in its place, which would redirect
 * writes to other files.
 * @throws Error
 */
export function privateFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  if (!found.isDirectory())
    throw new Error(`${folder} is a symbolic link or a file, not a folder: remove it`);
  return folder;
}

/** Writes a file of a private folder atomically, replacing any entry there. */
export function writePrivate(folder: string, name: string, text: string): string {
  const file = join(privateFolder(folder), name);
  const beside = `${file}.${randomBytes(6).toString('hex')}.new`;
  try {
    const descriptor = openSync(beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
    try {
      writeFileSync(descriptor, text);
    } finally {
      closeSync(descriptor);
    }
    renameSync(beside, file);
  } finally {
    rmSync(beside, { force: true });
  }
  return file;
}

/** Returns the end of a file as text; undefined if it is missing, or a link, a folder or a pipe. */
export function readPrivate(folder: string, name: string, mostBytes: number): string | undefined {
  let descriptor: number | undefined;
  try {
    if (!lstatSync(folder).isDirectory()) return undefined;
    descriptor = openSync(join(folder, name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    return readEnd(descriptor, mostBytes);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP') return undefined;
    throw error;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Returns the end of an open file; undefined if it is not a regular file. */
export function readEnd(descriptor: number, mostBytes: number): string | undefined {
  const found = fstatSync(descriptor);
  if (!found.isFile()) return undefined;
  const bytes = Buffer.alloc(Math.min(found.size, mostBytes));
  const length = readSync(descriptor, bytes, 0, bytes.length, found.size - bytes.length);
  return bytes.toString('utf8', 0, length);
}

/**
 * Opens a file for reading and appending.
 * @throws Error if it is a symbolic link or not a regular file
 */
export function openToAdd(folder: string, name: string): number {
  const file = join(privateFolder(folder), name);
  const descriptor = openSync(file, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  if (fstatSync(descriptor).isFile()) return descriptor;
  closeSync(descriptor);
  throw new Error(`${file} is not a regular file: remove it`);
}
