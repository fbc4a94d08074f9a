import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../json/canonical-json.ts';
import type { JsonObject } from '../json/json-value.ts';
import { certified, certifiedKinds, tampered } from '../testing/certified-objects.ts';
import { codeFor, encoder, genuine, read, set } from '../testing/verify-support.ts';

describe('a genuine object', () => {
  it.each(certifiedKinds)('accepts %s as certified', (kind) => {
    const { bytes, object } = certified(kind);
    const verified = read(bytes, { kind });
    expect(verified.object).toEqual(object);
    expect(verified.version).toBe(2);
  });

  it('an unknown field is kept and signed', () => {
    const kept = read(genuine.bytes).object as JsonObject;
    expect(kept.x_unknown).toEqual({ kept: [true, null] });
    expect(codeFor(tampered(genuine.object, set('x_unknown.kept', [false, null])))).toBe('bad_signature');
    expect(codeFor(tampered(genuine.object, (object) => delete object.x_unknown))).toBe('bad_signature');
    expect(codeFor(tampered(genuine.object, set('x_more', 1)))).toBe('bad_signature');
    expect(codeFor(tampered(genuine.object, set('cert.x_more', 1)))).toBe('bad_signature');
  });

  it('an unknown mode, request type and reason code are read', () => {
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

  it('a genuine object in non-canonical spelling is refused', () => {
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
