import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

test('what is typed to end a home does not end what the home asks the system meanwhile', async () => {
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
