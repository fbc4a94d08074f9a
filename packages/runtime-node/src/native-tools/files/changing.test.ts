import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@agent-home/protocol';
import { expect, it } from 'vitest';
import { scratchProject } from '../../testing/scratch-project.ts';
import { allowedCall, callTool, never, prepared, toText } from '../../testing/tool-calls.ts';
import { createNativeTools } from '../create-native-tools.ts';

const begin = (files: Record<string, string | Buffer>) => {
  const { folder } = scratchProject(files);
  const at = (name: string) => join(folder, name);
  const text = (name: string) => readFileSync(at(name), 'utf8');
  return { folder, at, text, tools: createNativeTools({ projectFolder: folder }) };
};

it('writes a file whole and keeps its mode', async () => {
  const { folder, at, text, tools } = begin({ 'run.sh': 'old' });
  chmodSync(at('run.sh'), 0o750);
  expect((await callTool(tools, 'write_file', { path: 'run.sh', content: '新' })).status).toBe('ok');
  expect(text('run.sh')).toBe('新');
  expect(statSync(at('run.sh')).mode & 0o777).toBe(0o750);
  expect(readdirSync(folder)).toEqual(['run.sh']);
});

it('replaces a unique text, or all if requested', async () => {
  const { text, tools } = begin({
    a: '\ufeffone two two $&',
    crlf: 'a\r\nb\r\n',
    bin: Buffer.from([0xff, 0x41]),
  });
  const edit = (more: JsonObject) => callTool(tools, 'edit_file', { path: 'a', new_text: "$'x", ...more });
  expect((await edit({ old_text: 'two' })).error?.code).toBe('text_not_unique');
  expect((await edit({ old_text: 'three' })).error?.code).toBe('text_not_found');
  expect(text('a')).toBe('\ufeffone two two $&');
  expect((await edit({ old_text: 'one' })).status).toBe('ok');
  expect((await edit({ old_text: 'two', replace_all: true })).metadata).toEqual({ places: 2 });
  expect(text('a')).toBe("\ufeff$'x $'x $'x $&");
  const crlf = await callTool(tools, 'edit_file', { path: 'crlf', old_text: 'a\nb', new_text: 'c' });
  expect(crlf.error?.message).toContain('differs in its line endings');
  const bin = await callTool(tools, 'edit_file', { path: 'bin', old_text: 'A', new_text: 'B' });
  expect(bin.error?.code).toBe('not_text');
});

it('makes several edits in order, or none', async () => {
  const { folder, text, tools } = begin({ a: 'one two two' });
  const edit = (args: JsonObject) => callTool(tools, 'edit_file', { path: 'a', ...args });
  const all = [
    { old_text: 'one', new_text: 'two' },
    { old_text: 'two', new_text: '3', replace_all: true },
  ];
  for (const [edits, code, message] of [
    [[...all, { old_text: 'five', new_text: '' }], 'text_not_found', /^edits\[2\]: .*no edit was made$/],
    [
      [...all.slice(0, 1), { old_text: 'two', new_text: '' }],
      'text_not_unique',
      /^edits\[1\]: old_text occurs 3 times/,
    ],
  ] as const) {
    const { error } = await edit({ edits });
    expect([error?.code, error?.message]).toEqual([code, expect.stringMatching(message)]);
  }
  expect(text('a')).toBe('one two two');
  expect((await edit({ edits: all })).metadata).toEqual({ places: 4 });
  expect(text('a')).toBe('3 3 3');
  expect(readdirSync(folder)).toEqual(['a']);
});

it('takes either one edit or a list', async () => {
  const { text, tools } = begin({ a: 'one' });
  const one = { old_text: 'one', new_text: 'two' };
  for (const [args, message] of [
    [{}, 'set old_text and new_text, or edits'],
    [{ old_text: 'one' }, 'set old_text and new_text, or edits'],
    [{ ...one, edits: [one] }, 'in each of the edits'],
    [{ edits: [one], replace_all: true }, 'in each of the edits'],
    [{ edits: [] }, 'edits'],
    [{ edits: Array.from({ length: 51 }, () => one) }, 'edits'],
    [{ edits: [{ ...one, path: 'b' }] }, 'path'],
  ] as const) {
    const { error } = await callTool(tools, 'edit_file', { path: 'a', ...args });
    expect([error?.code, error?.message]).toEqual(['invalid_arguments', expect.stringContaining(message)]);
  }
  expect(text('a')).toBe('one');
  expect((await callTool(tools, 'edit_file', { path: 'a', edits: [one], replace_all: false })).status).toBe(
    'ok',
  );
});

