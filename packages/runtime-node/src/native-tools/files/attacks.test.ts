import { execFileSync } from 'node:child_process';
import { existsSync, linkSync, readdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { JsonObject } from '@agent-home/protocol';
import { expect, it, onTestFinished } from 'vitest';
import { measuredTimeFactor } from '../../../../../test/support/time-factor.ts';
import { type ScratchProject, scratchProject } from '../../testing/scratch-project.ts';
import { allowedCall, callTool, never, toText } from '../../testing/tool-calls.ts';
import { createNativeTools } from '../create-native-tools.ts';

const fileCalls = (path: string): [string, JsonObject][] => [
  ['read_file', { path }],
  ['write_file', { path, content: 'planted' }],
  ['edit_file', { path, old_text: 'secret', new_text: 'planted' }],
  ['delete_file', { path }],
];

/** Returns the code of every file tool for a path. */
async function codesFor({ folder }: ScratchProject, path: string, hiddenFolders: string[] = []) {
  const tools = createNativeTools({ projectFolder: folder, hiddenFolders });
  const codes = new Set<string>();
  for (const [tool, args] of fileCalls(path))
    codes.add((await callTool(tools, tool, args)).error?.code ?? `${tool} ok`);
  const many = await callTool(tools, 'read_many_files', { paths: [path] });
  codes.add(/^=== .* ===\n\[(\w+):/.exec(toText(many))?.[1] ?? 'read_many_files ok');
  const grep = await callTool(tools, 'grep', { pattern: 'secret', path });
  if (toText(grep).includes('the secret')) codes.add('grep ok');
  const glob = await callTool(tools, 'glob', { pattern: '**', path });
  if (toText(glob).includes('secret')) codes.add('glob ok');
  return [...codes];
}

function untouched({ outside }: ScratchProject): void {
  expect(readdirSync(outside)).toEqual(['secret.txt']);
  expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe('the secret outside');
}

it('a link is not followed at any place', async () => {
  const project = scratchProject({ 'real/secret.txt': 'the secret inside' });
  const at = (name: string) => join(project.folder, name);
  symlinkSync(join(project.outside, 'secret.txt'), at('absolute'));
  symlinkSync('../outside/secret.txt', at('relative'));
  symlinkSync(project.outside, at('folder'));
  symlinkSync('folder', at('chained'));
  symlinkSync('real/secret.txt', at('inward'));
  symlinkSync('real', at('inward-folder'));
  symlinkSync('loop', at('loop'));
  symlinkSync('/proc/self', at('self'));
  symlinkSync('nowhere', at('dangling'));
  for (const path of ['absolute', 'relative', 'inward', 'loop', 'dangling', 'folder', 'chained'])
    expect(await codesFor(project, path), path).toEqual(['link_refused']);
  for (const path of [
    'folder/secret.txt',
    'chained/secret.txt',
    'inward-folder/secret.txt',
    'self/environ',
    'self/root/etc/passwd',
  ])
    expect(await codesFor(project, path), path).toEqual(['link_refused']);
  const tools = createNativeTools({ projectFolder: project.folder });
  expect(toText(await callTool(tools, 'grep', { pattern: 'secret' }))).toBe(
    'real/secret.txt:1: the secret inside',
  );
  expect(toText(await callTool(tools, 'glob', { pattern: '**' }))).toBe('real/secret.txt');
  expect((await callTool(tools, 'write_file', { path: 'folder/new.txt', content: 'x' })).error?.code).toBe(
    'link_refused',
  );
  untouched(project);
});

it('replaces a hard link and keeps the file outside', async () => {
  const project = scratchProject();
  linkSync(join(project.outside, 'secret.txt'), join(project.folder, 'linked'));
  const tools = createNativeTools({ projectFolder: project.folder });
  expect((await callTool(tools, 'write_file', { path: 'linked', content: 'planted' })).status).toBe('ok');
  linkSync(join(project.outside, 'secret.txt'), join(project.folder, 'edited'));
  const edit = { path: 'edited', old_text: 'secret', new_text: 'planted' };
  expect((await callTool(tools, 'edit_file', edit)).status).toBe('ok');
  untouched(project);
});

it('opens only regular files', async () => {
  const project = scratchProject();
  execFileSync('mkfifo', [join(project.folder, 'pipe')]);
  const server = createServer().listen(join(project.folder, 'socket'));
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const before = performance.now();
  for (const path of ['pipe', 'socket', '.', 'pipe/below'])
    expect(
      (await codesFor(project, path)).every((code) => /^not_a_(file|folder)$/.test(code)),
      path,
    ).toBe(true);
  expect(performance.now() - before).toBeLessThan(5_000 * measuredTimeFactor());
});

it('a device is not opened', async () => {
  const tools = createNativeTools({ projectFolder: '/dev' });
  expect((await callTool(tools, 'read_file', { path: 'zero' })).error?.code).toBe('not_a_file');
  expect(toText(await callTool(tools, 'glob', { pattern: 'zero' }))).toBe('no file matches');
});

it('a hidden folder stays hidden under any name', async () => {
  const project = scratchProject({ 'state/runs/secret.log': 'the secret run', 'a.txt': 'a' });
  const hidden = [join(project.folder, 'state')];
  for (const path of ['state/runs/secret.log', 'State/runs/secret.log', 'state/./runs/../runs/secret.log'])
    expect(await codesFor(project, path, hidden), path).toEqual(['hidden_path']);
  renameSync(join(project.folder, 'state'), join(project.folder, 'elsewhere'));
  const moved = [join(project.outside, 'link-to-state')];
  symlinkSync(join(project.folder, 'elsewhere'), moved[0] ?? '');
  expect(await codesFor(project, 'elsewhere/runs/secret.log', moved)).toEqual(['hidden_path']);
  const tools = createNativeTools({ projectFolder: project.folder, hiddenFolders: moved });
  expect(toText(await callTool(tools, 'glob', { pattern: '**' }))).toBe('a.txt');
  expect(toText(await callTool(tools, 'grep', { pattern: 'secret' }))).toBe('no line matches');
});

it('an absent hidden folder cannot be created', async () => {
  const project = scratchProject();
  const tools = createNativeTools({
    projectFolder: project.folder,
    hiddenFolders: [join(project.folder, 'state')],
  });
  const outcome = await callTool(tools, 'write_file', { path: 'state/runs/1.log', content: 'x' });
  expect(outcome.error?.code).toBe('hidden_path');
  expect(existsSync(join(project.folder, 'state'))).toBe(false);
});

it('never replaces a folder by a file', async () => {
  const project = scratchProject({ 'a.txt': 'a', 'b/kept': '' });
  const tools = createNativeTools({ projectFolder: project.folder });
  const outcome = await callTool(tools, 'write_file', { path: 'b', content: 'x' });
  expect(outcome.error?.code).toBe('not_a_file');
  expect(readdirSync(project.folder).sort()).toEqual(['a.txt', 'b']);
});

it('removes a link in place of the temporary file', async () => {
  const project = scratchProject({ 'a.txt': 'a' });
  const tools = createNativeTools({ projectFolder: project.folder });
  const { ticket, call } = allowedCall('write_file', { path: 'a.txt', content: 'b' });
  const temporary = join(project.folder, `.${call.idempotencyKey.slice(0, 32)}.agent-home-new`);
  symlinkSync(join(project.outside, 'secret.txt'), temporary);
  expect((await tools.invoke(ticket, call, never)).status).toBe('ok');
  expect(readFileSync(join(project.folder, 'a.txt'), 'utf8')).toBe('b');
  expect(readdirSync(project.folder)).toEqual(['a.txt']);
  untouched(project);
});
