import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type RootSet, rootSetSchema, type Signer, verifyPlatformKeys } from '@agent-home/protocol';
import { z } from 'zod';
import { createHomeKeys } from './create-home-keys.ts';
import { KeysError } from './keys-error.ts';
import { readKeyFile, secretSchema, signerFrom, wayOut } from './read-key-file.ts';
import { writeDurably } from './write-durably.ts';

const signingKeysSchema = z.strictObject({ registry: secretSchema, timestamp: secretSchema });

export interface LoadedKeys {
  signers: { registry: Signer; timestamp: Signer };
  keysDocument: string;
  rootSet: RootSet;
}

/** Files of a key folder. Agents pin `root.json`; `root-keys.json` should be kept on another machine. */
export const keyFiles = {
  root: 'root.json',
  rootSecrets: 'root-keys.json',
  signing: 'signing-keys.json',
  document: 'keys.json',
} as const;

/** Loads the key folder, or creates it if it is missing. An incomplete folder is rejected and never completed. */
export async function loadOrCreateKeys(
  folder: string,
  issuer: string,
  now: Date,
  randomBytes: (length: number) => Uint8Array,
): Promise<LoadedKeys> {
  const has = (name: string) =>
    stat(join(folder, name)).then(
      () => true,
      () => false,
    );
  // If only the root set is left, no new keys are created: another root would be another home.
  if (!(await has(keyFiles.document)) && !(await has(keyFiles.root))) {
    const keys = createHomeKeys(issuer, now, randomBytes);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeDurably(
      join(folder, keyFiles.rootSecrets),
      JSON.stringify({ secrets: keys.rootSecrets }),
      0o600,
    );
    await writeDurably(join(folder, keyFiles.signing), JSON.stringify(keys.signingSecrets), 0o600);
    await writeDurably(join(folder, keyFiles.root), `${JSON.stringify(keys.rootSet, null, 2)}\n`, 0o644);
    // The key list is written last, so that its presence means that the other files are complete.
    await writeDurably(join(folder, keyFiles.document), keys.keysDocument, 0o644);
  }
  return loadKeys(folder);
}

/** Loads the key folder. @throws KeysError whose message names the invalid file and the fix in one line */
export async function loadKeys(folder: string): Promise<LoadedKeys> {
  const signers = await readKeyFile(join(folder, keyFiles.signing), 'secret', (text) => {
    const { registry, timestamp } = signingKeysSchema.parse(JSON.parse(text));
    return { registry: signerFrom(registry), timestamp: signerFrom(timestamp) };
  });
  const rootSet = await readKeyFile(
    join(folder, keyFiles.root),
    'public',
    (text) => rootSetSchema.parse(JSON.parse(text)) as RootSet,
  );
  const document = await readKeyFile(join(folder, keyFiles.document), 'public', (text) => {
    const bytes = new TextEncoder().encode(text);
    return { text, list: verifyPlatformKeys({ bytes, pinned: rootSet, seen: undefined }) };
  });
  // Signing keys that are missing in the list belong to another home: every reader would reject their signatures.
  for (const { keyId } of Object.values(signers))
    if (!document.list.keys.has(keyId))
      throw new KeysError(
        'unreadable_keys',
        `${join(folder, keyFiles.signing)} is not what belongs there (${keyFiles.document} names other keys): ${wayOut}`,
      );
  return { signers, keysDocument: document.text, rootSet };
}
