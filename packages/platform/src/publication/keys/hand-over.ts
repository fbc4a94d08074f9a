import {
  canonicalJson,
  keySignatureSchema,
  meetsThreshold,
  type RootSet,
  rootFingerprint,
  rootSignedSchema,
  type Signer,
  sha256Hex,
  sha256HexSchema,
  signAsRoot,
  timestampSchema,
  VerificationError,
  verifyPlatformKeys,
} from '@agent-home/protocol';
import { z } from 'zod';
import { KeysError } from './keys-error.ts';

/**
 * Statement with which the root keys of a bucket’s home give the bucket to another home. It contains the new root set and the hash
 * of the key list in the bucket, so that it does not apply once the list has changed.
 */
const handOverSchema = z.strictObject({
  kind: z.literal('platform_hand_over'),
  schema_version: z.literal(1),
  /** Hash of the bucket’s `platform/keys.json`. */
  keys_sha256: sha256HexSchema,
  /** Fingerprint of the new root set. */
  to_root: sha256HexSchema,
  issued_at: timestampSchema,
  signatures: z.array(keySignatureSchema).min(1).max(32),
});

/** Checks that these are enough of the root set's keys to sign for the home. @throws KeysError `not_its_root_keys` */
export function requireRootKeys(
  { keysDocument, rootSet }: { keysDocument: string; rootSet: RootSet },
  roots: readonly Signer[],
): void {
  const bytes = new TextEncoder().encode(keysDocument);
  const { keys, threshold } = verifyPlatformKeys({ bytes, pinned: rootSet, seen: undefined }).rootSet;
  const own = new Set(keys.map(({ key_id }) => key_id));
  const here = new Set(roots.flatMap(({ keyId }) => (own.has(keyId) ? [keyId] : []))).size;
  if (here >= threshold) return;
  throw new KeysError(
    'not_its_root_keys',
    `the statement needs ${threshold} root keys of the home, but only ${here} of the given keys belong to it`,
  );
}

export function signHandOver(
  { keysDocument, toRoot, now }: { keysDocument: string; toRoot: string; now: Date },
  roots: readonly Signer[],
): string {
  const statement = {
    kind: 'platform_hand_over',
    schema_version: 1,
    keys_sha256: sha256Hex(new TextEncoder().encode(keysDocument)),
    to_root: toRoot,
    issued_at: now.toISOString(),
    signatures: [],
  };
  return canonicalJson(signAsRoot(statement, roots));
}

/** Returns true if the root keys that signed the bucket's key list have handed the bucket over to this root set. */
export function isHandedOver(statement: string, bucketKeys: Uint8Array, to: RootSet): boolean {
  const parsed = handOverSchema.safeParse(toJson(statement)).data;
  const signed = rootSignedSchema.safeParse(toJson(new TextDecoder().decode(bucketKeys))).data;
  const root = signed?.root_sets.at(-1);
  if (!parsed || !root || !verifies(bucketKeys, root)) return false;
  const isMeant = parsed.keys_sha256 === sha256Hex(bucketKeys) && parsed.to_root === rootFingerprint(to);
  return isMeant && meetsThreshold(parsed, root);
}

/** Returns true if readers that pin this root set accept a key list. */
export function verifies(bytes: Uint8Array, pinned: RootSet): boolean {
  try {
    verifyPlatformKeys({ bytes, pinned, seen: undefined });
    return true;
  } catch (error) {
    if (error instanceof VerificationError) return false;
    throw error;
  }
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