it('edits never build a text beyond the limit', async () => {
  const { text, tools } = begin({ a: 'x'.repeat(10_000) });
  const grow = { old_text: 'x', new_text: 'x'.repeat(10_000), replace_all: true };
  const outcome = await callTool(tools, 'edit_file', { path: 'a', edits: [grow, grow, grow] });
  expect(outcome.error).toMatchObject({ code: 'too_large', message: expect.stringMatching(/^edits\[0\]/) });
  expect(text('a')).toHaveLength(10_000);
});

it('one file is deleted, never a folder', async () => {
  const { folder, tools } = begin({ a: 'a', 'b/c': 'c' });
  expect((await callTool(tools, 'delete_file', { path: 'a' })).status).toBe('ok');
  expect((await callTool(tools, 'delete_file', { path: 'a' })).error?.code).toBe('not_found');
  expect((await callTool(tools, 'delete_file', { path: 'b' })).error?.code).toBe('not_a_file');
  expect(readdirSync(folder)).toEqual(['b']);
});

const changes: { tool: string; args: JsonObject }[] = [
  { tool: 'write_file', args: { path: 'a', content: 'new' } },
  { tool: 'edit_file', args: { path: 'a', old_text: 'old', new_text: 'new' } },
  { tool: 'edit_file', args: { path: 'a', edits: [{ old_text: 'old', new_text: 'new' }] } },
  { tool: 'delete_file', args: { path: 'a' } },
];

it('settles a change after a crash', async () => {
  for (const { tool, args } of changes) {
    const { folder, at, tools } = begin({ a: 'old' });
    const { ticket, call } = allowedCall(tool, args);
    const ready = await prepared(tools, call);
    expect(await tools.settle?.(ready, never), tool).toEqual({ state: 'not_done' });
    writeFileSync(at(`.${call.idempotencyKey.slice(0, 32)}.agent-home-new`), 'half of it');
    expect((await tools.invoke(ticket, ready, never)).status).toBe('ok');
    expect(await tools.settle?.(ready, never), tool).toMatchObject({
      state: 'done',
      outcome: { status: 'ok' },
    });
    writeFileSync(at('a'), 'what somebody else wrote');
    expect(await tools.settle?.(ready, never), tool).toEqual({ state: 'unknown' });
    expect(await tools.settle?.(call, never), tool).toEqual({ state: 'unknown' });
    expect(readdirSync(folder)).toEqual(['a']);
  }
});

it('settling removes what an attempt left', async () => {
  const { folder, at, tools } = begin({ a: 'old' });
  const { call } = allowedCall('write_file', { path: 'a', content: 'new' });
  const ready = await prepared(tools, call);
  writeFileSync(at(`.${call.idempotencyKey.slice(0, 32)}.agent-home-new`), 'half of it');
  expect(await tools.settle?.(ready, never)).toEqual({ state: 'not_done' });
  expect(readdirSync(folder)).toEqual(['a']);
});

it('a file changed after the record is not touched', async () => {
  for (const { tool, args } of changes) {
    const { folder, at, text, tools } = begin({ a: 'old' });
    const { ticket, call } = allowedCall(tool, args);
    const ready = await prepared(tools, call);
    writeFileSync(at('a'), 'old, and what somebody else wrote');
    expect((await tools.invoke(ticket, ready, never)).error?.code, tool).toBe('already_changed');
    expect(text('a')).toBe('old, and what somebody else wrote');
    expect(readdirSync(folder)).toEqual(['a']);
  }
});

it('a refused call is prepared without effect and not done', async () => {
  const { tools } = begin({ a: 'old' });
  for (const { tool, args } of changes) {
    const { ticket, call } = allowedCall(tool, { ...args, path: '../outside/secret.txt' });
    const ready = await prepared(tools, call);
    expect(ready.prepared).toEqual({ refused: 'outside_project' });
    expect(await tools.settle?.(ready, never)).toEqual({ state: 'not_done' });
    expect((await tools.invoke(ticket, ready, never)).error?.code).toBe('outside_project');
  }
});

it('output never contains the project’s path', async () => {
  const { folder, tools } = begin({});
  const outcomes = [
    await callTool(tools, 'read_file', { path: 'missing' }),
    await callTool(tools, 'write_file', { path: 'a/b', content: 'x' }),
    await callTool(tools, 'write_file', { path: 'a/b/c', content: 'x' }),
  ];
  for (const outcome of outcomes) expect(JSON.stringify(outcome) + toText(outcome)).not.toContain(folder);
});

it('files of one new folder are written side by side', async () => {
  const { folder, tools } = begin({});
  const names = Array.from({ length: 20 }, (_, index) => `f${index}`);
  const outcomes = await Promise.all(
    names.map((name) => callTool(tools, 'write_file', { path: `new/folder/${name}`, content: name })),
  );
  expect(outcomes.filter(({ status }) => status === 'error')).toEqual([]);
  expect(readdirSync(join(folder, 'new/folder'))).toHaveLength(20);
});
