import { describe, expect, it } from 'vitest';
import { patchedRows, patchProblems } from './planted-patches.ts';

const row = (number: string) => ({
  number,
  spec: 'doors',
  name: 'the key fits',
  test: 'a.test.ts',
  suite: 'npm test',
});
const rows = [row('5'), row('5.1'), row('5.2'), row('5.2')];
const patch = (file = 'packages/doors/src/door.ts') =>
  `Breaks: No key fits.\n\ndiff --git a/${file} b/${file}\n--- a/${file}\n+++ b/${file}\n@@ -1 +1 @@\n-a\n+b\n`;
const place = (id: string) => `test/meta/seed-mutations/${id}.patch`;
const all = new Map(['5.1', '5.2', '5.2b'].map((id) => [place(id), patch()]));

describe('the patches that break what the seed asks for', () => {
  it('are one for each row of a scenario, none for a requirement', () => {
    expect(patchedRows(rows).map(({ id }) => id)).toEqual(['5.1', '5.2', '5.2b']);
    expect(patchProblems(rows, all, () => true)).toEqual([]);
  });

  it('are missed where one is not there, and found where one has no row', () => {
    const others = new Map([...all].filter(([path]) => path !== place('5.2b')));
    expect(patchProblems(rows, others.set(place('6.1'), patch()), () => true)).toEqual([
      `${place('5.2b')} is not there`,
      `${place('6.1')} belongs to no row of the table`,
    ]);
  });

  it('rot: one that does not apply any more is named', () => {
    const problems = patchProblems(rows, all, (path) => path !== place('5.2'));
    expect(problems).toEqual([expect.stringContaining(`${place('5.2')} does not apply any more`)]);
  });

  it.each([
    ['a test', patch('packages/doors/src/door.test.ts'), 'which is no source'],
    ['a test’s support', patch('packages/doors/src/testing/door.ts'), 'which is no source'],
    ['what is outside of the sources', patch('test/support/door.ts'), 'which is no source'],
    ['nothing', 'Breaks: No key fits.\n', 'changes nothing'],
    ['a rule that it does not name', patch().replace('Breaks: ', ''), 'does not begin with'],
  ])('may not change %s', (_, text, problem) => {
    const changed = new Map(all).set(place('5.1'), text);
    expect(patchProblems(rows, changed, () => true)).toEqual([expect.stringContaining(problem)]);
  });
});
