import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json/json-value.ts';
import type { RootSet } from '../schema/platform.ts';
import { getCode } from '../testing/expect-code.ts';
import { firstRootSet, keysBytes, rootSet } from '../testing/home.ts';
import { verifyPlatformKeys } from './verify-platform-keys.ts';

const read = (bytes: Uint8Array, pinned: RootSet = firstRootSet) =>
  verifyPlatformKeys({ bytes, pinned, seen: undefined });
const codeFor = (bytes: Uint8Array, pinned?: RootSet) => getCode(() => read(bytes, pinned));

const sets = (...all: RootSet[]) => ({ root_sets: all as JsonObject[] });

describe('root rotation', () => {
  const second = rootSet(2, ['root d', 'root e'], {
    threshold: 2,
    signedBy: ['root a', 'root c', 'root d', 'root e'],
  });
  const third = rootSet(3, ['root f'], { signedBy: ['root d', 'root e', 'root f'] });
  const all = sets(firstRootSet, second, third);

  it('a reader of any pinned root reaches the newest', () => {
    for (const pinned of [firstRootSet, second, third]) {
      expect(read(keysBytes(all, ['root f']), pinned).rootSet).toEqual(third);
    }
  });

  it('root keys that were replaced sign nothing more', () => {
    expect(codeFor(keysBytes(all, ['root a', 'root b', 'root c']))).toBe('bad_signature');
    expect(codeFor(keysBytes(all, ['root d', 'root e']))).toBe('bad_signature');
  });

  it('a root set without its predecessor’s signatures is refused', () => {
    for (const signedBy of [
      ['root d', 'root e'],
      ['root a', 'root d', 'root e'],
      ['root a', 'root a', 'root d', 'root e'],
    ]) {
      const usurper = rootSet(2, ['root d', 'root e'], { threshold: 2, signedBy });
      const bytes = keysBytes(sets(firstRootSet, usurper), ['root d', 'root e']);
      expect(codeFor(bytes)).toBe('untrusted_root');
    }
  });

  it('a root set that did not sign itself is refused', () => {
    const mute = rootSet(2, ['root d', 'root e'], { threshold: 2, signedBy: ['root a', 'root b', 'root d'] });
    expect(codeFor(keysBytes(sets(firstRootSet, mute), ['root d', 'root e']))).toBe('untrusted_root');
  });

  it('a pinned root set with other keys is refused', () => {
    const twin = rootSet(1, ['root x']);
    expect(codeFor(keysBytes(sets(twin), ['root x']))).toBe('untrusted_root');
    const lax = rootSet(1, ['root a', 'root b', 'root c'], { threshold: 1 });
    expect(codeFor(keysBytes(sets(lax), ['root a']))).toBe('untrusted_root');
  });

  it('refuses a list without the pinned root or with a gap', () => {
    expect(codeFor(keysBytes(sets(third), ['root f']))).toBe('untrusted_root');
    const skipping = rootSet(3, ['root f'], { signedBy: ['root a', 'root b', 'root f'] });
    expect(codeFor(keysBytes(sets(firstRootSet, skipping), ['root f']))).toBe('untrusted_root');
    expect(codeFor(keysBytes(sets(firstRootSet, third, second), ['root d', 'root e']))).toBe(
      'untrusted_root',
    );
  });

  it('refuses a list from before a rotation', () => {
    expect(codeFor(keysBytes(sets(firstRootSet)), second)).toBe('untrusted_root');
  });
});
