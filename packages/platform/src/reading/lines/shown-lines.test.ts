import { expect, test } from 'vitest';
import { shownText } from './shown-lines.ts';

test('a shortened message in a list ends with an ellipsis', () => {
  expect(shownText('short')).toBe('short');
  expect(shownText('a'.repeat(280))).toBe('a'.repeat(280));
  expect(shownText('a'.repeat(281))).toBe(`${'a'.repeat(280)}…`);
  expect(shownText(`${'词'.repeat(279)} 词`)).toBe(`${'词'.repeat(279)}…`);
  // A cut emoji is removed completely.
  expect(shownText(`${'a'.repeat(279)}👩‍👩‍👧`)).toBe(`${'a'.repeat(279)}…`);
});
