import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../json/canonical-json.ts';
import type { JsonObject, JsonValue } from '../json/json-value.ts';
import type { CertifiedKind } from '../schema/registry.ts';
import {
  bodyOf,
  certified,
  certifiedKinds,
  examples,
  type Mutable,
  optionsFor,
  tampered,
} from '../testing/certified-objects.ts';
import { codeOf } from '../testing/expect-code.ts';
import { issuedAt, issuer, keysBytes, listedKey, readAt, trust, trustIn } from '../testing/home.ts';
import { signAnything } from '../testing/sign-anything.ts';
import { testSigner } from '../testing/signers.ts';
import type { VerifyRequest } from './candidate.ts';
import { verifyCertified } from './verify.ts';

const encoder = new TextEncoder();
const genuine = certified('topic_manifest');

function read(bytes: Uint8Array, changes: Partial<VerifyRequest> = {}) {
  const kind = changes.kind ?? 'topic_manifest';
  return verifyCertified({
    bytes,
    objectKey: examples[kind].key,
    kind,
    trust,
    now: readAt,
    seen: undefined,
    ...changes,
  });
}

const codeFor = (bytes: Uint8Array, changes: Partial<VerifyRequest> = {}) =>
  codeOf(() => read(bytes, changes));

function set(path: string, value: JsonValue): (object: Mutable) => void {
  return (object) => {
    const names = path.split('.');
    const last = names.pop() ?? '';
    const parent = names.reduce((at, name) => at[name] as Mutable, object);
    parent[last] = value;
  };
}

/** A manifest with a genuine signature, but signed, dated or named in another way. */
function signedBy(
  name: string,
  changes: { issuedAt?: Date; issuer?: string; certificate?: JsonObject } = {},
) {
  const { certificate, ...options } = changes;
  const all = optionsFor('topic_manifest', { signer: testSigner(name), ...options });
  return signAnything(bodyOf('topic_manifest'), all, certificate).bytes;
}

describe('a genuine object', () => {
  it.each(certifiedKinds)('of kind %s is accepted, as it was certified', (kind) => {
    const { bytes, object } = certified(kind);
    const verified = read(bytes, { kind });
    expect(verified.object).toEqual(object);
    expect(verified.version).toBe(2);
  });

  it('a field that no schema knows is kept, and changing it breaks the signature', () => {
    const kept = read(genuine.bytes).object as unknown as JsonObject;
    expect(kept.x_unknown).toEqual({ kept: [true, null] });
    expect(codeFor(tampered(genuine.object, set('x_unknown.kept', [false, null])))).toBe('bad_signature');
    expect(codeFor(tampered(genuine.object, (object) => delete object.x_unknown))).toBe('bad_signature');
    expect(codeFor(tampered(genuine.object, set('x_more', 1)))).toBe('bad_signature');
    expect(codeFor(tampered(genuine.object, set('cert.x_more', 1)))).toBe('bad_signature');
  });

  it('a mode, a request type and a reason code that nobody knows yet are read', () => {
    const mode = certified('topic_manifest', { fields: { mode: 'interpretive_dance' } });
    expect(codeFor(mode.bytes)).toBe('accepted');
    const fields = { request_type: 'propose_holiday', reason_code: 'mercury_in_retrograde' };
    const result = certified('topic_request_result', { fields });
    expect(codeFor(result.bytes, { kind: 'topic_request_result' })).toBe('accepted');
  });

  it('is accepted again at the version that was seen, and above it', () => {
    const { version, sha256 } = read(genuine.bytes);
    expect(codeFor(genuine.bytes, { seen: { version, sha256 } })).toBe('accepted');
    expect(codeFor(genuine.bytes, { seen: { version: 1, sha256: 'other' } })).toBe('accepted');
  });
});

