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

test('one process at a time writes a session', async () => {
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

test('the session of a dead process is free', async () => {
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
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
  const runs = join(folder, 'runs');
  await expect(promisify(execFile)(process.execPath, [program, runs])).rejects.toMatchObject({
    signal: 'SIGKILL',
  });
  const release = await new FileRunStore(runs).lockSession(session);
  await expect(new FileRunStore(runs).lockSession(session)).rejects.toMatchObject({ code: 'session_busy' });
  release();
});

test('processes take and return a session without loss', async () => {
  const folder = await openFolder();
  const program = join(folder, 'taker.mjs');
  await build({
    stdin: {
      contents: `
        import { closeSync, openSync, rmSync } from 'node:fs';
        import { lockSession } from './session-lock.ts';
        const [runs, held] = process.argv.slice(2);
        let got = 0;
        for (let time = 0; time < 400; time++) {
          let lock;
          try { lock = lockSession(runs, ${JSON.stringify(session)}); } catch (error) {
            if (error.code !== 'session_busy') throw error;
            continue;
          }
          got++;
          // Two who hold it at once would meet here.
          closeSync(openSync(held, 'wx'));
          rmSync(held);
          lock.release();
          // Given back, it may be another's by now.
          lock.release();
        }
        console.log(got);
      `,
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
    },
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
  const runs = join(folder, 'runs');
  const takers = Array.from({ length: 4 }, () =>
    promisify(execFile)(process.execPath, [program, runs, join(folder, 'held')]),
  );
  const got = (await Promise.all(takers)).map(({ stdout }) => Number(stdout));
  expect(got.reduce((sum, times) => sum + times)).toBeGreaterThan(100);
  expect(await readdir(join(runs, '.sessions'))).toEqual([]);
});

test('a link in place of the sessions redirects nothing', async () => {
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
