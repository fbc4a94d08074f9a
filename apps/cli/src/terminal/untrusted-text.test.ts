import { expect, test } from 'vitest';
import { preview } from './untrusted-text.ts';

test('a value of a megabyte is shown whole in linear time', () => {
  const text = 'some words in a line\n'.repeat(50_000);
  const began = process.cpuUsage().user;
  expect(preview(text, Number.MAX_SAFE_INTEGER)).toBe(text.replaceAll('\n', ' ').trim());
  // Quadratic time took hours.
  expect(process.cpuUsage().user - began).toBeLessThan(20_000_000);
});

test('a preview ends between characters, and names the length of the text', () => {
  const family = '👩‍👩‍👧';
  expect(preview(`${'x'.repeat(298)}${family}`)).toBe(`${'x'.repeat(298)}… (306 characters)`);
  expect(preview('short\ntext')).toBe('short text');
});
