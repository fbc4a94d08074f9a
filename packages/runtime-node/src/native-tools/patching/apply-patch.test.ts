import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchProject } from '../../testing/scratch-project.ts';
import { allowedCall, callTool, never, prepared, toText } from '../../testing/tool-calls.ts';
import { createNativeTools } from '../create-native-tools.ts';
import { applyHunks, createSearchBudget } from './apply-hunks.ts';
import { parseFilePatches } from './parse-patch.ts';

const begin = (files: Record<string, string | Buffer>) => {
  const { folder, outside } = scratchProject(files);
  const tools = createNativeTools({ projectFolder: folder });
  return {
    folder,
    outside,
    tools,
    at: (name: string) => join(folder, name),
    text: (name: string) => readFileSync(join(folder, name), 'utf8'),
    apply: (...lines: string[]) => callTool(tools, 'apply_patch', { patch: `${lines.join('\n')}\n` }),
  };
};

const ten = Array.from({ length: 10 }, (_, index) => `line ${index + 1}\n`).join('');
const change = (path: string, from: string, to: string, line = 1) => [
  `--- a/${path}`,
  `+++ b/${path}`,
  `@@ -${line} +${line} @@`,
  `-${from}`,
  `+${to}`,
];

it('applies a patch over several files', async () => {
  const { folder, text, apply } = begin({ 'src/a.ts': ten, b: 'one\ntwo' });
  const outcome = await apply(
    'diff --git a/src/a.ts b/src/a.ts',
    'index 123..456 100644',
    '--- a/src/a.ts',
    '+++ b/src/a.ts\t2026-01-01',
    '@@ -1,3 +1,4 @@ function',
    ' line 1',
    '-line 2',
    '+second',
    '+third',
    ' line 3',
    '@@ -9,2 +10,2 @@',
    ' line 9',
    '-line 10',
    '+last',
    '--- a/b',
    '+++ b/b',
    '@@ -2 +2 @@',
    '-two',
    '\\ No newline at end of file',
    '+2',
    '--- /dev/null',
    '+++ b/new/c.md',
    '@@ -0,0 +1,2 @@',
    '+# C',
    '+',
  );
  expect(toText(outcome)).toBe('src/a.ts: changed\nb: changed\nnew/c.md: created');
  expect(outcome.metadata).toEqual({ files: 3, hunks: 4 });
  expect(text('src/a.ts')).toBe(ten.replace('line 2\n', 'second\nthird\n').replace('line 10\n', 'last\n'));
  expect([text('b'), text('new/c.md')]).toEqual(['one\n2\n', '# C\n\n']);
  expect(readdirSync(folder).sort()).toEqual(['b', 'new', 'src']);
});

it('finds a hunk near its line if only one place fits', async () => {
  const { text, apply } = begin({
    a: ten,
    far: `${'x\n'.repeat(300)}end\n`,
    twice: 'a\nb\na\nb\n',
    crlf: 'a\r\nb\r\n',
  });
  const moved = await apply(...change('a', 'line 7', 'seventh', 3), '@@ -5 +5 @@', '-line 9', '+ninth');
  expect(moved.status).toBe('ok');
  expect(text('a')).toBe(ten.replace('line 7', 'seventh').replace('line 9', 'ninth'));
  expect((await apply(...change('far', 'end', 'END', 100))).error).toMatchObject({
    code: 'patch_mismatch',
    message: expect.stringContaining('hunk 1 of far (@@ -100,1 +100,1 @@) expects "end" at line 100'),
  });
  const { error } = await apply(...change('twice', 'b', 'c', 3));
  expect([error?.code, error?.message]).toEqual([
    'patch_mismatch',
    expect.stringContaining('matches at line 2 and at line 4'),
  ]);
  expect((await apply(...change('twice', 'b', 'c', 4))).status).toBe('ok');
  expect(text('twice')).toBe('a\nb\na\nc\n');
  expect((await apply(...change('crlf', 'b', 'c', 2))).status).toBe('ok');
  expect(text('crlf')).toBe('a\r\nc\r\n');
});

