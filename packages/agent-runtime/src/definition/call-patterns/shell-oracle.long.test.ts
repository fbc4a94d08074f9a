import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { coversCall, parseCallPattern } from './call-pattern.ts';

const patterns = ['bash(git diff *)', 'bash(git status)', 'bash(npm run test:*)', 'bash(ls *)'].map(
  (text) => ({
    text,
    pattern: parseCallPattern(text),
  }),
);
const programs = ['git', 'npm', 'ls', 'rm', 'cat', 'touch', 'true'];

/** Parts of command lines: words that patterns cover, and everything that a shell treats specially. */
const part = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom('git', 'diff', 'status', 'npm', 'run', 'test:unit', 'ls', '-la', '--stat'),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom("'a b'", '"c"', "'$(rm x)'", '"d e"f', "''", 'x=y', 'é', "'é'", 'rm', 'x'),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...[
        ';',
        '&&',
        '||',
        '|',
        '&',
        '>',
        '>>',
        '<',
        '$(rm x)',
        '`rm x`',
        '$HOME',
        '"$(rm x)"',
        '*',
        '?',
        '{a,b}',
        '~',
      ],
      ...[
        '\\',
        '#',
        '!',
        '(',
        ')',
        '[a]',
        '\n',
        '\r',
        '\t',
        "'",
        '"',
        '\u00a0',
        '<(rm x)',
        '2>&1',
        ';rm',
        'x;rm x',
        '\\;',
      ],
    ),
  },
);
const begin = fc.constantFrom(
  'git diff',
  'git status',
  'npm run test:a',
  'ls',
  'git',
  'X=1 git diff',
  'time ls',
);
const glue = fc.constantFrom(' ', ' ', ' ', '  ', '');
const line = fc
  .tuple(begin, fc.array(fc.tuple(glue, part), { maxLength: 5 }))
  .map(([first, rest]) => first + rest.map(([space, text]) => space + text).join(''));

/** Calls that a shell makes for a line, as lists of program and arguments; the programs only report. */
function callsOf(folder: string, command: string): string[][] {
  const log = join(folder, 'calls');
  writeFileSync(log, '');
  const bin = join(folder, 'bin');
  const env = { PATH: bin, CALLS: log, HOME: folder };
  try {
    execFileSync('/bin/bash', ['--noprofile', '--norc', '-c', command], {
      cwd: join(folder, 'work'),
      env,
      stdio: 'ignore',
      timeout: 10_000,
    });
  } catch {
    // The exit code of a program does not matter here.
  }
  return readFileSync(log, 'utf8')
    .split('\u0001')
    .filter((call) => call !== '')
    .map((call) => call.split('\u0002').slice(0, -1));
}

test('a shell runs only what a pattern covers, in 10,000 lines', { timeout: 300_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'agent-home-patterns-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'bin'));
  mkdirSync(join(folder, 'work'));
  for (const program of programs) {
    const script = [
      '#!/bin/bash',
      `printf '%s\\002' ${program} "$@" >> "$CALLS"`,
      `printf '\\001' >> "$CALLS"`,
      '',
    ].join('\n');
    writeFileSync(join(folder, 'bin', program), script, { mode: 0o755 });
  }
  let covered = 0;
  fc.assert(
    fc.property(line, (command) => {
      const found = patterns.find(({ pattern }) =>
        coversCall(pattern, { tool: 'bash', arguments: { command } }),
      );
      if (!found) return;
      covered += 1;
      const calls = callsOf(folder, command);
      expect([command, calls.length]).toEqual([command, 1]);
      const [words = []] = calls;
      const [, fixed = '', more] = /^bash\((.*?)( \*)?\)$/.exec(found.text) ?? [];
      const tokens = fixed.split(' ');
      for (const [index, token] of tokens.entries())
        expect([command, words[index]]).toEqual([
          command,
          token.endsWith('*') ? expect.stringMatching(new RegExp(`^${token.slice(0, -1)}`)) : token,
        ]);
      if (more === undefined) expect([command, words.length]).toEqual([command, tokens.length]);
      expect([command, readdirSync(join(folder, 'work'))]).toEqual([command, []]);
    }),
    { numRuns: 10_000 },
  );
  expect(covered).toBeGreaterThan(1_000);
});
