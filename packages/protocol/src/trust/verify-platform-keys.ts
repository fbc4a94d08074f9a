import { decodeBase64Url } from '../base64/base64url.ts';
import { parseObject } from '../cert/parse-object.ts';
import { keyIdOf } from '../cert/signer.ts';
import { VerificationError } from '../cert/verification-error.ts';
import { checkSeen, type SeenVersion } from '../cert/verify.ts';
import { isAcceptablePublicKey } from '../ed25519/ed25519.ts';
import { sha256Hex } from '../hash/sha256.ts';
import { canonicalJson } from '../json/canonical-json.ts';
import type { JsonObject } from '../json/json-value.ts';
import { objectKey } from '../keys/object-key.ts';
import { platformKeysSchema, type RootSet } from '../schema/platform.ts';
import { meetsThreshold } from './root-signatures.ts';
import type { TrustedKeys } from './trusted-keys.ts';

const keysKey = objectKey('platform_keys');

/**
 * From the pinned root set to the keys of today. The document carries every root set; the walk starts at the
 * pinned one (compared whole, so that a set with the same number but other keys is refused) and each next set
 * must be signed by the one before it and by itself. @throws VerificationError
 */
export function verifyPlatformKeys(request: {
  bytes: Uint8Array;
  pinned: RootSet;
  seen: SeenVersion | undefined;
}): TrustedKeys {
  const { object, text } = parseObject(request.bytes, keysKey, 256 * 1024);
  if (object.kind !== 'platform_keys')
    throw new VerificationError('wrong_kind', keysKey, 'is not platform_keys');
  const parsed = platformKeysSchema.safeParse(object);
  if (!parsed.success) {
    if (object.schema_version !== 1) {
      throw new VerificationError('unsupported_schema_version', keysKey, 'has an unknown schema_version');
    }
    throw new VerificationError('invalid_schema', keysKey, 'does not fit its schema');
  }
  const document = parsed.data;
  const rootSet = walkRootSets(document.root_sets, request.pinned);
  if (!meetsThreshold(object as Parameters<typeof meetsThreshold>[0], rootSet)) {
    throw new VerificationError('bad_signature', keysKey, 'is not signed by enough root keys');
  }
  if (canonicalJson(object) !== text)
    throw new VerificationError('not_canonical', keysKey, 'is not in canonical form');
  const sha256 = sha256Hex(request.bytes);
  checkSeen(request.seen, { version: document.version, sha256 }, keysKey);
  const keys = new Map<string, { key: (typeof document.keys)[number]; publicKey: Uint8Array }>();
  for (const key of document.keys) {
    const publicKey = decodeBase64Url(key.public_key);
    if (!publicKey || !isAcceptablePublicKey(publicKey) || keyIdOf(publicKey) !== key.key_id) {
      throw new VerificationError(
        'invalid_schema',
        keysKey,
        `${key.key_id} is not the name of an acceptable key`,
      );
    }
    keys.set(key.key_id, { key, publicKey });
  }
  return { issuer: document.issuer, version: document.version, sha256, rootSet, keys };
}

function walkRootSets(rootSets: readonly RootSet[], pinned: RootSet): RootSet {
  const start = rootSets.findIndex((set) => set.version === pinned.version);
  const found = rootSets[start];
  if (!found || content(found) !== content(pinned)) {
    throw new VerificationError('untrusted_root', keysKey, 'does not hold the pinned root set');
  }
  let trusted = pinned;
  for (const next of rootSets.slice(start + 1)) {
    const signed = next as Parameters<typeof meetsThreshold>[0];
    const follows = next.version === trusted.version + 1;
    if (!follows || !meetsThreshold(signed, trusted) || !meetsThreshold(signed, next)) {
      throw new VerificationError(
        'untrusted_root',
        keysKey,
        `root set ${next.version} does not follow from ${trusted.version}`,
      );
    }
    trusted = next;
  }
  return trusted;
}

function content(set: RootSet): string {
  const { signatures: _, ...rest } = set as JsonObject;
  return canonicalJson(rest);
}