describe('form', () => {
  it('an object larger than the limit is refused before it is parsed', () => {
    const junk = new Uint8Array(1025).fill(0x7b);
    expect(codeFor(junk, { maxBytes: 1024 })).toBe('too_large');
    expect(codeFor(genuine.bytes, { maxBytes: genuine.bytes.length })).toBe('accepted');
    expect(codeFor(genuine.bytes, { maxBytes: genuine.bytes.length - 1 })).toBe('too_large');
    expect(codeFor(new Uint8Array(1024 * 1024 + 1))).toBe('too_large');
  });

  it.each([
    ['nothing', ''],
    ['half an object', '{"kind":'],
    ['an array', '[]'],
    ['a text', '"topic_manifest"'],
    ['null', 'null'],
    ['a member given twice', '{"kind":"topic_manifest","kind":"topic_manifest"}'],
    ['brackets without end', '['.repeat(100_000)],
    ['65 levels', `{"a":${'['.repeat(64)}${']'.repeat(64)}}`],
    ['an integer beyond 2^53', '{"a":9007199254740993}'],
    ['half a surrogate pair', '{"a":"\\ud800"}'],
    ['a prototype', '{"__proto__":{"kind":"topic_manifest"}}'],
  ])('%s is malformed_json', (_, text) => {
    expect(codeFor(encoder.encode(text))).toBe('malformed_json');
  });

  it('bytes that are not UTF-8 are malformed_json', () => {
    expect(codeFor(Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x7d]))).toBe('malformed_json');
  });

  it('a genuine object in another spelling than the canonical one is refused', () => {
    const { object } = genuine;
    for (const text of [
      JSON.stringify(object, null, 1),
      `${canonicalJson(object)}\n`,
      JSON.stringify({ cert: object.cert, ...object, kind: object.kind }),
      canonicalJson(object).replace('topic_manifest', '\\u0074opic_manifest'),
      canonicalJson(object).replace('"version":2', '"version":2.0'),
    ]) {
      expect(text).not.toBe(canonicalJson(object));
      expect(codeFor(encoder.encode(text))).toBe('not_canonical');
    }
  });
});

describe('kind, schema and place', () => {
  it('an object of another kind than was asked for is refused', () => {
    const state = certified('topic_state');
    expect(codeFor(state.bytes)).toBe('wrong_kind');
    expect(codeFor(state.bytes, { kind: 'topic_state', objectKey: examples.topic_manifest.key })).toBe(
      'wrong_kind',
    );
    expect(codeFor(genuine.bytes, { objectKey: 'no/such/key' })).toBe('wrong_kind');
  });

  it('an object without a certificate, or with half of one, is refused', () => {
    expect(codeFor(encoder.encode(canonicalJson(bodyOf('topic_manifest'))))).toBe('invalid_schema');
    const fields = [
      'alg',
      'canonicalization',
      'issuer',
      'key_id',
      'object_key',
      'version',
      'issued_at',
      'signature',
    ];
    for (const field of fields) {
      const bytes = tampered(genuine.object, (object) => delete (object.cert as Mutable)[field]);
      expect([field, codeFor(bytes)]).toEqual([field, 'invalid_schema']);
    }
    expect(codeFor(tampered(genuine.object, set('cert.alg', 'none')))).toBe('invalid_schema');
  });

  it('a signed body that does not fit its schema is refused', () => {
    const { bytes } = signAnything(
      bodyOf('topic_manifest', { visibility: 'world' }),
      optionsFor('topic_manifest'),
    );
    expect(codeFor(bytes)).toBe('invalid_schema');
  });

  it('a newer schema version is told apart from a forged one', () => {
    const newer = signAnything(
      bodyOf('topic_manifest', { schema_version: 2, title: { de: 'Hallo' } }),
      optionsFor('topic_manifest'),
    );
    expect(codeFor(newer.bytes)).toBe('unsupported_schema_version');
    expect(codeFor(tampered(genuine.object, set('schema_version', 2)))).toBe('bad_signature');
    expect(codeFor(tampered(newer.object, set('schema_version', 3)))).toBe('bad_signature');
    expect(codeFor(tampered(newer.object, set('schema_version', 1)))).toBe('invalid_schema');
  });

  it.each(certifiedKinds.filter((kind) => !examples[kind].key.startsWith('platform/')))(
    'an object of kind %s at another id is refused, whatever its body says',
    (kind) => {
      const { key } = examples[kind];
      const other = key.replace(/(ada|t1|task_1|circle_1|presence\/a|0000000007)/, (id) =>
        id === '0000000007' ? '0000000008' : `${id.slice(0, -1)}f`,
      );
      expect(other).not.toBe(key);
      expect(codeFor(certified(kind).bytes, { kind, objectKey: other })).toBe('wrong_object_key');
      // Certified for the other key by mistake, with the ids of this one.
      const { bytes } = signAnything(bodyOf(kind), optionsFor(kind, { objectKey: other }));
      expect(codeFor(bytes, { kind, objectKey: other })).toBe('wrong_object_key');
    },
  );

  it('an object served under another key is refused', () => {
    const moved = { objectKey: 'topics/t2/manifest.json' };
    expect(codeFor(genuine.bytes, moved)).toBe('wrong_object_key');
    expect(codeFor(tampered(genuine.object, set('topic_id', 't2')), moved)).toBe('wrong_object_key');
    const rewritten = tampered(genuine.object, (object) => {
      set('topic_id', 't2')(object);
      set('cert.object_key', moved.objectKey)(object);
    });
    expect(codeFor(rewritten, moved)).toBe('bad_signature');
  });
});