it('checks every hunk before the first change', async () => {
  const { folder, text, apply } = begin({ a: ten, b: 'one\n', bin: Buffer.from([0xff, 0]), open: 'no end' });
  for (const [lines, code, message] of [
    [
      change('b', 'ONE', '1'),
      'patch_mismatch',
      'hunk 1 of b (@@ -1,1 +1,1 @@) expects "ONE" at line 1, where the file has "one"',
    ],
    [change('b', 'one ', '1'), 'patch_mismatch', 'expects "one "'],
    [change('missing', 'x', 'y'), 'not_found', 'missing'],
    [change('bin', 'x', 'y'), 'not_text', 'bin'],
    [change('open', 'no end', 'y'), 'patch_mismatch', '\\ No newline at end of file'],
    [['--- /dev/null', '+++ b/b', '@@ -0,0 +1 @@', '+x'], 'patch_mismatch', 'b exists'],
    [['--- a/b', '+++ b/b', '@@ -1,0 +2 @@', '+x'], 'patch_mismatch', 'add unchanged lines'],
    [change('./a', 'line 1', 'x'), 'invalid_patch', 'twice'],
  ] as const) {
    const { error } = await apply(...change('a', 'line 1', 'first'), ...lines);
    expect([error?.code, error?.message]).toEqual([code, expect.stringContaining(message)]);
  }
  expect([text('a'), text('b')]).toEqual([ten, 'one\n']);
  expect(readdirSync(folder).sort()).toEqual(['a', 'b', 'bin', 'open']);
});

it('rejects a patch that is not a plain diff', async () => {
  const { text, apply } = begin({ a: ten });
  const good = change('a', 'line 1', 'first');
  for (const [lines, message] of [
    [['*** Begin Patch', '*** Update File: a'], 'no hunk'],
    [['```diff', ...good, '```'], 'belongs to no hunk'],
    [[...good, 'line 2'], 'line 6 belongs to no hunk ("line 2")'],
    [[...good, '+more'], 'line counts'],
    [['--- a/a', '+++ b/a', '@@ -1,5 +1,5 @@', '-line 1', '+first'], 'line counts'],
    [['--- a/a', '+++ b/a', '@@ def f(): @@', '-line 1', '+first'], 'line 3: a hunk has to begin'],
    [['@@ -1 +1 @@', '-line 1', '+first'], 'has no file'],
    [['--- a/a', '+++ b/b', '@@ -1 +1 @@', '-line 1', '+first'], 'renames a to b'],
    [['diff --git a/a b/a', 'old mode 100644', 'new mode 100755', ...good], 'sets the mode of a'],
    [
      [
        '--- /dev/null',
        '+++ b/x',
        '@@ -0,0 +1 @@',
        '+x',
        ...Array.from({ length: 50 }, (_, at) => change(`f${at}`, 'a', 'b')).flat(),
      ],
      'more than 50 files',
    ],
  ] as const) {
    const { error } = await apply(...lines);
    expect([error?.code, error?.message]).toEqual(['invalid_patch', expect.stringContaining(message)]);
  }
  expect(text('a')).toBe(ten);
});

it('limits the search for a hunk', () => {
  const count = 60_000;
  const text = 'a\n'.repeat(2 * count);
  const apply = (...changed: string[]) => {
    const header = `@@ -300,${count + 1} +300,${count + 1} @@\n`;
    const patch = `--- a/a\n+++ b/a\n${header}${' a\n'.repeat(count)}${changed.join('\n')}\n`;
    const [parsed] = parseFilePatches(patch);
    if (parsed === undefined) throw new Error('the patch has no file');
    return applyHunks(text, parsed, createSearchBudget());
  };
  expect(() => apply('-b', '+c')).toThrow(/takes too long to find/);
  expect(apply('-a', '+c').indexOf('c')).toBe(2 * (299 + count));
});

it('deletes no file by a patch', async () => {
  const { text, apply } = begin({ a: 'one\n', b: 'two\n' });
  const whole = ['--- a/a', '+++ /dev/null', '@@ -1 +0,0 @@', '-one'];
  for (const lines of [whole, ['diff --git a/a b/a', 'deleted file mode 100644', ...whole]]) {
    const { error } = await apply(...change('b', 'two', '2'), ...lines);
    expect([error?.code, error?.message]).toEqual([
      'invalid_patch',
      expect.stringContaining('call delete_file'),
    ]);
  }
  expect([text('a'), text('b')]).toEqual(['one\n', 'two\n']);
});

