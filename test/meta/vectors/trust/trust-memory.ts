import {
  type CertifiedKind,
  type JsonObject,
  objectKey,
  type RootSet,
  type SeenVersion,
  sha256Hex,
} from '@agent-home/protocol';
import { certified } from '../../../../packages/protocol/src/testing/certified-objects.ts';
import { keysBytes, listedKey, rootSet } from '../../../../packages/protocol/src/testing/home.ts';
import { testSigner } from '../../../../packages/protocol/src/testing/signers.ts';
import { asVectorBytes } from '../form/bytes.ts';
import { type Bucket, VectorReading } from '../form/reading.ts';
import { oneRoot } from '../form/small-home.ts';
import { getOutcome, type VectorCase, type VectorKind } from '../form/vector.ts';

interface Step {
  now: string;
  /** Objects added to the bucket from this step on. */
  objects?: Bucket;
  /** Newest versions that the home reports, by key. */
  heads?: Record<string, SeenVersion>;
  read: { object_kind: CertifiedKind; object_key: string };
}

interface Input {
  pinned: RootSet;
  steps: Step[];
}

export const trustMemory: VectorKind<Input> = {
  kind: 'trust-memory',
  description:
    'A reader that remembers, from its first read on. input: pinned, steps, each with now, objects that the bucket shows ' +
    'from then on, heads (what the home says is there: raises the floor), and read. Every step but the last succeeds. ' +
    'Before each read the key list and the timestamp are read anew once the timestamp at hand is 40 minutes old. ' +
    'expected and output (version, sha256) are those of the last step. Codes: rollback, equivocation, stale (frozen), ' +
    'outdated_keys, head_mismatch, untrusted_root, unknown_key and the others of certificates.',
  cases,
  judge: ({ pinned, steps }) =>
    getOutcome(async () => {
      const reading = new VectorReading(pinned);
      let output: JsonObject = {};
      for (const [index, { now, objects = {}, heads = {}, read }] of steps.entries()) {
        reading.setClock(now);
        reading.put(objects);
        reading.raise(heads);
        const attempt = reading.reader.read(read.object_kind, read.object_key, { type: 'registry_read' });
        const { version, sha256 } = await attempt.catch((error: unknown) => {
          if (index < steps.length - 1) throw new Error(`step ${index + 1} is refused`, { cause: error });
          throw error;
        });
        output = { version, sha256 };
      }
      return output;
    }),
};

const keysKey = objectKey('platform_keys');
const timestampKey = objectKey('platform_timestamp');
const cardKey = objectKey('agent_card', { agent_id: 'ada' });
const card = { object_kind: 'agent_card', object_key: cardKey } as const;
const timestampKeyEntry = listedKey('timestamp', { purpose: 'timestamp' });

const keyList = (fields: JsonObject = {}, signedBy = ['root a']) =>
  keysBytes({ root_sets: [oneRoot as JsonObject], ...fields }, signedBy);

/** Returns a key list with its timestamp. */
function listed(keys: Uint8Array, version: number, at: string, stamp = 1): Bucket {
  const fields = { keys: { version, sha256: sha256Hex(keys) } };
  const options = { version: stamp, issuedAt: new Date(at) };
  return {
    [keysKey]: asVectorBytes(keys),
    [timestampKey]: asVectorBytes(certified('platform_timestamp', { fields, options }).bytes),
  };
}

const cardBytes = (version: number, bio = 'x', by = 'registry') =>
  certified('agent_card', { fields: { bio }, options: { version, signer: testSigner(by) } }).bytes;
const cardAt = (version: number, bio?: string, by?: string): Bucket => ({
  [cardKey]: asVectorBytes(cardBytes(version, bio, by)),
});
const getSeen = (version: number, bio?: string): Record<string, SeenVersion> => ({
  [cardKey]: { version, sha256: sha256Hex(cardBytes(version, bio)) },
});

const noon = '2026-03-01T12:00:00.000Z';
const at = (minutes: number) => new Date(Date.parse(noon) + minutes * 60_000).toISOString();
const first = listed(keyList(), 1, noon);
const step = (minutes: number, objects: Bucket = {}, more: Partial<Step> = {}): Step => ({
  now: at(minutes),
  objects,
  read: card,
  ...more,
});
const start = step(1, { ...first, ...cardAt(2) });
const of = (name: string, expected: string, ...steps: Step[]): VectorCase<Input> => ({
  name,
  input: { pinned: oneRoot, steps },
  expected,
});

function cases(): VectorCase<Input>[] {
  return [...objects(), ...floors(), ...freezes(), ...rotations()];
}

