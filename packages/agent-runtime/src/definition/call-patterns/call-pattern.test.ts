import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CallPatternError, coversCall, parseCallPattern, suggestPattern } from './call-pattern.ts';
import { simpleCommand } from './simple-command.ts';

const covers = (pattern: string, tool: string, args: Record<string, string | number | boolean>) =>
  coversCall(parseCallPattern(pattern), { tool, arguments: args });
const bash = (pattern: string, command: string) => covers(pattern, 'bash', { command });
const write = (pattern: string, path: string) => covers(pattern, 'write_file', { path, content: 'x' });

describe('patterns of commands', () => {
  test('a pattern covers one simple command with its words', () => {
    const covered = [
      ['bash(git diff *)', 'git diff'],
      ['bash(git diff *)', 'git  diff --stat HEAD'],
      ['bash(git diff *)', 'git diff \'a b\' "c d"'],
      ['bash(git status)', 'git status'],
      ['bash(npm run test:*)', 'npm run test:unit'],
      ['bash(ls *)', 'ls src/*.ts'.replace('*', 'a')],
    ] as const;
    for (const [pattern, command] of covered)
      expect([pattern, command, bash(pattern, command)]).toContain(true);
    const uncovered = [
      ['bash(git diff *)', 'git difftool'],
      ['bash(git diff *)', 'git -c x=y diff'],
      ['bash(git status)', 'git status -s'],
      ['bash(npm run test:*)', 'npm run test:unit x'],
      ['bash(npm run test:*)', 'npm run lint'],
    ] as const;
    for (const [pattern, command] of uncovered)
      expect([pattern, command, bash(pattern, command)]).toContain(false);
  });

  test('nothing that extends a command is covered', () => {
    const extensions = [
      ...[
        '; rm x',
        '&& rm x',
        '|| rm x',
        '| rm',
        '& rm x',
        '\nrm x',
        '\r\nrm x',
        '> x',
        '>> x',
        '< x',
        '2>&1',
      ],
      ...[
        '$(rm x)',
        '`rm x`',
        '"$(rm x)"',
        '"`rm x`"',
        '$HOME',
        '$[x]',
        '"$x"',
        '<(rm x)',
        '<<<x',
        '#x',
        '~',
        '~/x',
      ],
      ...[
        '*',
        '?',
        '[a]',
        '{a,b}',
        '!!',
        '\\',
        "'open",
        '"open',
        '\u00a0',
        '\u2028',
        '\u0000',
        '\t',
        '(x)',
        '^x',
      ],
    ];
    for (const extension of extensions)
      for (const command of [`git diff ${extension}`, `git diff${extension}`, `git diff ${extension} x`])
        expect([command, bash('bash(git diff *)', command)]).toEqual([command, false]);
    for (const command of [
      'x=1 git diff',
      'time git diff',
      '! git diff',
      '{ git diff; }',
      '( git diff )',
      '',
    ])
      expect([command, bash('bash(git diff *)', command)]).toEqual([command, false]);
    expect(covers('bash(git diff *)', 'bash', { command: 'git diff', cwd: '/' })).toBe(false);
    expect(covers('bash(git diff *)', 'mcp.x.bash', { command: 'git diff' })).toBe(false);
  });

  test('quoted words are read as a shell reads them', () => {
    expect(simpleCommand(`a 'b  c' "d e"f ''`)).toEqual(['a', 'b  c', 'd ef', '']);
    expect(simpleCommand("git commit -m '$(rm x); `y` \\'")).toEqual([
      'git',
      'commit',
      '-m',
      '$(rm x); `y` \\',
    ]);
    expect(simpleCommand('"a" b')).toEqual(['a', 'b']);
  });
});

describe('patterns of paths', () => {
  test('a path pattern covers the files below its folder only', () => {
    for (const path of ['docs/a.md', 'docs/b/c.md', './docs/.x'])
      expect([path, write('write_file(docs/**)', path)]).toEqual([path, true]);
    const outside = [
      ...[
        'docs',
        'docs/',
        'docs/../x',
        'docs/./x',
        '/docs/x',
        'doc/x',
        'docsx/y',
        'docs//x',
        'DOCS/x',
        '..',
        '',
      ],
      ...['docs\\x', 'docs/a\u0000b', 'docs/a\u202eb', 'docs/a\nb', '~/docs/x', 'C:docs/x', 'x/docs/y'],
    ];
    for (const path of outside) expect([path, write('write_file(docs/**)', path)]).toEqual([path, false]);
    expect(['src/a.ts', 'src/b/a.ts', 'src/a.js'].map((path) => write('write_file(src/*.ts)', path))).toEqual(
      [true, false, false],
    );
    expect(['a.md', 'x/y/a.md', 'a.mdx'].map((path) => write('write_file(**/*.md)', path))).toEqual([
      true,
      true,
      false,
    ]);
    expect(covers('write_file(docs/**)', 'edit_file', { path: 'docs/a', old_text: 'a', new_text: 'b' })).toBe(
      false,
    );
  });
});

test('tools and servers are covered by their exact names', () => {
  expect(covers('git_commit', 'git_commit', { message: 'x' })).toBe(true);
  expect(covers('git_commit', 'mcp.x.git_commit', {})).toBe(false);
  expect(covers('mcp.github.*', 'mcp.github.get_issue', {})).toBe(true);
  expect(covers('mcp.github.*', 'mcp.github2.get_issue', {})).toBe(false);
  expect(covers('mcp.github.*', 'mcp.githubXget', {})).toBe(false);
});

test('a text that is no pattern is refused', () => {
  const texts = [
    ...[
      '',
      '*',
      'mcp.*',
      'bash(*)',
      'bash()',
      'bash(* diff)',
      'bash(git diff; rm)',
      'bash(git "x")',
      'bash(a $b)',
    ],
    ...[
      'write_file(../x)',
      'write_file(/x)',
      'write_file(a**)',
      'git_commit(x)',
      'bash(git',
      'home.*(x)',
      'a b',
    ],
    ...['bash(git\ndiff)', `bash(${'x'.repeat(600)})`],
  ];
  for (const text of texts) expect(() => parseCallPattern(text), text).toThrow(CallPatternError);
});

test('a suggested pattern covers its call', () => {
  const suggestions = [
    ['bash', { command: 'git diff --stat' }, 'bash(git diff *)'],
    ['bash', { command: 'git status' }, 'bash(git status *)'],
    ['bash', { command: 'ls -la' }, 'bash(ls *)'],
    ['bash', { command: 'rm -rf build' }, 'bash(rm -rf build)'],
    ['bash', { command: 'node x.js' }, 'bash(node x.js)'],
    ['bash', { command: 'git diff; rm x' }, undefined],
    ['bash', { command: 'rm "a b"' }, undefined],
    ['write_file', { path: 'docs/a/b.md', content: '' }, 'write_file(docs/a/**)'],
    ['write_file', { path: 'README.md', content: '' }, 'write_file(README.md)'],
    ['write_file', { path: '../x', content: '' }, undefined],
    ['mcp.github.get_issue', { id: 1 }, 'mcp.github.get_issue'],
  ] as const;
  for (const [tool, args, expected] of suggestions)
    expect([tool, args, suggestPattern({ tool, arguments: args })]).toEqual([tool, args, expected]);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (command) => {
      const call = { tool: 'bash', arguments: { command } };
      const pattern = suggestPattern(call);
      expect(pattern === undefined || coversCall(parseCallPattern(pattern), call)).toBe(true);
    }),
  );
});
