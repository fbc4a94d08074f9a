import { decodeBase64Url, encodeBase64Url, type JsonValue } from '@agent-home/protocol';
import { listedKey } from '../../../../packages/protocol/src/testing/home.ts';
import { testSigner } from '../../../../packages/protocol/src/testing/signers.ts';
import { trustWith } from '../form/small-home.ts';
import {
  type CertificateCase,
  certificateCase,
  changed,
  genuine,
  getCertificate,
  signed,
} from './certificate-case.ts';

/** Returns cases of genuine objects changed without the key, and of mistakes that a platform may make. */
export function changedCertificates(): CertificateCase[] {
  return [...forged(), ...misplaced(), ...unfit(), ...signers()];
}

const set = (name: string, value: JsonValue) => changed((object) => Object.assign(object, { [name]: value }));
const setCert = (name: string, value: JsonValue) =>
  changed((object) => Object.assign(getCertificate(object), { [name]: value }));
const withoutCert = (name: string) => changed((object) => delete getCertificate(object)[name]);

function forged(): CertificateCase[] {
  const respelled = (change: (bytes: Uint8Array) => void) =>
    changed((object) => {
      const bytes = decodeBase64Url(String(getCertificate(object).signature)) ?? new Uint8Array();
      change(bytes);
      getCertificate(object).signature = encodeBase64Url(bytes);
    });
  const bad = (name: string, object: ReturnType<typeof set>) =>
    certificateCase(name, 'bad_signature', object);
  return [
    bad('another title', set('title', 'Hallo')),
    bad('another visibility', set('visibility', 'public')),
    bad('one more on the list', set('allowlist_agent_ids', ['ada', 'bo', 'eve'])),
    bad('a field added', set('x_added', true)),
    bad(
      'a field taken away',
      changed((object) => delete object.rules),
    ),
    bad('an unknown field changed', set('x_unknown', { kept: [false, null] })),
    bad('another version', setCert('version', 3)),
    bad('another time', setCert('issued_at', '2026-03-01T12:00:01.000Z')),
    bad('an end added', setCert('expires_at', '2027-01-01T00:00:00.000Z')),
    bad('a field added to the certificate', setCert('x_added', 1)),
    bad('the time of issue spelled in another way', setCert('issued_at', '2026-03-01T12:00:00Z')),
    bad('a signature of zeros', setCert('signature', 'A'.repeat(86))),
    bad(
      'the first bit of the signature',
      respelled((bytes) => bytes.set([(bytes[0] ?? 0) ^ 1], 0)),
    ),
    bad(
      'the last bit of the signature',
      respelled((bytes) => bytes.set([(bytes[63] ?? 0) ^ 0x80], 63)),
    ),
    bad(
      'spare bits of the signature’s text',
      changed((object) => {
        const text = String(getCertificate(object).signature);
        const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
        getCertificate(object).signature = text.slice(0, -1) + letters[letters.indexOf(text.slice(-1)) + 1];
      }),
    ),
    bad(
      'the signature of another object',
      changed((object) => {
        getCertificate(object).signature = getSignature(
          genuine('topic_manifest', { fields: { title: 'x' } }),
        );
      }),
    ),
  ];
}

function getSignature(object: ReturnType<typeof genuine>): string {
  const { cert } = JSON.parse('text' in object ? object.text : '') as { cert: { signature: string } };
  return cert.signature;
}

function misplaced(): CertificateCase[] {
  const elsewhere = { object_key: 'topics/t2/manifest.json' };
  return [
    certificateCase('served at another key', 'wrong_object_key', genuine(), elsewhere),
    certificateCase(
      'its certificate changed to another key',
      'wrong_object_key',
      setCert('object_key', elsewhere.object_key),
    ),
    certificateCase(
      'certified for this key, of another topic',
      'wrong_object_key',
      signed({ topic_id: 't2' }),
    ),
    certificateCase('asked for as another kind', 'wrong_kind', genuine(), { object_kind: 'topic_state' }),
    certificateCase('asked for at a key of another kind', 'wrong_kind', genuine(), {
      object_key: 'topics/t1/state.json',
    }),
    certificateCase('asked for at a key of no kind', 'wrong_kind', genuine(), {
      object_key: 'topics/t1/other.json',
    }),
    certificateCase('another kind in it', 'wrong_kind', set('kind', 'topic_state')),
    certificateCase(
      'no kind in it',
      'wrong_kind',
      changed((object) => delete object.kind),
    ),
    certificateCase(
      'the kind of an end where nothing ends',
      'wrong_kind',
      set('kind', 'circle_member_ended'),
    ),
    certificateCase('version 1 at the key of version 2', 'wrong_object_key', genuine(), {
      object_key: 'topics/t1/manifest.v2.json',
    }),
    certificateCase(
      'version 2 at its key, for a reader that knows version 1 alone',
      'unsupported_schema_version',
      signed({ schema_version: 2 }, { object_key: 'topics/t1/manifest.v2.json' }),
      { object_key: 'topics/t1/manifest.v2.json' },
    ),
  ];
}

