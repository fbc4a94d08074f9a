import { expect, test } from 'vitest';
import type { Entry, Group } from './entry.ts';
import { arrange, fit } from './match.ts';

const entry = (id: string, words: string, group: Group = 'pages', hint?: string): Entry => ({
  id,
  group,
  words,
  ...(hint === undefined ? {} : { hint }),
  look: { icon: 'rooms' },
});

test('the palette ranks prefixes and requires every word', () => {
  const names = ['Agents', 'My agents', 'Reagents', 'Circles'];
  expect(names.map((words) => fit('agent', { words }))).toEqual([4, 3, 2, 0]);
  expect(fit('ＡＧＥＮＴＳ my', { words: 'My agents' })).toBe(3);
  expect(fit('诗', { words: '赛诗会' })).toBe(2);
  expect(fit('wren', { words: 'Bird', hint: 'wren' })).toBe(1);
});

test('recent places come first while they exist', () => {
  const entries = [entry('a', 'A'), entry('b', 'B'), entry('t', 'T', 'topics')];
  const shown = arrange('', entries, ['gone', 't', 'b']).map(({ group, entries: of }) => [
    group,
    of.map(({ id }) => id),
  ]);
  expect(shown).toEqual([
    ['recent', ['t', 'b']],
    ['pages', ['a']],
  ]);
  expect(arrange('b', entries, ['t', 'b']).map(({ group }) => group)).toEqual(['pages']);
});

test('lines that the home found are shown though they do not begin so', () => {
  expect(arrange('pot', [entry('l', 'It is there', 'lines')], [])).toHaveLength(1);
});
