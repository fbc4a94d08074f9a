import { describe, expect, it } from 'vitest';
import { keyIdOf } from '../cert/signer.ts';
import { canonicalJsonBytes } from '../json/canonical-json.ts';
import type { JsonObject } from '../json/json-value.ts';
import { parseStrictJson } from '../json/parse-strict-json.ts';
import type { RootSet } from '../schema/platform.ts';
import { getCode } from '../testing/expect-code.ts';
import { firstRootSet, issuer, keysBytes, listedKey } from '../testing/home.ts';
import { testSigner } from '../testing/signers.ts';
import { encodeBase64Url } from '../text/base64url.ts';
import { verifyPlatformKeys } from './verify-platform-keys.ts';

const read = (bytes: Uint8Array, pinned: RootSet = firstRootSet) =>
  verifyPlatformKeys({ bytes, pinned, seen: undefined });
const codeFor = (bytes: Uint8Array, pinned?: RootSet) => getCode(() => read(bytes, pinned));

const toDocument = (bytes: Uint8Array) => parseStrictJson(bytes) as JsonObject;

describe('the key list', () => {
  it('signed by enough root keys becomes the trust of the reader', () => {
    const trust = read(keysBytes());
    expect(trust).toMatchObject({ issuer, version: 1, rootSet: firstRootSet });
    const { keyId } = testSigner('registry');
    expect(encodeBase64Url(trust.keys.get(keyId)?.publicKey ?? new Uint8Array())).toBe(
      testSigner('registry').publicKey,
    );
  });

  it('a key list with too few root signatures is refused', () => {
    expect(codeFor(keysBytes({}, ['root a']))).toBe('bad_signature');
    expect(codeFor(keysBytes({}, []))).toBe('bad_signature');
    expect(codeFor(keysBytes({}, ['root a', 'root c']))).toBe('accepted');
    expect(codeFor(keysBytes({}, ['root a', 'root b', 'root c']))).toBe('accepted');
  });

  it('two signatures of one root key count once', () => {
    expect(codeFor(keysBytes({}, ['root a', 'root a']))).toBe('bad_signature');
  });

  it('refuses a key list with an invalid additional signature', () => {
    expect(codeFor(keysBytes({}, ['root a', 'root b', 'stranger']))).toBe('bad_signature');
    const document = toDocument(keysBytes({}, ['root a', 'root b', 'root c']));
    const signatures = document.signatures as JsonObject[];
    const [first, , third] = signatures;
    signatures[2] = { ...third, signature: first?.signature ?? '' };
    expect(codeFor(canonicalJsonBytes(document))).toBe('bad_signature');
  });

  it('changed after it was signed is refused', () => {
    const document = toDocument(keysBytes());
    expect(codeFor(canonicalJsonBytes({ ...document, keys: [listedKey('stranger')] }))).toBe('bad_signature');
    expect(codeFor(canonicalJsonBytes({ ...document, x_more: true }))).toBe('bad_signature');
    expect(codeFor(keysBytes({ x_more: true }))).toBe('accepted');
  });

  it('distinguishes a newer schema version from a forgery', () => {
    expect(codeFor(keysBytes({ schema_version: 2, keys: 'elsewhere' }))).toBe('unsupported_schema_version');
    const forged = { ...toDocument(keysBytes()), schema_version: 2 };
    expect(codeFor(canonicalJsonBytes(forged))).toBe('bad_signature');
    const { signatures: _, ...unsigned } = forged as JsonObject;
    expect(codeFor(canonicalJsonBytes(unsigned))).toBe('invalid_schema');
  });

  it.each([
    ['another kind', 'wrong_kind', { kind: 'platform_policy' }],
    ['no keys', 'invalid_schema', { keys: [] }],
    [
      'a key under another’s name',
      'invalid_schema',
      { keys: [listedKey('registry', { key_id: testSigner('x').keyId })] },
    ],
    [
      'one key twice',
      'invalid_schema',
      { keys: [listedKey('registry'), listedKey('registry', { purpose: 'timestamp' })] },
    ],
    ['an unknown purpose', 'invalid_schema', { keys: [listedKey('registry', { purpose: 'all' })] }],
  ] as const)('with %s is refused', (_, code, fields) => {
    expect(codeFor(keysBytes(fields as JsonObject))).toBe(code);
  });

  it('with a public key that anybody can sign for is refused', () => {
    const identity = new Uint8Array(32);
    identity[0] = 1;
    const fields = { key_id: keyIdOf(identity), public_key: encodeBase64Url(identity) };
    expect(codeFor(keysBytes({ keys: [listedKey('registry', fields)] }))).toBe('invalid_schema');
  });

  it('in another spelling or too large is refused', () => {
    const text = new TextDecoder().decode(keysBytes());
    expect(codeFor(new TextEncoder().encode(` ${text}`))).toBe('not_canonical');
    expect(codeFor(new Uint8Array(256 * 1024 + 1))).toBe('too_large');
    expect(codeFor(new TextEncoder().encode('{'))).toBe('malformed_json');
  });

  it('older than one seen before, or other at the same version, is refused', () => {
    const first = keysBytes();
    const { version, sha256 } = read(first);
    const second = read(keysBytes({ version: 2 }));
    const seen = (bytes: Uint8Array, before: { version: number; sha256: string }) =>
      getCode(() => verifyPlatformKeys({ bytes, pinned: firstRootSet, seen: before }));
    expect(seen(first, { version, sha256 })).toBe('accepted');
    expect(seen(first, second)).toBe('rollback');
    expect(seen(keysBytes({ x_more: 1 }), { version, sha256 })).toBe('equivocation');
  });
});
