import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareVersions, newestRelease, parseSpecReference, plainVersion } from './spec-version.ts';

test('a reference may name a version after its name', () => {
  expect(parseSpecReference('careful')).toEqual({ name: 'careful', version: undefined });
  expect(parseSpecReference('careful@1.2.0')).toEqual({ name: 'careful', version: '1.2.0' });
  expect(parseSpecReference('careful@v1.2.0-rc.1')).toEqual({ name: 'careful', version: '1.2.0-rc.1' });
  for (const name of ['careful@1.2', 'careful@', '@', 'careful@latest', 'careful@1.2.0 '])
    expect(parseSpecReference(name)).toEqual({ name, version: undefined });
  expect(plainVersion('v01.2.3')).toBe('01.2.3');
});

test('versions are ordered by number, releases after their previews', () => {
  const inOrder = [
    '0.9.9',
    '1.0.0-1',
    '1.0.0-2',
    '1.0.0-10',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0',
    '1.0.1',
    '1.2.0',
    '1.10.0',
    '10.0.0',
    '99999999999999999999.0.0',
    '100000000000000000000.0.0',
  ];
  fc.assert(
    fc.property(fc.shuffledSubarray(inOrder, { minLength: inOrder.length }), (shuffled) => {
      expect(shuffled.toSorted(compareVersions)).toEqual(inOrder);
    }),
  );
  expect(newestRelease(['1.0.0', '2.0.0-rc.1', '1.10.0', '1.9.0'])).toBe('1.10.0');
  expect(newestRelease(['2.0.0-rc.1'])).toBeUndefined();
});
