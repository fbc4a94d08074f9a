import {
  type CertifiedKind,
  isCertifiedKind,
  verifyCertified,
  verifyPlatformKeys,
} from '@agent-home/protocol';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { collectBucketBytes } from '../../../examples/published-home/readable.ts';
import { type Example, type ExampleObject, readExample } from './read-example.ts';

let example: Example;
beforeAll(async () => {
  example = await readExample();
});

/** Returns the objects that the platform signed. */
const signed = () =>
  example.objects.filter(
    ({ place }) => place && (isCertifiedKind(place.kind) || place.kind === 'platform_keys'),
  );

/**
 * Checks a file like a reader.
 * @throws Error if it differs from what the platform signed
 */
function check({ key, place }: ExampleObject, file: Uint8Array): void {
  const bytes = collectBucketBytes(key, file);
  const { trust, asOf, rootSet } = example;
  if (place?.kind === 'platform_keys') {
    const { sha256 } = verifyPlatformKeys({ bytes, pinned: rootSet, seen: undefined });
    // The key list itself has no such signature, but the timestamp contains its hash.
    if (sha256 !== trust.sha256) throw new Error('is another list');
    return;
  }
  const kind = place?.kind as CertifiedKind;
  verifyCertified({ bytes, objectKey: key, kind, trust, now: asOf, seen: undefined });
}

function flipped(file: Uint8Array, at: number, bit: number): Uint8Array {
  const copy = Uint8Array.from(file);
  copy[at] = (copy[at] ?? 0) ^ (1 << bit);
  return copy;
}

test('one flipped bit in a certified example is refused', () => {
  const files = signed();
  expect(files.length).toBeGreaterThan(150);
  for (const object of files) expect(() => check(object, object.file), object.key).not.toThrow();
  for (const object of files) {
    const middle = flipped(object.file, Math.floor(object.file.length / 2), 0);
    expect(() => check(object, middle), object.key).toThrow();
  }
  const anywhere = fc
    .constantFrom(...files)
    .chain((object) =>
      fc.tuple(fc.constant(object), fc.nat(object.file.length - 1), fc.integer({ min: 0, max: 7 })),
    );
  fc.assert(
    fc.property(anywhere, ([object, at, bit]) => {
      expect(() => check(object, flipped(object.file, at, bit))).toThrow();
    }),
    { numRuns: 1_000 },
  );
});
