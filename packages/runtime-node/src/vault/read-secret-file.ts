import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { longestSecret } from '@agent-home/agent-runtime/policy';
import { SetupError } from '../setup/setup-error.ts';

/**
 * Reads the secret in a file that other users can neither read nor replace: a regular file, no link, of mode
 * 0600 or less, owned by the current user. All of this is checked on the open file, so that it cannot be
 * exchanged in between.
 * @throws SetupError `secret_file_refused`; no message contains the content
 */
export function readSecretFile(handle: string, written: string): string {
  const path = written.startsWith('~/') ? join(homedir(), written.slice(2)) : written;
  const refuse = (why: string) => new SetupError('secret_file_refused', `${handle}: ${written} ${why}`);
  if (!isAbsolute(path)) throw refuse('is not an absolute path: use one, or begin it with ~/');
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const status = fstatSync(descriptor);
    if (!status.isFile()) throw refuse('is not a regular file');
    if ((status.mode & 0o077) !== 0)
      throw refuse(`can be read or written by others: chmod 600 ${JSON.stringify(written)}`);
    if (status.uid !== process.getuid?.()) throw refuse('belongs to another user');
    const bytes = Buffer.alloc(longestSecret + 2);
    const length = readSync(descriptor, bytes, 0, bytes.length, 0);
    // Removes the line end that editors add.
    return bytes.toString('utf8', 0, length).replace(/\r?\n$/, '');
  } catch (error) {
    if (error instanceof SetupError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw refuse(code === 'ELOOP' ? 'is a symbolic link' : `cannot be opened (${code})`);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
