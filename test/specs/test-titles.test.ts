import { describe, expect, it } from 'vitest';
import { titlesIn } from './test-titles.ts';

describe('the titles of tests', () => {
  it('are those of tests that run, whatever quotes they stand in', () => {
    const source = [
      "test('one', () => {});",
      'it("it’s two", { timeout: 5 }, () => {});',
      'it.concurrent(`three`, () => {});',
      "describe('inside', () => { test('four', async () => {}); });",
    ].join('\n');
    expect(titlesIn(source)).toEqual(['one', 'it’s two', 'three', 'four']);
  });

  it('are not those of skipped tests, of groups, of comments or of texts', () => {
    const source = [
      "it.skip('a', () => {});",
      "test.todo('b');",
      "describe('c', () => {});",
      "// it('d', () => {});",
      'const e = "it(\'e\', () => {})";',
      "it.each([1])('f', () => {});",
      'it(`g $' + '{1}`, () => {});',
      "submit('h');",
      "describe.skip('i', () => { it('j', () => {}); });",
      "describe.skipIf(true)('k', () => { it('l', () => {}); });",
    ].join('\n');
    expect(titlesIn(source)).toEqual([]);
  });
});
