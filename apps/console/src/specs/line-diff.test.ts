import { expect, test } from 'vitest';
import { type DiffLine, diffLines, foldDiff } from './line-diff.ts';

const sideOf = (lines: readonly DiffLine[], left: DiffLine['change']) =>
  lines
    .filter(({ change }) => change !== left)
    .map(({ text }) => text)
    .join('\n');

test('a comparison of two texts rebuilds both', () => {
  let state = 7;
  const random = (most: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % most;
  };
  const text = () => Array.from({ length: random(12) }, () => 'abc'[random(3)]).join('\n');
  for (let round = 0; round < 2_000; round++) {
    const [before, after] = [text(), text()];
    const lines = diffLines(before, after);
    expect(sideOf(lines, 'added'), JSON.stringify([before, after])).toBe(before);
    expect(sideOf(lines, 'removed'), JSON.stringify([before, after])).toBe(after);
  }
});

test('a comparison has no more changes than needed', () => {
  const lines = diffLines('a\nb\nc\na\nb\nb\na', 'c\nb\na\nb\na\nc');
  expect(lines.filter(({ change }) => change !== 'same')).toHaveLength(5);
});

test('a comparison of long, unlike texts ends', () => {
  const long = (mark: string) => Array.from({ length: 60_000 }, (_, at) => `${mark}${at}`).join('\n');
  const lines = diffLines(`same\n${long('a')}`, `same\n${long('b')}`);
  expect(lines).toHaveLength(120_001);
  expect(foldDiff(lines).cut).toBe(116_001);
});

test('equal lines far from a change are left out', () => {
  const before = Array.from({ length: 100 }, (_, at) => String(at)).join('\n');
  const { parts } = foldDiff(diffLines(before, before.replace('50', 'fifty')), { around: 2 });
  expect(parts).toEqual([{ leftOut: 48 }, { lines: expect.arrayContaining([]) }, { leftOut: 47 }]);
});
