import { readFile, stat } from 'node:fs/promises';
import { decodeBase64Url, type Signer, signerOf } from '@agent-home/protocol';
import { z } from 'zod';
import { KeysError } from './keys-error.ts';

export const secretSchema = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

export const wayOut = 'put it back from a copy of the key folder; nothing was changed';

export async function readKeyFile<Content>(
  file: string,
  content: 'secret' | 'public',
  parse: (text: string) => Content,
): Promise<Content> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new KeysError('unreadable_keys', `${file} cannot be read (${error.code}): ${wayOut}`);
  });
  if (content === 'secret') await requireSecrecy(file);
  try {
    return parse(text);
  } catch {
    // The parser's message is dropped, because it quotes the file, which is a secret.
    throw new KeysError('unreadable_keys', `${file} has unexpected content: ${wayOut}`);
  }
}

/** Rejects a secret that every user of the machine can read. Group access is allowed, because containers mount secrets that way. */
async function requireSecrecy(file: string): Promise<void> {
  const { mode } = await stat(file);
  if (process.platform === 'win32' || (mode & 0o007) === 0) return;
  const bits = (mode & 0o777).toString(8);
  throw new KeysError(
    'insecure_permissions',
    `other users can read ${file} (mode ${bits}): run chmod 600 on it, and rotate the keys if they were read`,
  );
}

export function signerFrom(secret: string): Signer {
  const bytes = decodeBase64Url(secret);
  if (bytes?.length !== 32) throw new Error('a signing key file does not hold 32-byte seeds');
  return signerOf(bytes);
}
