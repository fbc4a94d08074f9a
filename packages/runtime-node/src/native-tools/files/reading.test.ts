import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchProject } from '../../testing/scratch-project.ts';
import { callTool, toText } from '../../testing/tool-calls.ts';
import { createNativeTools } from '../create-native-tools.ts';

const toolsFor = (files: Record<string, string | Buffer>) => {
  const { folder } = scratchProject(files);
  return { folder, tools: createNativeTools({ projectFolder: folder }) };
};

it('a long file is read from the last offset on', async () => {
  const lines = Array.from({ length: 5_000 }, (_, index) => `line ${index + 1}`);
  const { tools } = toolsFor({ a: lines.join('\n') });
  const read: string[] = [];
  for (let offset = 1, isOver = false; !isOver; ) {
    const outcome = await callTool(tools, 'read_file', { path: 'a', offset });
    read.push(outcome.content[0]?.text ?? '');
    isOver = outcome.metadata.hasMore !== true;
    offset = Number(outcome.metadata.lastLine) + 1;
  }
  expect(read.join('')).toBe(lines.join('\n'));
  expect(read).toHaveLength(3);
});

it('reads a huge file by its beginning', async () => {
  const { folder, tools } = toolsFor({});
  const file = openSync(join(folder, 'huge'), 'w');
  writeSync(file, `${'x'.repeat(100)}\n`.repeat(1_000));
  ftruncateSync(file, 3 * 1024 ** 3);
  closeSync(file);
  const outcome = await callTool(tools, 'read_file', { path: 'huge', limit: 2 });
  expect(toText(outcome)).toBe(
    `${'x'.repeat(100)}\n${'x'.repeat(100)}\n\n[lines 1 to 2: continue with offset 3]`,
  );
  expect((await callTool(tools, 'read_file', { path: 'huge', offset: 5_000 })).error?.code).toBe('too_large');
});

it('a line without end is cut between characters', async () => {
  const { tools } = toolsFor({ a: '声'.repeat(200_000) });
  const outcome = await callTool(tools, 'read_file', { path: 'a' });
  const [text, note] = outcome.content.map((part) => part.text);
  expect(text).toMatch(/^声+$/);
  expect(Buffer.byteLength(text ?? '')).toBeGreaterThan(230 * 1024);
  expect(note).toBe(
    `[line 1 is cut: continue with offset 1 and skip_bytes ${Buffer.byteLength(text ?? '')}]`,
  );
});

it('reads a long line on to its end', async () => {
  const line = '{"a":"声x"},'.repeat(60_000);
  const { tools } = toolsFor({ a: `first\n${line}\nlast\n` });
  let read = '';
  let place: object = { offset: 1 };
  for (let answers = 0; answers < 10; answers++) {
    const outcome = await callTool(tools, 'read_file', { path: 'a', ...place });
    const [text = '', note = ''] = outcome.content.map((part) => part.text);
    read += text;
    const next = /continue with offset (\d+) and skip_bytes (\d+)\]$/.exec(note);
    if (!next) break;
    place = { offset: Number(next[1]), skip_bytes: Number(next[2]) };
  }
  expect(read).toBe(`first\n${line}\nlast\n`);
  // Between the bytes of a character, and beyond the end of the line.
  expect(
    toText(await callTool(tools, 'read_file', { path: 'a', offset: 2, skip_bytes: 7, limit: 1 })),
  ).toMatch(/^x"\}/);
  expect(toText(await callTool(tools, 'read_file', { path: 'a', offset: 1, skip_bytes: 99 }))).toMatch(
    /^\{"a"/,
  );
});

it('a binary file is described and not shown', async () => {
  const { tools } = toolsFor({
    'a.zip': Buffer.from([0x50, 0x4b, 3, 4, 0, 1]),
    b: Buffer.from('text\0more'),
    empty: '',
  });
  expect(toText(await callTool(tools, 'read_file', { path: 'a.zip' }))).toBe(
    '[a.zip is not text: a ZIP archive, or a document that is one inside, 6 bytes]',
  );
  expect(toText(await callTool(tools, 'read_file', { path: 'b' }))).toBe('[b is not text: binary, 9 bytes]');
  expect(toText(await callTool(tools, 'read_file', { path: 'empty' }))).toBe('\n[the file is empty]');
});

it('an unreadable file does not block the others', async () => {
  const { tools } = toolsFor({ a: 'one', c: 'x\n'.repeat(200_000) });
  const outcome = await callTool(tools, 'read_many_files', { paths: ['a', '../b', 'c', 'd'] });
  const texts = outcome.content.map(({ text }) => text);
  expect(texts[0]).toBe('=== a ===\none');
  expect(texts[1]).toMatch(/^=== \.\.\/b ===\n\[outside_project: /);
  expect(texts[2]).toMatch(/continue with offset 2001\]$/);
  expect(texts[3]).toMatch(/^=== d ===\n\[not_found: /);
  expect(outcome.metadata).toEqual({ files: 2, unread: 2 });
});