function unfit(): CertificateCase[] {
  const invalid = (name: string, object: ReturnType<typeof set>) =>
    certificateCase(name, 'invalid_schema', object);
  return [
    invalid(
      'no certificate',
      changed((object) => delete object.cert),
    ),
    invalid('a certificate that is none', set('cert', 'signed')),
    ...['alg', 'canonicalization', 'issuer', 'key_id', 'object_key', 'version', 'issued_at', 'signature'].map(
      (name) => invalid(`no ${name} in the certificate`, withoutCert(name)),
    ),
    invalid('another algorithm', setCert('alg', 'none')),
    invalid('another canonical form', setCert('canonicalization', 'JSON')),
    invalid('version 0', setCert('version', 0)),
    invalid('version 1.5', setCert('version', 1.5)),
    invalid('version as text', setCert('version', '2')),
    invalid('a key id of another form', setCert('key_id', 'registry')),
    invalid('a signature with padding', setCert('signature', `${'A'.repeat(86)}==`)),
    invalid('a time without a zone', setCert('issued_at', '2026-03-01T12:00:00')),
    invalid('genuine, without a title', signed({ title: '' })),
    invalid('genuine, of an unknown visibility', signed({ visibility: 'secret' })),
    invalid('genuine, with an id that is none', signed({ owner_id: '../x' })),
    certificateCase(
      'genuine, of a later schema version',
      'unsupported_schema_version',
      signed({ schema_version: 2 }),
    ),
    certificateCase(
      'genuine, without a schema version',
      'unsupported_schema_version',
      signed({ schema_version: 'one' }),
    ),
    certificateCase('claims a later schema version, not signed', 'bad_signature', set('schema_version', 2)),
  ];
}

function signers(): CertificateCase[] {
  const by = (name: string) => genuine('topic_manifest', { options: { signer: testSigner(name) } });
  const now = '2026-03-01T12:00:00.000Z';
  const compromised = listedKey('registry', { revoked: { reason: 'compromised', at: now } });
  const timestamp = listedKey('timestamp', { purpose: 'timestamp' });
  return [
    certificateCase('signed by a key that is not listed', 'unknown_key', by('stranger')),
    certificateCase('signed by a root key', 'unknown_key', by('root a')),
    certificateCase(
      'of another issuer',
      'unknown_key',
      genuine('topic_manifest', { options: { issuer: 'elsewhere' } }),
    ),
    certificateCase('signed by the key for timestamps', 'wrong_key_purpose', by('timestamp')),
    certificateCase(
      'a timestamp signed by the key for everything else',
      'wrong_key_purpose',
      genuine('platform_timestamp', { options: { signer: testSigner('registry') } }),
      { object_kind: 'platform_timestamp' },
    ),
    certificateCase(
      'names another listed key than signed',
      'wrong_key_purpose',
      setCert('key_id', testSigner('timestamp').keyId),
    ),
    certificateCase(
      'names another listed key of its purpose than signed',
      'bad_signature',
      setCert('key_id', testSigner('second').keyId),
      {
        ...trustWith({ keys: [listedKey('registry'), listedKey('second'), timestamp] }),
      },
    ),
    certificateCase('signed by the second of two keys', 'ok', by('second'), {
      ...trustWith({ keys: [listedKey('registry'), listedKey('second'), timestamp] }),
    }),
    certificateCase(
      'signed by a compromised key before it was',
      'key_compromised',
      genuine('topic_manifest', { options: { issuedAt: new Date('2026-01-02T00:00:00.000Z') } }),
      {
        ...trustWith({ keys: [compromised, timestamp] }),
      },
    ),
  ];
}
