import { describe, expect, it } from 'vitest';
import { readTests, titlesIn } from './test-titles.ts';

const head = "import { describe, it, test } from 'vitest';\n";

describe('the titles of tests', () => {
  it('are those of tests that run, in any quotes', () => {
    const source = [
      "test('one', () => {});",
      'it("it’s two", { timeout: 5 }, () => {});',
      'it.concurrent(`three`, () => {});',
      "describe('inside', () => { test('four', async () => {}); });",
    ].join('\n');
    expect(titlesIn(`${head}${source}`)).toEqual(['one', 'it’s two', 'three', 'four']);
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
    expect(titlesIn(`${head}${source}`)).toEqual([]);
  });

  it('are not those of functions that are only called like tests', () => {
    expect(titlesIn("const test = (title: string) => title;\ntest('a');")).toEqual([]);
    expect(titlesIn("import { test } from './mine.ts';\ntest('a', () => {});")).toEqual([]);
    expect(
      titlesIn("import { it as holds } from 'vitest';\nholds('a', () => {});\nit('b', () => {});"),
    ).toEqual(['a']);
  });
});

describe('the imports of a test', () => {
  it('are all of its modules, those passed on too, and no types', () => {
    const source = [
      "import { a } from './a.ts';",
      "import type { b } from '../b.ts';",
      "import { type c, d } from '../d.ts';",
      "import { test } from 'vitest';",
      "export { e } from './e.ts';",
      "export type { f } from './f.ts';",
      'export const g = 1;',
      "// import { h } from './h.ts';",
    ].join('\n');
    expect(readTests(source).imports).toEqual(['./a.ts', '../d.ts', 'vitest', './e.ts']);
  });
});
