import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json/json-value.ts';
import type { CertifiedKind } from '../schema/registry.ts';
import { certified, getBody, optionsFor } from '../testing/certified-objects.ts';
import { examples } from '../testing/example-objects.ts';
import { issuedAt, issuer, readAt } from '../testing/home.ts';
import { signAnything } from '../testing/sign-anything.ts';
import { testSigner } from '../testing/signers.ts';
import { codeFor, encoder, genuine, read } from '../testing/verify-support.ts';
import type { VerifyRequest } from './candidate.ts';

describe('history and freshness', () => {
  it('an older version after a newer one is refused', () => {
    const seen = { version: 3, sha256: '0'.repeat(64) };
    expect(codeFor(genuine.bytes, { seen })).toBe('rollback');
  });

  it('the same version with other bytes is refused', () => {
    const { version, sha256 } = read(genuine.bytes);
    const twin = certified('topic_manifest', { fields: { title: 'Another' } });
    expect(codeFor(twin.bytes, { seen: { version, sha256 } })).toBe('equivocation');
  });

  it('an object is refused from the moment it expires', () => {
    const { bytes } = certified('presence', { options: { expiresAt: readAt } });
    const justBefore = new Date(readAt.getTime() - 1);
    expect(codeFor(bytes, { kind: 'presence', now: justBefore })).toBe('accepted');
    expect(codeFor(bytes, { kind: 'presence' })).toBe('stale');
  });

  it('a timestamp older than an hour is always refused', () => {
    const expiresAt = new Date(issuedAt.getTime() + 86_400_000);
    const { bytes } = certified('platform_timestamp', { options: { expiresAt } });
    const after = (ms: number) =>
      codeFor(bytes, { kind: 'platform_timestamp', now: new Date(issuedAt.getTime() + ms) });
    expect(after(3_600_000)).toBe('accepted');
    expect(after(3_600_001)).toBe('stale');
  });
});

describe('order', () => {
  /** Each of these has its own fault and all later ones too, as far as one object can. */
  const everythingWrong: [string, CertifiedKind, () => Uint8Array, Partial<VerifyRequest>][] = [];
  const seen = { version: 9, sha256: '0'.repeat(64) };
  const forged = (body: JsonObject, certificate: JsonObject = {}) =>
    signAnything(
      body,
      optionsFor('presence', { signer: testSigner('stranger'), expiresAt: issuedAt, issuer: 'home.evil' }),
      { object_key: 'agents/presence/b.json', issued_at: '2036-01-01T00:00:00.000Z', ...certificate },
    ).bytes;
  const registry = testSigner('registry').keyId;
  const here = { object_key: examples.presence.key };
  const known = { ...here, key_id: registry, issuer };
  everythingWrong.push(
    ['malformed_json', 'presence', () => encoder.encode('{"kind":"x"'), {}],
    ['wrong_kind', 'presence', () => forged({ kind: 'x', schema_version: 1 }), {}],
    ['invalid_schema', 'presence', () => forged({ kind: 'presence', schema_version: 1 }), {}],
    ['wrong_object_key', 'presence', () => forged(getBody('presence')), {}],
    ['unknown_key', 'presence', () => forged(getBody('presence'), here), {}],
    ['key_expired', 'presence', () => forged(getBody('presence'), known), {}],
    [
      'issued_in_future',
      'presence',
      () => forged(getBody('presence'), { ...known, issued_at: '2026-12-31T00:00:00.000Z' }),
      {},
    ],
    [
      'bad_signature',
      'presence',
      () => forged(getBody('presence'), { ...known, issued_at: issuedAt.toISOString() }),
      {},
    ],
    ['rollback', 'presence', () => certified('presence', { options: { expiresAt: issuedAt } }).bytes, {}],
  );

  it.each(everythingWrong)('reports %s first among several faults', (code, kind, bytes, changes) => {
    expect(codeFor(bytes(), { kind, seen, ...changes })).toBe(code);
  });
});
