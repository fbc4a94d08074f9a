import { coversCall, parseCallPattern } from '@agent-home/agent-runtime/definition';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dangerousOptions, dangersOf, warningLines } from './dangerous-options.ts';

const covered = (pattern: string) => dangersOf(pattern).map((danger) => danger.covered);

test('a pattern is compared with the known dangerous options', () => {
  const cases: [pattern: string, option: string][] = [
    ['bash(git diff *)', '--output=FILE'],
    ['bash(git diff *)', '--ext-diff'],
    ['bash(git diff --stat *)', '--output=FILE'],
    ['bash(/usr/bin/git diff *)', '--output=FILE'],
    ['bash(git log *)', '--output=FILE'],
    ['bash(git show *)', '--ext-diff'],
    ['bash(git *)', 'git diff --output=FILE'],
    ['bash(git *)', '-c core.pager=PROGRAM'],
    ['bash(git diff --*)', '--output=FILE'],
    ['bash(find *)', '-exec PROGRAM'],
    ['bash(find . *)', '-delete'],
    ['bash(find . -delete)', '-delete'],
    ['bash(tar *)', '--to-command=PROGRAM'],
    ['bash(rsync *)', '-e PROGRAM'],
    ['bash(ssh *)', '-o ProxyCommand=PROGRAM'],
    ['bash(xargs *)', 'PROGRAM'],
    ['bash(env *)', 'PROGRAM'],
    ['bash(awk *)', 'SCRIPT'],
    ['bash(sed *)', '-i'],
    ['bash(sed *)', '-e s/x/y/e'],
    ['bash', 'every command'],
  ];
  for (const [pattern, option] of cases)
    expect([pattern, covered(pattern)]).toContainEqual(expect.arrayContaining([option]));
  expect(warningLines('bash(find *)')).toEqual([
    '  warning    bash(find *) covers -exec PROGRAM (runs another program), -execdir PROGRAM (runs another program), ' +
      '-ok PROGRAM (runs another program), -delete (deletes files), and 1 more',
  ]);
});

test('a pattern without a dangerous option has no warning', () => {
  const patterns = [
    'bash(git diff)',
    'bash(git status *)',
    'bash(ls *)',
    'bash(git diff src/*)',
    'bash(gitk *)',
    'write_file(docs/**)',
    'mcp.github.*',
    'git_diff',
    'not a pattern',
    '',
  ];
  for (const pattern of patterns) expect([pattern, warningLines(pattern)]).toEqual([pattern, []]);
});

test('each row of the table is reached by the pattern of its command', () => {
  for (const { command, option, reason } of dangerousOptions) {
    const pattern = `bash(${command.join(' ')} *)`;
    expect([pattern, dangersOf(pattern)]).toEqual([
      pattern,
      expect.arrayContaining([{ covered: option.join(' '), reason }]),
    ]);
    const words = [...command, ...option].map((word) => `'${word}'`).join(' ');
    expect(coversCall(parseCallPattern(pattern), { tool: 'bash', arguments: { command: words } })).toBe(true);
  }
});

test('no text breaks the search for dangers', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(Array.isArray(dangersOf(text))).toBe(true);
      expect(Array.isArray(dangersOf(`bash(git ${text})`))).toBe(true);
    }),
  );
});
