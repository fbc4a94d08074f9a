import { mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  decodeBase64Url,
  type RootSet,
  rootSetSchema,
  type Signer,
  signerOf,
  verifyPlatformKeys,
} from '@agent-home/protocol';
import { z } from 'zod';
import { createHomeKeys } from './create-home-keys.ts';
import { KeysError } from './keys-error.ts';
import { type RotatedKeys, rotateHomeKeys } from './rotate-home-keys.ts';

const secretSchema = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
const signingKeysSchema = z.strictObject({ registry: secretSchema, timestamp: secretSchema });
const rootSecretsSchema = z.strictObject({ secrets: z.array(secretSchema).min(1).max(16) });

export interface LoadedKeys {
  signers: { registry: Signer; timestamp: Signer };
  keysDocument: string;
  rootSet: RootSet;
}

/** The files of a key folder. `root.json` is what agents pin; `root-keys.json` should live on another machine. */
export const keyFiles = {
  root: 'root.json',
  rootSecrets: 'root-keys.json',
  signing: 'signing-keys.json',
  document: 'keys.json',
} as const;

/** Loads the key folder, making it first where there is none. A half-made folder is refused, never completed. */
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
  // Where only the root set is left, new keys are not made: with another root it would be another home.
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
    // The key list is written last, so that where it is, the other files are complete.
    await writeDurably(join(folder, keyFiles.document), keys.keysDocument, 0o644);
  }
  return loadKeys(folder);
}

/** Loads the key folder. @throws KeysError whose message says in one line which file is wrong and what to do */
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
  // Signing keys that the list does not name are another home's: every reader would refuse what they sign.
  for (const { keyId } of Object.values(signers))
    if (!document.list.keys.has(keyId))
      throw new KeysError(
        'unreadable_keys',
        `${join(folder, keyFiles.signing)} is not what belongs there (${keyFiles.document} names other keys): ${wayOut}`,
      );
  return { signers, keysDocument: document.text, rootSet };
}

const wayOut = 'put it back from a copy of the key folder; nothing was changed';

async function readKeyFile<Content>(
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
    // The parser's message is left out, because it quotes the file, which is a secret.
    throw new KeysError('unreadable_keys', `${file} is not what belongs there: ${wayOut}`);
  }
}

/** Refuses a secret that everybody on the machine can read. A group may: containers hand out secrets that way. */
async function requireSecrecy(file: string): Promise<void> {
  const { mode } = await stat(file);
  if (process.platform === 'win32' || (mode & 0o007) === 0) return;
  const bits = (mode & 0o777).toString(8);
  throw new KeysError(
    'insecure_permissions',
    `everybody on this machine may read ${file} (mode ${bits}): chmod 600 it, and rotate the keys if somebody did`,
  );
}

/**
 * Makes new signing keys for a home and a key list with them, signed by the root keys. The list is written before the
 * keys: if that is interrupted, processes go on with the old keys, and rotating again makes newer ones.
 * @throws KeysError: nothing was written then
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

function signerFrom(secret: string): Signer {
  const bytes = decodeBase64Url(secret);
  if (bytes?.length !== 32) throw new Error('a signing key file does not hold 32-byte seeds');
  return signerOf(bytes);
}

async function writeDurably(file: string, text: string, mode: number): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const temporary = `${file}.tmp`;
  const handle = await open(temporary, 'w', mode);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
}

/** Loads the root keys from their file. @throws KeysError `no_root_keys`, `unreadable_keys` */
export async function loadRootSigners(file: string): Promise<Signer[]> {
  await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw new KeysError('no_root_keys', `the root keys are not in ${file}: ${error.code}`);
  });
  const { secrets } = await readKeyFile(file, 'secret', (text) => rootSecretsSchema.parse(JSON.parse(text)));
  return secrets.map(signerFrom);
}
