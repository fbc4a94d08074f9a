import { expect, test } from 'vitest';
import { LineTable } from './line-table.ts';

const [one, other] = ['a'.repeat(64), 'b'.repeat(64)];

test('knows if each line is new, begun, ended or changed', () => {
  const lines = new LineTable();
  expect(lines.getState(1, one)).toBe('new');
  lines.begin(1, one);
  lines.begin(100_000, other);
  expect([lines.getState(1, one), lines.getState(1, other)]).toEqual(['begun', 'changed']);
  expect([lines.end(1), lines.end(1), lines.end(2)]).toEqual([true, false, false]);
  expect([lines.getState(1, one), lines.getState(1, other)]).toEqual(['ended', 'changed']);
  expect([lines.getState(100_000, other), lines.getState(99_999, other)]).toEqual(['begun', 'new']);
  expect(lines.getState(5_000_000, one)).toBe('new');
});
