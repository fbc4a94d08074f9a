import { expect, it } from 'vitest';
import type { ContractSubject } from './contract-subject.ts';
import { PATIENCE, text, utf8 } from './contract-texts.ts';
import { expectError } from './expect-error.ts';
import type { HarnessTraits } from './object-store-harness.ts';

const ODD_KEYS = [
  'read/plain.json',
  'read/中文/ключ/😀.json',
  'read/with space and+plus',
  'read/percent%20literal%',
  'read/a&b=c;d?e#f',
  'read/quotes\'"<x>',
  'read//double//slash',
  'read/..hidden.../ok',
  `read/${'k'.repeat(1018)}`,
];

const BROKEN_KEYS = [
  '',
  '/read/a',
  'read/../a',
  'read/./a',
  '..',
  'a/..',
  'a\u0000b',
  'a\nb',
  '\ud800',
  '\\a',
  'k'.repeat(1024),
  '中'.repeat(342),
];

export function itTakesKeysLiterally(
  subject: () => ContractSubject,
  { unstorableKeys = [] }: HarnessTraits,
): void {
  it.each(ODD_KEYS.filter((key) => !unstorableKeys.includes(key)))(
    'takes the key %j literally',
    async (key) => {
      const { store } = subject();
      await store.put(key, utf8(key));
      expect(text((await store.get(key, PATIENCE)).bytes)).toBe(key);
      expect((await store.list(key)).objects.map((object) => object.key)).toContain(key);
      await store.delete(key);
      await expectError(store.head(key), 'not_found');
    },
  );

  it.each(unstorableKeys)('refuses the key %j, and no other takes its place', async (key) => {
    const { store } = subject();
    await expectError(store.put(key, utf8('x')), 'invalid_request');
    await expectError(store.putIfAbsent(key, utf8('x')), 'invalid_request');
    await expectError(store.get(key, PATIENCE), 'invalid_request');
    expect((await store.list('read/')).objects.map((object) => object.key)).not.toContain(key);
  });

  it.each(BROKEN_KEYS)('refuses the key %j without asking the store', async (key) => {
    const { proxied, proxy } = subject();
    await expectError(proxied.get(key, PATIENCE), 'invalid_request');
    await expectError(proxied.head(key), 'invalid_request');
    await expectError(proxied.put(key, utf8('x')), 'invalid_request');
    await expectError(proxied.putIfAbsent(key, utf8('x')), 'invalid_request');
    await expectError(proxied.delete(key), 'invalid_request');
    await expectError(proxied.presignPut(key, { expiresInSeconds: 60 }), 'invalid_request');
    expect(proxy.requests).toBe(0);
  });
}
