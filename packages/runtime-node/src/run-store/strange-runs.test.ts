import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { FileRunStore } from './file-run-store.ts';

const time = '2026-05-01T08:00:00.000Z';
const started = (run_id: string, at = time) =>
  `${JSON.stringify({ type: 'run.started', time: at, data: { run_id, session_id: 'session-1', agent: 'ada' } })}\n`;

async function openStore() {
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-strange-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const put = async (name: string, log?: string) => {
    await mkdir(join(folder, name));
    if (log !== undefined) await writeFile(join(folder, name, 'log.jsonl'), log);
    return join(folder, name, 'log.jsonl');
  };
  return { folder, store: new FileRunStore(folder), put };
}

test('a pipe in place of a log blocks nothing', async () => {
  const { folder, store, put } = await openStore();
  await put('run_sound', started('run_sound'));
  execFileSync('mkfifo', [await put('run_pipe')]);
  await mkdir(await put('run_folder'));
  await writeFile(join(folder, 'a-file'), '');
  expect((await store.list()).map(({ runId }) => runId)).toEqual(['run_sound']);
  for (const name of ['run_pipe', 'run_folder']) {
    await expect(store.read(name)).rejects.toMatchObject({ code: 'log_unreadable' });
    await expect(store.lock(name)).rejects.toMatchObject({ code: 'log_unreadable' });
    const followed = store.follow(name, new AbortController().signal).next();
    await expect(followed).rejects.toMatchObject({ code: 'log_unreadable' });
  }
  await expect(store.read('run_nowhere')).rejects.toMatchObject({ code: 'no_such_run' });
});

test('pipes in place of values and locks block nothing', async () => {
  const { folder, store, put } = await openStore();
  await put('run_sound', started('run_sound'));
  const sha256 = 'a'.repeat(64);
  await mkdir(join(folder, 'run_sound/values'));
  execFileSync('mkfifo', [join(folder, 'run_sound/values', sha256), join(folder, 'run_sound/lock.1')]);
  expect((await store.read('run_sound')).value(sha256)).toBeUndefined();
  expect(await store.writer('run_sound')).toBeUndefined();
});

test('lists no log with another id or no time', async () => {
  const { folder, store, put } = await openStore();
  await put('run_copy', started('run_sound'));
  await put('run_title', started('run_\u001b]0;x\u0007'));
  await put('run_time', started('run_time', '\u001b[31m2026'));
  expect(await store.list()).toEqual([]);
  await writeFile(join(folder, 'file'), '');
  await expect(new FileRunStore(join(folder, 'file')).list()).rejects.toMatchObject({
    code: 'log_unreadable',
  });
  expect(await new FileRunStore(join(folder, 'nowhere')).list()).toEqual([]);
});
