import { describe, expect, it } from 'vitest';
import type { Sources } from '../source-mutations/change-sources.ts';
import { changeFile, changesIn, remove } from '../source-mutations/changes.ts';
import { mutatedRows, mutationProblems } from './mutated-rows.ts';
import { mutation } from './seed-mutation.ts';

const row = (number: string) => ({
  number,
  spec: 'doors',
  name: 'the key fits',
  test: 'a.test.ts',
  suite: 'npm test',
});
const rows = [row('5'), row('5.1'), row('5.2'), row('5.2')];
const sources: Sources = {
  collectFiles: () => ['packages/doors/src/door.ts'],
  read: () => 'export function open() {\n  turn();\n}\n',
};
const inDoors = changesIn('packages/doors');
const one = mutation('A door stays closed.', inDoors('open', remove('turn();')));
const all = { '5.1': one, '5.2': one, '5.2b': one };

describe('mutations of the coverage table', () => {
  it('are one for each row of a scenario and none for a requirement', () => {
    expect(mutatedRows(rows).map(({ id }) => id)).toEqual(['5.1', '5.2', '5.2b']);
    expect(mutationProblems(rows, all, sources)).toEqual([]);
  });

  it('are reported if one is missing or has no row', () => {
    expect(mutationProblems(rows, { '5.1': one, '5.2': one, '6.1': one }, sources)).toEqual([
      expect.stringContaining('row 5.2b of openspec/seed-coverage.md has no mutation'),
      expect.stringContaining('mutation 6.1 has no row'),
    ]);
  });

  it.each([
    ['without a sentence', mutation('', inDoors('open', remove('turn();'))), 'is not a sentence'],
    ['without a change', mutation('A door stays closed.'), 'has no changes'],
    [
      'of a symbol that is gone',
      mutation('A door stays closed.', inDoors('close')),
      'no close of packages/doors',
    ],
    [
      'of code that is gone',
      mutation('A door stays closed.', inDoors('open', remove('push();'))),
      'has no `push();`',
    ],
    [
      'of a source by its path',
      mutation('A door stays closed.', changeFile('packages/doors/src/door.ts', remove('turn();'))),
      'name its workspace and symbol',
    ],
  ])('are reported by row: one %s', (_, wrong, problem) => {
    const problems = mutationProblems(rows, { ...all, '5.2': wrong }, sources);
    expect(problems).toEqual([expect.stringMatching(/^mutation 5\.2: /)]);
    expect(problems[0]).toContain(problem);
  });
});
