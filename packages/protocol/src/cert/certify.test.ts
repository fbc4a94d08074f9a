import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../json/json-value.ts';
import { certified, getBody, optionsFor } from '../testing/certified-objects.ts';
import { examples } from '../testing/example-objects.ts';
import { CertifyError, type CertifyOptions, certify } from './certify.ts';

function nested(levels: number): JsonValue {
  return levels === 0 ? 1 : [nested(levels - 1)];
}

const manifest = getBody('topic_manifest');
const refused: [what: string, body: JsonObject, options: Partial<CertifyOptions>][] = [
  ['a body that does not fit its schema', { ...manifest, visibility: 'world' }, {}],
  ['a body of another kind', getBody('topic_state'), {}],
  ['an unknown schema_version', { ...manifest, schema_version: 2 }, {}],
  ['a key that no row makes', manifest, { objectKey: 'topics/t1/notes.json' }],
  ['a key with other ids than the body', manifest, { objectKey: 'topics/t2/manifest.json' }],
  [
    'a kind that agents write',
    { kind: 'topic_message' },
    { objectKey: 'topics/t1/messages/ada/000001.json' },
  ],
  ['the key list, which the roots sign', { kind: 'platform_keys' }, { objectKey: 'platform/keys.json' }],
  ['version 0', manifest, { version: 0 }],
  ['a fractional version', manifest, { version: 1.5 }],
  ['an empty issuer', manifest, { issuer: '' }],
  ['a time that is none', manifest, { issuedAt: new Date(Number.NaN) }],
  ['an end that is none', manifest, { expiresAt: new Date(Number.NaN) }],
  ['a value nested too deep for a reader', { ...manifest, x: nested(64) }, {}],
  ['an integer that a reader would misread', { ...manifest, x: 2 ** 53 + 2 }, {}],
  ['a number that is not finite', { ...manifest, x: Number.NaN }, {}],
  ['half a surrogate pair', { ...manifest, x: '\ud800' }, {}],
  ['more than a reader takes', { ...manifest, x: 'x'.repeat(1024 * 1024) }, {}],
];

describe('certify', () => {
  it('the platform certifies nothing that a reader would refuse', () => {
    for (const [what, body, options] of refused) {
      const action = () => certify(body, optionsFor('topic_manifest', options));
      expect(action, what).toThrow(CertifyError);
      expect(action, what).toThrow(expect.objectContaining({ code: 'not_certifiable' }));
    }
  });

  it('takes what is just within the bounds', () => {
    expect(() => certify({ ...manifest, x: nested(63) }, optionsFor('topic_manifest'))).not.toThrow();
  });

  it('refuses a body with an unsupported member instead of signing around it', () => {
    const body = { ...manifest, x: { y: undefined } } as unknown as JsonObject; // No JSON value is undefined, which is the fault under test.
    expect(() => certify(body, optionsFor('topic_manifest'))).toThrow(CertifyError);
  });

  it('replaces a cert that the body brought along', () => {
    const body = { ...manifest, cert: { issuer: 'home.evil', object_key: 'x', x: 1 } };
    const { object } = certify(body, optionsFor('topic_manifest'));
    expect(object).toEqual(certified('topic_manifest').object);
  });

  it('says nothing of the content in its error', () => {
    const body = { ...manifest, visibility: 'secret-word' };
    expect(() => certify(body, optionsFor('topic_manifest'))).toThrow(
      `${examples.topic_manifest.key}: visibility does not fit`,
    );
  });
});
