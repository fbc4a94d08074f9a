import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Signer } from '@agent-home/protocol';
import { z } from 'zod';
import { keyFiles, loadKeys } from './key-files.ts';
import { KeysError } from './keys-error.ts';
import { readKeyFile, secretSchema, signerFrom } from './read-key-file.ts';
import { type RotatedKeys, rotateHomeKeys } from './rotate-home-keys.ts';
import { writeDurably } from './write-durably.ts';

const rootSecretsSchema = z.strictObject({ secrets: z.array(secretSchema).min(1).max(16) });

/**
 * Creates new signing keys for a home and a key list with them, signed by the root keys. The list is written
 * before the keys: after an interruption processes continue with the old keys, and rotating again creates newer
 * ones.
 * @throws KeysError, in which case nothing was written
 */
export async function rotateKeyFiles(
  folder: string,
  rootSecretsFile: string,
  {
    now,
    overlapMs,
    randomBytes,
  }: { now: Date; overlapMs: number; randomBytes: (length: number) => Uint8Array },
): Promise<RotatedKeys> {
  const { keysDocument, rootSet } = await loadKeys(folder);
  const roots = await loadRootSigners(rootSecretsFile);
  const rotated = rotateHomeKeys({ keysDocument, pinned: rootSet, roots }, { now, overlapMs, randomBytes });
  await writeDurably(join(folder, keyFiles.document), rotated.keysDocument, 0o644);
  await writeDurably(join(folder, keyFiles.signing), JSON.stringify(rotated.signingSecrets), 0o600);
  return rotated;
}

/** Loads the root keys from their file. @throws KeysError `no_root_keys`, `unreadable_keys` */
export async function loadRootSigners(file: string): Promise<Signer[]> {
  await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw new KeysError(
      'no_root_keys',
      `the root keys cannot be read from ${file} (${error.code}); pass their file with --root-keys`,
    );
  });
  const { secrets } = await readKeyFile(file, 'secret', (text) => rootSecretsSchema.parse(JSON.parse(text)));
  return secrets.map(signerFrom);
}
