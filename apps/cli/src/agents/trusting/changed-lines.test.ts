import { describe, expect, it } from 'vitest';
import { changedLines } from './changed-lines.ts';

describe('changes since a project was trusted', () => {
  const before = { lines: ['starts "a"', 'loads b'], files: { 'a.sh': '1', 'b.mjs': '1' } };
  const cases: [what: string, now: typeof before, lines: string[]][] = [
    ['a command', { ...before, lines: ['starts "c"', 'loads b'] }, ['- starts "a"', '+ starts "c"']],
    ['a file', { ...before, files: { 'a.sh': '2', 'b.mjs': '1' } }, ['~ a.sh: changed']],
    [
      'files that come and go',
      { ...before, files: { 'b.mjs': '1', constructor: '1' } as never },
      ['- a.sh', '+ constructor, a new file'],
    ],
    ['an option', before, ['~ options or keys: see agents/settings.json']],
  ];
  it('files of the tree are named, at most forty', () => {
    expect(changedLines(before, before, ['a.sh', 'lib/x.py'])).toEqual(['~ lib/x.py']);
    const many = Array.from({ length: 50 }, (_, number) => `f${number}`);
    expect(changedLines(before, before, many)).toHaveLength(41);
  });

  it.each(cases)('%s', (_, now, lines) => expect(changedLines(before, now)).toEqual(lines));
});
