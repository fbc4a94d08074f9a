import type { TrustedKeys } from '../cert/trusted-keys.ts';
import { canonicalJsonBytes } from '../json/canonical-json.ts';
import type { JsonObject } from '../json/json-value.ts';
import type { RootSet } from '../schema/platform.ts';
import { signAsRoot } from '../trust/root-signatures.ts';
import { verifyPlatformKeys } from '../trust/verify-platform-keys.ts';
import { testSigner } from './signers.ts';

export const issuer = 'home.test';
export const issuedAt = new Date('2026-03-01T12:00:00.000Z');
/** Time at which the tests read: ten minutes after everything was signed. */
export const readAt = new Date('2026-03-01T12:10:00.000Z');

export const registrySigner = testSigner('registry');
export const timestampSigner = testSigner('timestamp');

const year = { valid_from: '2026-01-01T00:00:00.000Z', valid_until: '2027-01-01T00:00:00.000Z' };

/** Returns an entry of the key list. `name` is that of a test signer. */
export function listedKey(name: string, fields: JsonObject = {}): JsonObject {
  const { keyId, publicKey } = testSigner(name);
  return { key_id: keyId, public_key: publicKey, purpose: 'registry', ...year, ...fields };
}

/** Returns a root set of the named test signers, signed by `signedBy`. */
export function rootSet(
  version: number,
  names: readonly string[],
  options: { threshold?: number; signedBy?: readonly string[] } = {},
): RootSet {
  const keys = names
    .map(testSigner)
    .map(({ keyId, publicKey }) => ({ key_id: keyId, public_key: publicKey }));
  const content = { kind: 'platform_root_set', version, threshold: options.threshold ?? 1, keys };
  return signAsRoot(content, (options.signedBy ?? names).map(testSigner)) as RootSet;
}

export const firstRootSet = rootSet(1, ['root a', 'root b', 'root c'], { threshold: 2 });

/** Returns the content of `platform/keys.json` without signatures. */
function keysContent(fields: JsonObject = {}): JsonObject {
  return {
    kind: 'platform_keys',
    schema_version: 1,
    issuer,
    version: 1,
    issued_at: issuedAt.toISOString(),
    root_sets: [firstRootSet as JsonObject],
    keys: [listedKey('registry'), listedKey('timestamp', { purpose: 'timestamp' })],
    ...fields,
  };
}

/** Bytes of `platform/keys.json`, signed by the named roots. */
export function keysBytes(fields: JsonObject = {}, signedBy: readonly string[] = ['root a', 'root b']) {
  return canonicalJsonBytes(signAsRoot(keysContent(fields), signedBy.map(testSigner)));
}

export function trustIn(bytes: Uint8Array, pinned: RootSet = firstRootSet): TrustedKeys {
  return verifyPlatformKeys({ bytes, pinned, seen: undefined });
}

export const trust = trustIn(keysBytes());
