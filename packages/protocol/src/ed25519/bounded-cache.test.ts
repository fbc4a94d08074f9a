import { expect, it } from 'vitest';
import { BoundedCache } from './bounded-cache.ts';

it('makes a value once while it is held', () => {
  const cache = new BoundedCache<object>(2);
  const first = cache.getOrCreate('a', () => ({}));
  expect(cache.getOrCreate('a', () => ({}))).toBe(first);
});

it('forgets the least recently used value and never holds more than its capacity', () => {
  const cache = new BoundedCache<object>(2);
  const a = cache.getOrCreate('a', () => ({}));
  const b = cache.getOrCreate('b', () => ({}));
  cache.getOrCreate('a', () => ({}));
  cache.getOrCreate('c', () => ({}));
  expect(cache.size).toBe(2);
  expect(cache.getOrCreate('a', () => ({}))).toBe(a);
  expect(cache.getOrCreate('b', () => ({}))).not.toBe(b);
});