it('patches nothing outside the project’s own sources', async () => {
  const { folder, outside, at, text, apply } = begin({
    a: 'one\n',
    'agents/ada.md': 'old\n',
    'package.json': '{"scripts":{}}\n',
    '.env': 'old\n',
  });
  symlinkSync(join(outside, 'secret.txt'), at('link'));
  symlinkSync(outside, at('folder'));
  const created = (path: string) => ['--- /dev/null', `+++ b/${path}`, '@@ -0,0 +1 @@', '+planted'];
  for (const [lines, code] of [
    [change('../outside/secret.txt', 'the secret outside', 'x'), 'outside_project'],
    [change('link', 'the secret outside', 'x'), 'link_refused'],
    [created('folder/new'), 'link_refused'],
    [change('.env', 'old', 'x'), 'hidden_path'],
    [created('.git/hooks/pre-commit'), 'hidden_path'],
    [['--- /dev/null', '+++ "b/\\056git/config"', '@@ -0,0 +1 @@', '+x'], 'hidden_path'],
    [change('agents/ada.md', 'old', 'x'), 'trusted_path'],
    [created('sub/.envrc'), 'trusted_path'],
    [change('package.json', '{"scripts":{}}', '{"scripts":{"postinstall":"x"}}'), 'trusted_path'],
  ] as const)
    expect([code, (await apply(...change('a', 'one', 'two'), ...lines)).error?.code]).toEqual([code, code]);
  expect([text('a'), text('agents/ada.md'), text('.env')]).toEqual(['one\n', 'old\n', 'old\n']);
  expect(readdirSync(outside)).toEqual(['secret.txt']);
  expect(existsSync(join(folder, 'sub'))).toBe(false);
});

it('settles a patch after a crash and makes its rest', async () => {
  const patch = `${[...change('a', 'old', 'new'), ...change('sub/b', 'old', 'new')].join('\n')}\n`;
  const { at, text, tools } = begin({ a: 'old\n', 'sub/b': 'old\n' });
  const { ticket, call } = allowedCall('apply_patch', { patch });
  const ready = await prepared(tools, call);
  expect(await tools.settle?.(ready, never)).toEqual({ state: 'not_done' });
  // The process died between the two files.
  writeFileSync(at('a'), 'new\n');
  writeFileSync(at(`sub/.${call.idempotencyKey.slice(0, 32)}.agent-home-new`), 'half of it');
  expect(await tools.settle?.(ready, never)).toEqual({ state: 'not_done' });
  expect(readdirSync(at('sub'))).toEqual(['b']);
  expect((await tools.invoke(ticket, ready, never)).status).toBe('ok');
  expect([text('a'), text('sub/b')]).toEqual(['new\n', 'new\n']);
  expect(await tools.settle?.(ready, never)).toMatchObject({ state: 'done', outcome: { status: 'ok' } });
  writeFileSync(at('a'), 'what somebody else wrote\n');
  expect(await tools.settle?.(ready, never)).toEqual({ state: 'unknown' });
  expect(await tools.settle?.(call, never)).toEqual({ state: 'unknown' });
});

it('patches no file that changed after the record', async () => {
  const patch = `${[...change('b', 'old', 'new'), ...change('a', 'old', 'new')].join('\n')}\n`;
  const { at, text, tools } = begin({ a: 'old\n', b: 'old\n' });
  const { ticket, call } = allowedCall('apply_patch', { patch });
  const ready = await prepared(tools, call);
  writeFileSync(at('a'), 'old\nand more\n');
  expect((await tools.invoke(ticket, ready, never)).error?.code).toBe('already_changed');
  expect([text('a'), text('b')]).toEqual(['old\nand more\n', 'old\n']);
  const refused = await prepared(tools, allowedCall('apply_patch', { patch: 'no diff' }).call);
  expect(refused.prepared).toEqual({ refused: 'invalid_patch' });
});

it('names the files that a failing patch changed', async () => {
  const { text, apply } = begin({ a: 'old\n' });
  // The file `new` takes the place of the folder that `new/below` needs.
  const { error } = await apply(
    ...change('a', 'old', 'new'),
    ...['--- /dev/null', '+++ b/new', '@@ -0,0 +1 @@', '+x'],
    ...['--- /dev/null', '+++ b/new/below', '@@ -0,0 +1 @@', '+x'],
  );
  expect(error).toMatchObject({
    code: 'not_a_folder',
    message: expect.stringContaining('changed before that: a, new'),
  });
  expect(text('a')).toBe('new\n');
});
