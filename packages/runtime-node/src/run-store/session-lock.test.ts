import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';
import { FileRunStore } from './file-run-store.ts';

const session = { agent: 'ada', sessionId: 'terminal-1:@x' };

async function openFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-sessions-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('one process at a time speaks in a session, and no other session waits for it', async () => {
  const store = new FileRunStore(join(await openFolder(), 'runs'));
  const release = await store.lockSession(session);
  await expect(store.lockSession(session)).rejects.toMatchObject({
    code: 'session_busy',
    message: expect.stringContaining(`process ${process.pid}`),
  });
  (await store.lockSession({ ...session, agent: 'eve' }))();
  (await store.lockSession({ ...session, sessionId: 'terminal-2' }))();
  release();
  (await store.lockSession(session))();
  expect(await store.list()).toEqual([]);
});

test('a session that a process held which died is taken by the next one', async () => {
  const folder = await openFolder();
  const program = join(folder, 'holder.mjs');
  await build({
    stdin: {
      contents: `
        import { lockSession } from './session-lock.ts';
        lockSession(process.argv[2], ${JSON.stringify(session)});
        process.kill(process.pid, 'SIGKILL');
      `,
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
    },
    ...{ outfile: program, bundle: true, platform: 'node', format: 'esm' },
  });
  const runs = join(folder, 'runs');
  await expect(promisify(execFile)(process.execPath, [program, runs])).rejects.toMatchObject({
    signal: 'SIGKILL',
  });
  const release = await new FileRunStore(runs).lockSession(session);
  await expect(new FileRunStore(runs).lockSession(session)).rejects.toMatchObject({ code: 'session_busy' });
  release();
});

test('a link in the place of the sessions leads nobody to write elsewhere', async () => {
  const folder = await openFolder();
  const elsewhere = join(folder, 'elsewhere');
  const runs = join(folder, 'runs');
  await mkdir(elsewhere);
  await mkdir(runs);
  await symlink(elsewhere, join(runs, '.sessions'));
  await expect(new FileRunStore(runs).lockSession(session)).rejects.toMatchObject({
    code: 'sessions_unusable',
  });
  expect(await readdir(elsewhere)).toEqual([]);
});
