import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json/json-value.ts';
import { certified, getBody, optionsFor, tampered } from '../testing/certified-objects.ts';
import { keysBytes, listedKey, readAt, trustIn } from '../testing/home.ts';
import { signAnything } from '../testing/sign-anything.ts';
import { testSigner } from '../testing/signers.ts';
import { codeFor, genuine, set } from '../testing/verify-support.ts';

/** Returns a manifest with a genuine signature, but another signer, date or name. */
function signedBy(
  name: string,
  changes: { issuedAt?: Date; issuer?: string; certificate?: JsonObject } = {},
) {
  const { certificate, ...options } = changes;
  const all = optionsFor('topic_manifest', { signer: testSigner(name), ...options });
  return signAnything(getBody('topic_manifest'), all, certificate).bytes;
}

describe('the signing key', () => {
  const withKeys = (keys: JsonObject[]) => trustIn(keysBytes({ keys }));

  it('a signature by a key that is not listed is refused', () => {
    expect(codeFor(signedBy('stranger'))).toBe('unknown_key');
    const { keyId } = testSigner('registry');
    expect(codeFor(signedBy('stranger', { certificate: { key_id: keyId } }))).toBe('bad_signature');
  });

  it('a signature has one spelling', () => {
    const { signature } = genuine.object.cert as { signature: string };
    // The last of 86 letters contains four bits that are not part of a byte.
    const respelt = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
      .map((letter) => signature.slice(0, -1) + letter)
      .filter((spelling) => spelling !== signature);
    for (const spelling of respelt)
      expect(['bad_signature', 'invalid_schema']).toContain(
        codeFor(tampered(genuine.object, set('cert.signature', spelling))),
      );
  });

  it('a signature in the name of another issuer is refused', () => {
    expect(codeFor(signedBy('registry', { issuer: 'home.evil' }))).toBe('unknown_key');
  });

  it('a signature by a key of another purpose is refused', () => {
    expect(codeFor(signedBy('timestamp'))).toBe('wrong_key_purpose');
    const wrong = certified('platform_timestamp', { options: { signer: testSigner('registry') } });
    expect(codeFor(wrong.bytes, { kind: 'platform_timestamp' })).toBe('wrong_key_purpose');
  });

  it('a signature outside its key’s validity is refused', () => {
    const from = '2026-03-01T12:00:00.000Z';
    const until = '2026-03-01T12:05:00.000Z';
    const limited = withKeys([listedKey('registry', { valid_from: from, valid_until: until })]);
    const at = (time: string) =>
      codeFor(signedBy('registry', { issuedAt: new Date(time) }), { trust: limited });
    expect(at('2026-03-01T11:59:59.999Z')).toBe('key_not_yet_valid');
    expect(at(from)).toBe('accepted');
    expect(at('2026-03-01T12:04:59.999Z')).toBe('accepted');
    expect(at(until)).toBe('key_expired');
  });

  it('a retired key signs no more; earlier signatures stand', () => {
    const at = '2026-03-01T12:00:00.000Z';
    const retired = withKeys([listedKey('registry', { revoked: { reason: 'retired', at } })]);
    expect(codeFor(signedBy('registry', { issuedAt: new Date(at) }), { trust: retired })).toBe('accepted');
    const later = signedBy('registry', { issuedAt: new Date('2026-03-01T12:00:00.001Z') });
    expect(codeFor(later, { trust: retired })).toBe('key_retired');
  });

  it('an object signed by a compromised key is refused', () => {
    const revoked = { reason: 'compromised', at: '2026-03-01T12:05:00.000Z' };
    const stolen = withKeys([listedKey('registry', { revoked })]);
    for (const time of ['2026-01-01T00:00:00.000Z', '2026-03-01T12:00:00.000Z', '2026-03-01T12:06:00.000Z']) {
      expect(codeFor(signedBy('registry', { issuedAt: new Date(time) }), { trust: stolen })).toBe(
        'key_compromised',
      );
    }
  });

  it('an object dated ahead of the reader’s clock is refused beyond five minutes', () => {
    const ahead = (ms: number) => signedBy('registry', { issuedAt: new Date(readAt.getTime() + ms) });
    expect(codeFor(ahead(300_000))).toBe('accepted');
    expect(codeFor(ahead(300_001))).toBe('issued_in_future');
  });

  it('a changed byte of content or signature is bad_signature', () => {
    expect(codeFor(tampered(genuine.object, set('title', 'Hallo')))).toBe('bad_signature');
    const other = certified('topic_manifest', { options: { version: 3 } }).object.cert as JsonObject;
    const signature = String(other.signature);
    expect(codeFor(tampered(genuine.object, set('cert.signature', signature)))).toBe('bad_signature');
    expect(codeFor(tampered(genuine.object, set('cert.signature', 'A'.repeat(86))))).toBe('bad_signature');
  });
});
