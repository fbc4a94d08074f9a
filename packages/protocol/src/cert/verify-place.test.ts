import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../json/canonical-json.ts';
import type { JsonObject } from '../json/json-value.ts';
import type { CertifiedKind } from '../schema/registry.ts';
import {
  certified,
  certifiedKinds,
  getBody,
  type Mutable,
  optionsFor,
  tampered,
} from '../testing/certified-objects.ts';
import { examples } from '../testing/example-objects.ts';
import { signAnything } from '../testing/sign-anything.ts';
import { codeFor, encoder, genuine, set } from '../testing/verify-support.ts';

describe('kind, schema and place', () => {
  it('refuses an object of another kind', () => {
    const state = certified('topic_state');
    expect(codeFor(state.bytes)).toBe('wrong_kind');
    expect(codeFor(state.bytes, { kind: 'topic_state', objectKey: examples.topic_manifest.key })).toBe(
      'wrong_kind',
    );
    expect(codeFor(genuine.bytes, { objectKey: 'no/such/key' })).toBe('wrong_kind');
  });

  it('an object without a certificate, or with half of one, is refused', () => {
    expect(codeFor(encoder.encode(canonicalJson(getBody('topic_manifest'))))).toBe('invalid_schema');
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

  it('refuses an unknown schema version', () => {
    const newer = tampered(genuine.object, (object) => {
      object.schema_version = 2;
      delete object.cert;
    });
    expect(codeFor(newer)).toBe('invalid_schema');
  });

  it('an ended membership is valid only at its own key', () => {
    const ended = {
      kind: 'circle_member_ended',
      ended_at: '2026-03-01T12:00:00.000Z',
      reason: 'left',
      former: { joined_at: '2026-02-01T12:00:00.000Z' },
    };
    const at = (kind: CertifiedKind, changes: JsonObject = {}) =>
      codeFor(signAnything(getBody(kind, { ...ended, ...changes }), optionsFor(kind)).bytes, {
        kind,
        objectKey: examples[kind].key,
      });
    expect(at('circle_member')).toBe('accepted');
    expect(at('circle_member', { reason: 'bored' })).toBe('invalid_schema');
    expect(at('circle_member', { schema_version: 2 })).toBe('unsupported_schema_version');
    expect(at('circle_manifest')).toBe('wrong_kind');
  });

  it('a signed body that does not fit its schema is refused', () => {
    const { bytes } = signAnything(
      getBody('topic_manifest', { visibility: 'world' }),
      optionsFor('topic_manifest'),
    );
    expect(codeFor(bytes)).toBe('invalid_schema');
  });

  it('a newer schema version is distinguished from a forged one', () => {
    const newer = signAnything(
      getBody('topic_manifest', { schema_version: 2, title: { de: 'Hallo' } }),
      optionsFor('topic_manifest'),
    );
    expect(codeFor(newer.bytes)).toBe('unsupported_schema_version');
    expect(codeFor(tampered(genuine.object, set('schema_version', 2)))).toBe('bad_signature');
    expect(codeFor(tampered(newer.object, set('schema_version', 3)))).toBe('bad_signature');
    expect(codeFor(tampered(newer.object, set('schema_version', 1)))).toBe('invalid_schema');
  });

  it.each(certifiedKinds.filter((kind) => !examples[kind].key.startsWith('platform/')))(
    'refuses %s at another id with any body',
    (kind) => {
      const { key } = examples[kind];
      const other = key.replace(/(ada|t1|task_1|circle_1|presence\/a|0000000007)/, (id) =>
        id === '0000000007' ? '0000000008' : `${id.slice(0, -1)}f`,
      );
      expect(other).not.toBe(key);
      expect(codeFor(certified(kind).bytes, { kind, objectKey: other })).toBe('wrong_object_key');
      // Certified for the other key by mistake, with the ids of this one.
      const { bytes } = signAnything(getBody(kind), optionsFor(kind, { objectKey: other }));
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
