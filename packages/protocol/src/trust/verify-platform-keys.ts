import { checkSeen, type SeenVersion } from '../cert/check-seen.ts';
import { parseObject } from '../cert/parse-object.ts';
import { keyIdOf } from '../cert/signer.ts';
import type { TrustedKeys } from '../cert/trusted-keys.ts';
import { type VerificationCode, VerificationError } from '../cert/verification-error.ts';
import { isAcceptablePublicKey } from '../ed25519/ed25519.ts';
import { sha256Hex } from '../hash/sha256.ts';
import { objectKey } from '../keys/object-key.ts';
import { platformKeysSchema, type RootSet, rootSignedSchema, type SigningKey } from '../schema/platform.ts';
import { decodeBase64Url } from '../text/base64url.ts';
import { allSignaturesHold, meetsThreshold } from './root-signatures.ts';
import { walkRootSets } from './walk-root-sets.ts';

const keysKey = objectKey('platform_keys');
export const maxKeysBytes = 256 * 1024;

const failure = (code: VerificationCode, message: string) => new VerificationError(code, keysKey, message);

/**
 * Verifies the present keys, starting from the pinned root set. The document contains every root set, and the chain of signatures
 * from the pinned one to the newest must be complete. @throws VerificationError
 */
export function verifyPlatformKeys(request: {
  bytes: Uint8Array;
  pinned: RootSet;
  seen: SeenVersion | undefined;
}): TrustedKeys {
  const { object, isCanonical } = parseObject(request.bytes, keysKey, maxKeysBytes);
  if (object.kind !== 'platform_keys') throw failure('wrong_kind', 'is not platform_keys');
  const isKnownVersion = object.schema_version === 1;
  const parsed = platformKeysSchema.safeParse(object).data;
  if (isKnownVersion && !parsed) throw failure('invalid_schema', 'does not fit its schema');

  // The part signed by the roots has the same shape in every version, so that a new version is distinguished
  // from a forgery.
  const signed = rootSignedSchema.safeParse(object).data;
  if (!signed) throw failure('invalid_schema', 'has no root sets or no signatures');
  const rootSet = walkRootSets(signed.root_sets, request.pinned, keysKey);
  const document = object as Parameters<typeof meetsThreshold>[0];
  if (!allSignaturesHold(document, rootSet) || !meetsThreshold(document, rootSet)) {
    throw failure('bad_signature', 'is not signed by enough root keys and no other');
  }
  if (!isCanonical) throw failure('not_canonical', 'is not in canonical form');
  if (!parsed) throw failure('unsupported_schema_version', 'has an unknown schema_version');

  const sha256 = sha256Hex(request.bytes);
  checkSeen(request.seen, { version: parsed.version, sha256 }, keysKey);
  const { issuer, version } = parsed;
  return { issuer, version, sha256, rootSet, keys: keysByName(parsed.keys) };
}

/** Rejects a key that is listed twice, because it could be revoked in one place and valid in the other. */
function keysByName(listed: readonly SigningKey[]): TrustedKeys['keys'] {
  const keys = new Map<string, { key: SigningKey; publicKey: Uint8Array }>();
  for (const key of listed) {
    const publicKey = decodeBase64Url(key.public_key);
    if (!publicKey || !isAcceptablePublicKey(publicKey) || keyIdOf(publicKey) !== key.key_id) {
      throw failure('invalid_schema', `${key.key_id} is not the name of an acceptable key`);
    }
    if (keys.has(key.key_id)) throw failure('invalid_schema', `lists ${key.key_id} twice`);
    keys.set(key.key_id, { key, publicKey });
  }
  return keys;
}
