import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchProject } from '../../testing/scratch-project.ts';
import { callTool, toText } from '../../testing/tool-calls.ts';
import { createNativeTools } from '../create-native-tools.ts';

const composed = 'caf\u00e9';
const decomposed = 'cafe\u0301';

function opened(files: Record<string, string>, hidden: string[] = []) {
  const { folder } = scratchProject(files);
  const hiddenFolders = hidden.map((name) => join(folder, name));
  const tools = createNativeTools({ projectFolder: folder, hiddenFolders });
  return { folder, call: (tool: string, args: object) => callTool(tools, tool, { ...args }) };
}

it('finds a file by either Unicode form of its name', async () => {
  for (const [onDisk, written] of [
    [decomposed, composed],
    [composed, decomposed],
  ] as const) {
    const { folder, call } = opened({ [`${onDisk}/${onDisk}.txt`]: 'one\n' });
    const path = `${written}/${written}.txt`;
    const file = join(folder, onDisk, `${onDisk}.txt`);
    expect(toText(await call('read_file', { path }))).toContain('one');
    expect(toText(await call('read_many_files', { paths: [path] }))).toContain('one');
    expect(toText(await call('glob', { pattern: `**/${written}.*` }))).toContain(`${onDisk}.txt`);
    expect(toText(await call('grep', { pattern: 'one', path: written }))).toContain('one');
    expect((await call('edit_file', { path, old_text: 'one', new_text: 'two' })).status).toBe('ok');
    expect(readFileSync(file, 'utf8')).toBe('two\n');
    expect((await call('write_file', { path, content: 'three\n' })).status).toBe('ok');
    expect(readFileSync(file, 'utf8')).toBe('three\n');
    expect((await call('delete_file', { path })).status).toBe('ok');
    expect(existsSync(file)).toBe(false);
  }
});

it('prefers the exact name of two Unicode forms', async () => {
  const { call } = opened({ [`${composed}.txt`]: 'composed', [`${decomposed}.txt`]: 'decomposed' });
  expect(toText(await call('read_file', { path: `${composed}.txt` }))).toContain('composed');
  expect(toText(await call('read_file', { path: `${decomposed}.txt` }))).toContain('decomposed');
});

it('no form of a name leads into a hidden folder', async () => {
  const { call } = opened({ [`${decomposed}/secret`]: 'hidden' }, [decomposed]);
  for (const name of [composed, decomposed])
    expect((await call('read_file', { path: `${name}/secret` })).error?.code).toBe('hidden_path');
});
