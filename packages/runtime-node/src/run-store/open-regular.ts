import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

export class NotRegularError extends Error {
  override readonly name = 'NotRegularError';
  readonly code = 'not_regular';
}

// Without O_NONBLOCK a pipe in a file's place blocks a thread until it has a writer, and a process has four of
// them; a synchronous read blocks forever, even for the signal to stop.
const readOnly = constants.O_RDONLY | constants.O_NONBLOCK;

/**
 * Opens a regular file for reading; rejects a folder, pipe or device, and a symbolic link if `links` is false.
 * @throws NotRegularError; the system's error
 */
export async function openRegular(path: string, { links = true } = {}): Promise<FileHandle> {
  const file = await open(path, readOnly | (links ? 0 : constants.O_NOFOLLOW));
  try {
    if ((await file.stat()).isFile()) return file;
    throw new NotRegularError(`${path} is not a regular file`);
  } catch (error) {
    await file.close();
    throw error;
  }
}

/**
 * Reads a regular file as text, up to a size limit.
 * @throws NotRegularError; the system's error
 */
export function readRegular(path: string, mostBytes: number): string {
  const descriptor = openSync(path, readOnly);
  try {
    const found = fstatSync(descriptor);
    if (!found.isFile() || found.size > mostBytes)
      throw new NotRegularError(`${path} is not a regular file of the expected size`);
    return readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Reads the first bytes of a regular file, without following a link.
 * @throws NotRegularError; the system's error
 */
export function readRegularBytes(path: string, mostBytes: number): Buffer {
  const descriptor = openSync(path, readOnly | constants.O_NOFOLLOW);
  try {
    const found = fstatSync(descriptor);
    if (!found.isFile()) throw new NotRegularError(`${path} is not a regular file`);
    const bytes = Buffer.alloc(Math.min(found.size, mostBytes));
    return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(descriptor);
  }
}