describe('the signing key', () => {
  const withKeys = (keys: JsonObject[]) => trustIn(keysBytes({ keys }));

  it('a signature by a key that is not listed is refused', () => {
    expect(codeFor(signedBy('stranger'))).toBe('unknown_key');
    const { keyId } = testSigner('registry');
    expect(codeFor(signedBy('stranger', { certificate: { key_id: keyId } }))).toBe('bad_signature');
  });

  it('a signature in the name of another issuer is refused', () => {
    expect(codeFor(signedBy('registry', { issuer: 'home.evil' }))).toBe('unknown_key');
  });

  it('a signature by a key of another purpose is refused', () => {
    expect(codeFor(signedBy('timestamp'))).toBe('wrong_key_purpose');
    const wrong = certified('platform_timestamp', { options: { signer: testSigner('registry') } });
    expect(codeFor(wrong.bytes, { kind: 'platform_timestamp' })).toBe('wrong_key_purpose');
  });

  it('a signature from before a key was valid or after it expired is refused', () => {
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

  it('a retired key signs nothing more, and what it signed before stands', () => {
    const at = '2026-03-01T12:00:00.000Z';
    const retired = withKeys([listedKey('registry', { revoked: { reason: 'retired', at } })]);
    expect(codeFor(signedBy('registry', { issuedAt: new Date(at) }), { trust: retired })).toBe('accepted');
    const later = signedBy('registry', { issuedAt: new Date('2026-03-01T12:00:00.001Z') });
    expect(codeFor(later, { trust: retired })).toBe('key_retired');
  });

  it('nothing that a compromised key ever signed is accepted', () => {
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

  it('a timestamp older than an hour is refused, also one that claims to last longer', () => {
    const expiresAt = new Date(issuedAt.getTime() + 86_400_000);
    const { bytes } = certified('platform_timestamp', { options: { expiresAt } });
    const after = (ms: number) =>
      codeFor(bytes, { kind: 'platform_timestamp', now: new Date(issuedAt.getTime() + ms) });
    expect(after(3_600_000)).toBe('accepted');
    expect(after(3_600_001)).toBe('stale');
  });
});

describe('order', () => {
  /** Each of these is wrong in its own way and in all later ways too, as far as one object can be. */
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
    ['wrong_object_key', 'presence', () => forged(bodyOf('presence')), {}],
    ['unknown_key', 'presence', () => forged(bodyOf('presence'), here), {}],
    ['key_expired', 'presence', () => forged(bodyOf('presence'), known), {}],
    [
      'issued_in_future',
      'presence',
      () => forged(bodyOf('presence'), { ...known, issued_at: '2026-12-31T00:00:00.000Z' }),
      {},
    ],
    [
      'bad_signature',
      'presence',
      () => forged(bodyOf('presence'), { ...known, issued_at: issuedAt.toISOString() }),
      {},
    ],
    ['rollback', 'presence', () => certified('presence', { options: { expiresAt: issuedAt } }).bytes, {}],
  );

  it.each(everythingWrong)('what is wrong in several ways is %s first', (code, kind, bytes, changes) => {
    expect(codeFor(bytes(), { kind, seen, ...changes })).toBe(code);
  });
});
