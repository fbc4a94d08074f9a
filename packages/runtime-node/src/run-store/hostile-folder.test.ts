import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { emptyLog, sealRecord } from '@agent-home/agent-runtime/run-log';
import { asJson } from '@agent-home/protocol';
import { build } from 'esbuild';
import { expect, onTestFinished, test, vi } from 'vitest';
import { FileRunStore } from './file-run-store.ts';
import { WriterLock } from './writer-lock.ts';

async function openStore() {
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-store-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return { folder, store: new FileRunStore(folder) };
}

const none = new Map<string, string>();

async function startedRun(store: FileRunStore, runId: string) {
  const writer = await store.create(runId);
  const time = '2026-05-01T08:00:00.000Z';
  const data = asJson({ run_id: runId, session_id: 'session-1', agent: 'careful' });
  const { line } = sealRecord(emptyLog, { runId, source: 's' }, time, { type: 'run.started', data });
  await writer.append([line], none);
  return writer;
}

test('reads requests next to any other files', async () => {
  const { folder, store } = await openStore();
  const writer = await startedRun(store, 'run_inbox');
  onTestFinished(() => writer.close());
  const inbox = join(folder, 'run_inbox', 'inbox');
  await mkdir(join(inbox, '0-folder.json'));
  execFileSync('mkfifo', [join(inbox, '1-pipe.json')]);
  await symlink('/dev/zero', join(inbox, '2-zero.json'));
  await writeFile(join(folder, 'elsewhere'), JSON.stringify({ kind: 'cancel', reason: 'from elsewhere' }));
  await symlink(join(folder, 'elsewhere'), join(inbox, '3-link.json'));
  await writeFile(join(inbox, '4-huge.json'), '');
  await truncate(join(inbox, '4-huge.json'), 1_500_000_000);
  await writeFile(join(inbox, '5-nonsense.json'), '{"kind":"cancel","reason":7}');
  await store.request('run_inbox', { kind: 'cancel', reason: 'enough' });
  const taking = writer.consumeRequests();
  expect(await Promise.race([taking, new Promise((resolve) => setTimeout(resolve, 5_000, 'hangs'))])).toEqual(
    [{ kind: 'cancel', reason: 'enough' }],
  );
  expect(await writer.consumeRequests()).toEqual([]);
}, 20_000);

test('lists runs next to any other files', async () => {
  const { folder, store } = await openStore();
  for (const runId of ['run_first', 'run_second']) await (await startedRun(store, runId)).close();
  await cp(join(folder, 'run_first'), join(folder, 'run_copied'), { recursive: true });
  for (const name of ['run_pipe', 'run_folder', 'run_empty']) await mkdir(join(folder, name));
  execFileSync('mkfifo', [join(folder, 'run_pipe', 'log.jsonl')]);
  await mkdir(join(folder, 'run_folder', 'log.jsonl'));
  await writeFile(join(folder, 'notes'), 'no run');
  const listing = store.list().then((runs) => runs.map(({ runId }) => runId));
  expect(
    await Promise.race([listing, new Promise((resolve) => setTimeout(resolve, 5_000, 'hangs'))]),
  ).toEqual(['run_second', 'run_first']);
  for (const runId of ['run_pipe', 'run_folder'])
    await expect(store.read(runId)).rejects.toMatchObject({ code: 'log_unreadable' });
  // A run whose id differs from its folder's name cannot be continued.
  await rename(join(folder, 'run_first'), join(folder, 'run_moved'));
  expect((await store.list()).map(({ runId }) => runId)).toEqual(['run_second']);
}, 20_000);

test('a dead writer that was not reaped holds no lock', async () => {
  const { folder } = await openStore();
  // The shell becomes a program that does not reap its children.
  const parent = spawn('bash', ['-c', 'sleep 0.1 & echo $!; exec sleep 1000']);
  onTestFinished(() => void parent.kill());
  const pid = await new Promise<string>((resolve) =>
    parent.stdout.once('data', (text) => resolve(String(text).trim())),
  );
  const stat = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const [, , , , , , , , , , , , , , , , , , , started] = stat();
  await vi.waitFor(() => expect(stat()[0]).toBe('Z'), 5_000);
  await writeFile(join(folder, 'lock.1'), `${pid} ${started} token`);
  expect(WriterLock.holder(join(folder, 'lock'))).toBeUndefined();
  WriterLock.take(join(folder, 'lock'), 'run_dead').release();
});

test('a process number reused by another user holds no lock', async () => {
  const { folder } = await openStore();
  // Process 1 belongs to root, and other users must not signal it.
  await writeFile(join(folder, 'lock.1'), '1 1 token');
  const module = new URL('writer-lock.ts', import.meta.url).href;
  const file = join(folder, 'holder.mjs');
  await build({
    entryPoints: [fileURLToPath(module)],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: file,
  });
  await chmod(folder, 0o755);
  const program = `import { WriterLock } from ${JSON.stringify(file)};
    try { process.kill(1, 0) } catch (error) { console.log(error.code) }
    console.log(WriterLock.holder(${JSON.stringify(join(folder, 'lock'))}));`;
  const somebody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    ...somebody,
    cwd: '/',
  });
  expect(String(said)).toBe('EPERM\nundefined\n');
});
