import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { shownText } from '@agent-home/protocol';
import { BatchError } from '../../errors/command-errors.ts';

const { O_APPEND, O_NOFOLLOW, O_NONBLOCK, O_RDWR } = constants;

/** Yields all bytes of an open file. */
export async function* getBytes(descriptor: number): AsyncGenerator<Uint8Array> {
  const size = 64 * 1024;
  for (let position = 0; ; ) {
    const bytes = Buffer.alloc(size);
    const read = readSync(descriptor, bytes, 0, size, position);
    if (read === 0) return;
    position += read;
    yield bytes.subarray(0, read);
  }
}

/** @throws BatchError `output_unusable`: a full disk, say */
export function writeAll(descriptor: number, bytes: Buffer): void {
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new BatchError(
      'output_unusable',
      `the results cannot be written (${code}): fix the cause, then repeat the command with --resume`,
      { cause: error },
    );
  }
}

/**
 * Opens a regular file for reading and appending, without following a link. A new file is readable by its owner only.
 * @throws BatchError `batch_exists`, `batch_not_found`, `output_unusable`
 */
export function openFile(file: string, flags: number): number {
  try {
    const descriptor = openSync(file, O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK | flags, 0o600);
    if (fstatSync(descriptor).isFile()) return descriptor;
    closeSync(descriptor);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST')
      throw new BatchError(
        'batch_exists',
        `${shownText(file)} exists already: continue its batch with --resume, or pass another --output`,
      );
    if (code === 'ENOENT' && flags === 0)
      throw new BatchError(
        'batch_not_found',
        `${shownText(file)} does not exist: leave out --resume to start a batch`,
      );
    throw new BatchError('output_unusable', `${shownText(file)} cannot be opened: ${code}`, { cause: error });
  }
  throw new BatchError('output_unusable', `${shownText(file)} is not a regular file: pass another --output`);
}
