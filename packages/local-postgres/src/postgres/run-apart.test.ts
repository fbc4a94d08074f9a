import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runApart } from './run-apart.ts';

test('Ctrl-C does not interrupt the home’s system queries', async () => {
  const module = new URL('./run-apart.ts', import.meta.url).href;
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-apart-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const begun = join(folder, 'begun');
  const program = `
    import { existsSync } from 'node:fs';
    import { runApart } from ${JSON.stringify(module)};
    process.on('SIGINT', () => {});
    const answer = runApart('sh', ['-c', 'echo begun > "$0"; sleep 0.3; echo whole', ${JSON.stringify(begun)}]);
    while (!existsSync(${JSON.stringify(begun)})) await new Promise((resolve) => setImmediate(resolve));
    process.kill(-process.pid, 'SIGINT');
    console.log((await answer).trim());`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  await once(child, 'close');
  expect(said).toBe('whole\n');
});

test('restarts a program interrupted before its start', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-apart-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const hitOnce = 'if [ -e "$0" ]; then echo whole; else : > "$0"; kill -INT $$; fi';
  expect(await runApart('sh', ['-c', hitOnce, join(folder, 'hit')])).toBe('whole\n');
  await expect(runApart('sh', ['-c', 'kill -INT $$'])).rejects.toMatchObject({ exitCode: null });
  // A program with output has already started.
  const began = 'if [ -e "$0" ]; then echo again; else : > "$0"; echo begun; kill -INT $$; fi';
  await expect(runApart('sh', ['-c', began, join(folder, 'began')])).rejects.toMatchObject({
    exitCode: null,
  });
});
