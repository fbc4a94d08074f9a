import {
  canonicalJsonBytes,
  encodeBase64Url,
  type JsonObject,
  keyIdOf,
  type RootSet,
  type SeenVersion,
  sha256Hex,
  verifyPlatformKeys,
} from '@agent-home/protocol';
import {
  firstRootSet,
  keysBytes,
  listedKey,
  rootSet,
} from '../../../../packages/protocol/src/testing/home.ts';
import { testSigner } from '../../../../packages/protocol/src/testing/signers.ts';
import { asVectorBytes, bytesIn, type VectorBytes } from '../form/bytes.ts';
import { getOutcome, type VectorCase, type VectorKind } from '../form/vector.ts';

interface Input {
  keys: VectorBytes;
  pinned: RootSet;
  seen?: SeenVersion;
}

export const keySets: VectorKind<Input> = {
  kind: 'key-sets',
  description:
    'From a pinned root set to the signing keys of today. input: keys (bytes of platform/keys.json), pinned (the root ' +
    'set that the reader trusts), seen (version and sha256 of the list accepted before, if any). output: issuer, ' +
    'version, sha256, root_version (of the set to pin from now on), key_ids in the order of the list. Codes, in the ' +
    'order of the checks: too_large (262144 bytes), malformed_json, wrong_kind, invalid_schema, untrusted_root, ' +
    'bad_signature, not_canonical, unsupported_schema_version, rollback, equivocation, invalid_schema (keys under names ' +
    'that are not theirs, listed twice, or not acceptable).',
  cases: () => [...lists(), ...forged(), ...listedKeys(), ...rotations(), ...seen()],
  judge: ({ keys, pinned, seen }) =>
    getOutcome((): JsonObject => {
      const trust = verifyPlatformKeys({ bytes: bytesIn(keys), pinned, seen });
      const { issuer, version, sha256 } = trust;
      return {
        issuer,
        version,
        sha256,
        root_version: trust.rootSet.version,
        key_ids: [...trust.keys.keys()],
      };
    }),
};

const list = (
  name: string,
  expected: string,
  bytes: Uint8Array,
  others: Omit<Partial<Input>, 'keys'> = {},
): VectorCase<Input> => ({
  name,
  input: { keys: asVectorBytes(bytes), pinned: firstRootSet, ...others },
  expected,
});

const utf8 = (text: string) => new TextEncoder().encode(text);
const toDocument = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes)) as JsonObject;

function lists(): VectorCase<Input>[] {
  const text = new TextDecoder().decode(keysBytes());
  return [
    list('two of three roots', 'ok', keysBytes()),
    list('another two of three', 'ok', keysBytes({}, ['root a', 'root c'])),
    list('all three', 'ok', keysBytes({}, ['root c', 'root b', 'root a'])),
    list('with fields that no schema knows', 'ok', keysBytes({ x_more: true })),
    list('a blank in front', 'not_canonical', utf8(` ${text}`)),
    list('nothing', 'malformed_json', utf8('')),
    list('no object', 'malformed_json', utf8('[]')),
    list('a member twice', 'malformed_json', utf8(text.replace('{', '{"version":2,'))),
    list('another kind', 'wrong_kind', keysBytes({ kind: 'platform_policy' })),
    list('no keys', 'invalid_schema', keysBytes({ keys: [] })),
    list('no root sets', 'invalid_schema', keysBytes({ root_sets: [] })),
    list(
      'an unknown purpose',
      'invalid_schema',
      keysBytes({ keys: [listedKey('registry', { purpose: 'all' })] }),
    ),
    list(
      'of a later schema version',
      'unsupported_schema_version',
      keysBytes({ schema_version: 2, keys: 'elsewhere' }),
    ),
    {
      name: 'larger than 256 KiB',
      input: { keys: { pieces: [[' ', 262_145]] }, pinned: firstRootSet },
      expected: 'too_large',
    },
  ];
}

function forged(): VectorCase<Input>[] {
  const three = toDocument(keysBytes({}, ['root a', 'root b', 'root c']));
  const signatures = three.signatures as JsonObject[];
  const withSecond = (changed: JsonObject) =>
    canonicalJsonBytes({ ...three, signatures: [signatures[0] ?? {}, { ...signatures[1], ...changed }] });
  const beside = { ...toDocument(keysBytes()), schema_version: 2 };
  return [
    list('one of three roots', 'bad_signature', keysBytes({}, ['root a'])),
    list('no root', 'bad_signature', keysBytes({}, [])),
    list('one root twice', 'bad_signature', keysBytes({}, ['root a', 'root a'])),
    list('a stranger instead of the second', 'bad_signature', keysBytes({}, ['root a', 'stranger'])),
    list('a stranger beside enough roots', 'bad_signature', keysBytes({}, ['root a', 'root b', 'stranger'])),
    list(
      'a good signature under the name of another root',
      'bad_signature',
      withSecond({ signature: signatures[0]?.signature ?? '' }),
    ),
    list('a signature of zeros', 'bad_signature', withSecond({ signature: 'A'.repeat(86) })),
    list('a signature with something beside it', 'invalid_schema', withSecond({ x_more: 1 })),
    list(
      'other keys under the signatures',
      'bad_signature',
      canonicalJsonBytes({ ...three, keys: [listedKey('stranger')] }),
    ),
    list('a field added', 'bad_signature', canonicalJsonBytes({ ...three, x_more: true })),
    list('another version', 'bad_signature', canonicalJsonBytes({ ...three, version: 2 })),
    list('a later schema version, not signed', 'bad_signature', canonicalJsonBytes(beside)),
  ];
}

