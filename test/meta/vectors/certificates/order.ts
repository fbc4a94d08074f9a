import { listedKey } from '../../../../packages/protocol/src/testing/home.ts';
import { trustWith } from '../form/small-home.ts';
import {
  type CertificateCase,
  certificateCase,
  changed,
  genuine,
  getCertificate,
  signed,
} from './certificate-case.ts';

const rolledBack = { seen: { version: 9, sha256: '0'.repeat(64) } };

function toText(bytes: ReturnType<typeof genuine>): string {
  return 'text' in bytes ? bytes.text : '';
}

const first = (one: string, other: string) => `${one} before ${other}`;
const both = (...changes: [string, string | number][]) =>
  changed((object) => {
    for (const [name, value] of changes) {
      if (name.startsWith('cert.')) getCertificate(object)[name.slice(5)] = value;
      else object[name] = value;
    }
  });
const late = '2026-03-01T13:00:00.000Z';
const ended = { options: { expiresAt: new Date('2026-03-01T12:05:00.000Z') } };

/** Two faults at once: the first check determines the code. */
export const certificateOrder: CertificateCase[] = [
  certificateCase(first('too_large', 'malformed_json'), 'too_large', { text: '{{{' }, { max_bytes: 2 }),
  certificateCase(first('malformed_json', 'wrong_kind'), 'malformed_json', {
    text: '{"kind":"x","kind":"y"}',
  }),
  certificateCase(first('wrong_kind', 'invalid_schema'), 'wrong_kind', { text: '{"kind":"x"}' }),
  certificateCase(
    first('invalid_schema', 'wrong_object_key'),
    'invalid_schema',
    both(['title', ''], ['cert.object_key', 'a/b']),
  ),
  certificateCase(
    first('wrong_object_key', 'unknown_key'),
    'wrong_object_key',
    both(['cert.object_key', 'a/b'], ['cert.issuer', 'x']),
  ),
  certificateCase(first('wrong_object_key', 'bad_signature'), 'wrong_object_key', both(['topic_id', 't2'])),
  certificateCase(
    first('unknown_key', 'bad_signature'),
    'unknown_key',
    both(['cert.issuer', 'x'], ['title', 'y']),
  ),
  certificateCase(
    first('unknown_key', 'issued_in_future'),
    'unknown_key',
    both(['cert.issuer', 'x'], ['cert.issued_at', late]),
  ),
  certificateCase(
    first('key_expired', 'issued_in_future'),
    'key_expired',
    both(['cert.issued_at', '2028-01-01T00:00:00.000Z']),
  ),
  certificateCase(
    first('issued_in_future', 'bad_signature'),
    'issued_in_future',
    both(['cert.issued_at', late]),
  ),
  certificateCase(first('bad_signature', 'not_canonical'), 'bad_signature', {
    text: ` ${toText(both(['title', 'y']))}`,
  }),
  certificateCase(
    first('bad_signature', 'unsupported_schema_version'),
    'bad_signature',
    both(['schema_version', 2]),
  ),
  certificateCase(first('bad_signature', 'rollback'), 'bad_signature', both(['title', 'y']), rolledBack),
  certificateCase(
    first('not_canonical', 'rollback'),
    'not_canonical',
    { text: ` ${toText(genuine())}` },
    rolledBack,
  ),
  certificateCase(first('not_canonical', 'unsupported_schema_version'), 'not_canonical', {
    text: ` ${toText(signed({ schema_version: 2 }))}`,
  }),
  certificateCase(
    first('unsupported_schema_version', 'rollback'),
    'unsupported_schema_version',
    signed({ schema_version: 2 }),
    rolledBack,
  ),
  certificateCase(first('rollback', 'stale'), 'rollback', genuine('topic_manifest', ended), rolledBack),
  certificateCase(first('wrong_key_purpose', 'key_compromised'), 'wrong_key_purpose', genuine(), {
    ...trustWith({
      keys: [listedKey('registry', { purpose: 'timestamp', revoked: { reason: 'compromised', at: late } })],
    }),
  }),
  certificateCase(first('key_compromised', 'key_not_yet_valid'), 'key_compromised', genuine(), {
    ...trustWith({
      keys: [listedKey('registry', { valid_from: late, revoked: { reason: 'compromised', at: late } })],
    }),
  }),
];
