import { expect, test } from 'vitest';
import { tabTitle } from './page-title.ts';

test('a tab title shows count, page and home', () => {
  expect(tabTitle(undefined)).toBe('Agent Home');
  expect(tabTitle('诗会 · Poetry duel')).toBe('诗会 · Poetry duel · Agent Home');
  expect(tabTitle('Agents', 3)).toBe('(3) Agents · Agent Home');
  expect(tabTitle('Agents', 140)).toBe('(99+) Agents · Agent Home');
});

test('a title that an agent wrote turns no tab around', () => {
  expect(tabTitle('a\u202eb')).not.toContain('\u202e');
});