function listedKeys(): VectorCase<Input>[] {
  const identity = new Uint8Array(32);
  identity[0] = 1;
  const anybody = { key_id: keyIdOf(identity), public_key: encodeBase64Url(identity) };
  const timestamp = listedKey('timestamp', { purpose: 'timestamp' });
  const of = (name: string, expected: string, ...keys: JsonObject[]) =>
    list(name, expected, keysBytes({ keys }));
  const revoked = { reason: 'retired', at: '2026-02-01T00:00:00.000Z' };
  return [
    of(
      'a key under another’s name',
      'invalid_schema',
      listedKey('registry', { key_id: testSigner('x').keyId }),
    ),
    of(
      'one key twice',
      'invalid_schema',
      listedKey('registry'),
      listedKey('registry', { purpose: 'timestamp' }),
    ),
    of('a key that anybody can sign for', 'invalid_schema', listedKey('registry', anybody)),
    of('two keys for one purpose', 'ok', listedKey('registry'), listedKey('second'), timestamp),
    of(
      'a revoked key is listed still',
      'ok',
      listedKey('registry'),
      listedKey('old', { revoked }),
      timestamp,
    ),
    of(
      'a key that has expired is listed still',
      'ok',
      listedKey('old', { valid_until: '2026-01-02T00:00:00.000Z' }),
    ),
    of(
      'a revocation for another reason',
      'invalid_schema',
      listedKey('old', { revoked: { ...revoked, reason: 'lost' } }),
    ),
  ];
}

function rotations(): VectorCase<Input>[] {
  const second = rootSet(2, ['root d', 'root e'], {
    threshold: 2,
    signedBy: ['root a', 'root c', 'root d', 'root e'],
  });
  const third = rootSet(3, ['root f'], { signedBy: ['root d', 'root e', 'root f'] });
  const sets = (...all: RootSet[]) => ({ root_sets: all as JsonObject[] });
  const all = sets(firstRootSet, second, third);
  const usurper = (signedBy: string[]) =>
    sets(firstRootSet, rootSet(2, ['root d', 'root e'], { threshold: 2, signedBy }));
  const both = ['root d', 'root e'];
  return [
    ...[firstRootSet, second, third].map((pinned, index) =>
      list(`pinned to root set ${index + 1} of 3`, 'ok', keysBytes(all, ['root f']), { pinned }),
    ),
    list('signed by roots of the first set', 'bad_signature', keysBytes(all, ['root a', 'root b', 'root c'])),
    list('signed by roots of the second set', 'bad_signature', keysBytes(all, both)),
    list('a second set that no predecessor signed', 'untrusted_root', keysBytes(usurper(both), both)),
    list(
      'a second set signed by one predecessor',
      'untrusted_root',
      keysBytes(usurper(['root a', ...both]), both),
    ),
    list(
      'a second set signed by one predecessor twice',
      'untrusted_root',
      keysBytes(usurper(['root a', 'root a', ...both]), both),
    ),
    list(
      'a second set that did not sign itself',
      'untrusted_root',
      keysBytes(usurper(['root a', 'root b', 'root d']), both),
    ),
    list(
      'other keys under the pinned number',
      'untrusted_root',
      keysBytes(sets(rootSet(1, ['root x'])), ['root x']),
    ),
    list(
      'another threshold under the pinned number',
      'untrusted_root',
      keysBytes(sets(rootSet(1, ['root a', 'root b', 'root c'])), ['root a']),
    ),
    list('without the pinned set', 'untrusted_root', keysBytes(sets(third), ['root f'])),
    list(
      'a gap after the pinned set',
      'untrusted_root',
      keysBytes(sets(firstRootSet, rootSet(3, ['root f'], { signedBy: ['root a', 'root b', 'root f'] })), [
        'root f',
      ]),
    ),
    list('sets in another order', 'untrusted_root', keysBytes(sets(firstRootSet, third, second), both)),
    list('from before the rotation that the reader knows', 'untrusted_root', keysBytes(sets(firstRootSet)), {
      pinned: second,
    }),
  ];
}

function seen(): VectorCase<Input>[] {
  const bytes = keysBytes({ version: 2 });
  const sha256 = sha256Hex(bytes);
  const after = (name: string, expected: string, version: number, hash: string) =>
    list(name, expected, bytes, { seen: { version, sha256: hash } });
  return [
    after('version 2 after version 1', 'ok', 1, '0'.repeat(64)),
    after('version 2 after the same', 'ok', 2, sha256),
    after('version 2 after other bytes of version 2', 'equivocation', 2, '0'.repeat(64)),
    after('version 2 after version 3', 'rollback', 3, sha256),
  ];
}
