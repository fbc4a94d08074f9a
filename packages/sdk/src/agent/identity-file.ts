import { link, mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { decodeBase64Url, encodeBase64Url } from '@agent-home/protocol';
import { IdentityError } from '../errors/identity-error.ts';
import { isFileError } from '../shared/file-error.ts';
import { syncDirectory } from '../shared/replace-file.ts';
import { createIdentity, getIdentity, type Identity } from './identity.ts';

/**
 * Loads the identity from `file`, created on first use: the seed in base64url on one line, readable by its owner only.
 * @throws IdentityError; a damaged file is never replaced, because a new key would be another agent.
 */
export async function loadOrCreateIdentity(file: string): Promise<Identity> {
  return (await loadIdentity(file)) ?? (await saveNewIdentity(file));
}

async function loadIdentity(file: string): Promise<Identity | undefined> {
  let text: string;
  try {
    const handle = await open(file, 'r');
    try {
      const { mode } = await handle.stat();
      if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
        throw new IdentityError(
          'insecure_permissions',
          file,
          'other users can read the key; run chmod 600 on the file',
        );
      }
      text = await handle.readFile('utf8');
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof IdentityError) throw error;
    if (isFileError(error, 'ENOENT')) return undefined;
    throw new IdentityError('unreadable', file, 'cannot be read; check its permissions', { cause: error });
  }
  const secretKey = decodeBase64Url(text.trimEnd());
  if (secretKey?.length !== 32) {
    throw new IdentityError('corrupt', file, 'is not a 32-byte seed; restore it from a copy');
  }
  return getIdentity(secretKey);
}

async function saveNewIdentity(file: string): Promise<Identity> {
  const identity = createIdentity();
  const temporary = `${file}.${identity.keyId}.tmp`;
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(`${encodeBase64Url(identity.secretKey)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    // `link` is atomic and succeeds only once: of processes that start together one creates the key and the others find it.
    await link(temporary, file);
    await syncDirectory(file);
    return identity;
  } catch (error) {
    if (isFileError(error, 'EEXIST')) return loadOrCreateIdentity(file);
    throw new IdentityError('unwritable', file, 'cannot be written; check its folder', { cause: error });
  } finally {
    await rm(temporary, { force: true });
  }
}