function objects(): VectorCase<Input>[] {
  return [
    of('the first read', 'ok', start),
    of('the same again', 'ok', start, step(2)),
    of('a newer version', 'ok', start, step(2, cardAt(3))),
    of('a version left out', 'ok', start, step(2, cardAt(9))),
    of('an older version', 'rollback', start, step(2, cardAt(1))),
    of('an older version after a newer one', 'rollback', start, step(2, cardAt(3)), step(3, cardAt(2))),
    of('other bytes under one version', 'equivocation', start, step(2, cardAt(2, 'y'))),
    of(
      'back to the first after other bytes under a newer version',
      'rollback',
      start,
      step(2, cardAt(3, 'y')),
      step(3, cardAt(2)),
    ),
    of(
      'something else at the key',
      'wrong_kind',
      start,
      step(2, { [cardKey]: first[timestampKey] ?? { text: '' } }),
    ),
    of('nothing at the key', 'not_found', step(1, first)),
  ];
}

function floors(): VectorCase<Input>[] {
  return [
    of('older than the home says', 'rollback', step(1, { ...first, ...cardAt(2) }, { heads: getSeen(3) })),
    of('what the home says', 'ok', step(1, { ...first, ...cardAt(3) }, { heads: getSeen(3) })),
    of('newer than the home says', 'ok', step(1, { ...first, ...cardAt(4) }, { heads: getSeen(3) })),
    of(
      'other bytes than the home says',
      'head_mismatch',
      step(1, { ...first, ...cardAt(3, 'y') }, { heads: getSeen(3) }),
    ),
    of(
      'a lower word of the home does not lower the floor',
      'rollback',
      step(1, { ...first, ...cardAt(4) }, { heads: getSeen(4) }),
      step(2, cardAt(3), { heads: getSeen(3) }),
    ),
  ];
}

function freezes(): VectorCase<Input>[] {
  const renewed = (minutes: number, stamp = 2) => listed(keyList(), 1, at(minutes), stamp);
  return [
    of('the timestamp is 40 minutes old and a new one is there', 'ok', start, step(41, renewed(40))),
    of('the timestamp is 61 minutes old, and nothing newer is there', 'stale', start, step(61)),
    of('the timestamp is 60 minutes old, and nothing newer is there', 'ok', start, step(60)),
    of(
      'a timestamp of before the one seen',
      'rollback',
      step(1, { ...listed(keyList(), 1, noon, 5), ...cardAt(2) }),
      step(61, renewed(60, 4)),
    ),
    of('stale at the first read', 'stale', step(61, { ...first, ...cardAt(2) })),
  ];
}

function rotations(): VectorCase<Input>[] {
  const newKey = keyList({
    version: 2,
    keys: [listedKey('registry'), listedKey('second'), timestampKeyEntry],
  });
  const revoked = { reason: 'compromised', at: noon };
  const without = keyList({
    version: 2,
    keys: [listedKey('registry', { revoked }), listedKey('second'), timestampKeyEntry],
  });
  const secondRoot = rootSet(2, ['root d'], { signedBy: ['root a', 'root d'] });
  const rotated = keyList({ version: 2, root_sets: [oneRoot as JsonObject, secondRoot as JsonObject] }, [
    'root d',
  ]);
  return [
    of(
      'an object by a new key: the key list is read anew',
      'ok',
      start,
      step(2, { ...listed(newKey, 2, at(2), 2), ...cardAt(3, 'x', 'second') }),
    ),
    of('an object by a key that no list names', 'unknown_key', start, step(2, cardAt(3, 'x', 'stranger'))),
    of(
      'what a key signed before it was found compromised',
      'key_compromised',
      start,
      step(45, listed(without, 2, at(44), 2)),
    ),
    of(
      'the old list beside the new timestamp',
      'outdated_keys',
      start,
      step(61, { [timestampKey]: listed(without, 2, at(60), 2)[timestampKey] ?? { text: '' } }),
    ),
    of(
      'the list of before the revocation, with a timestamp of its own',
      'rollback',
      start,
      step(45, { ...listed(without, 2, at(44), 2), ...cardAt(3, 'x', 'second') }),
      step(106, listed(keyList(), 1, at(105), 3)),
    ),
    of('new roots, signed by the old ones', 'ok', start, step(45, listed(rotated, 2, at(44), 2))),
    of(
      'the roots of before a rotation that was seen',
      'untrusted_root',
      start,
      step(45, listed(rotated, 2, at(44), 2)),
      step(106, listed(keyList({ version: 3 }), 3, at(105), 3)),
    ),
  ];
}
