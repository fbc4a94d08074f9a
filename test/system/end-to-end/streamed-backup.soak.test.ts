import { spawn } from 'node:child_process';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localEnvironment } from '../../../apps/cli/src/home/local/local-emulator.ts';
import { emptyDatabase, type TestDatabase } from '../../support/fresh-database.ts';
import { RawAgent } from '../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

const command = fileURLToPath(new URL('../../../apps/cli/bin/agent-home.js', import.meta.url));

let home: TestHome;
let empty: TestDatabase;
let environment: Record<string, string>;
beforeAll(async () => {
  home = await startHome();
  empty = await emptyDatabase();
  environment = localEnvironment(home.places, home.secrets, {
    databaseUrl: home.settings.databaseUrl,
    emulator: home.emulator,
  });
});
afterAll(async () => {
  await home?.close();
  await empty?.drop();
});

/** Runs the command in a pipe, as `docker compose exec` does. */
async function piped(words: string[], changes: Record<string, string> = {}, input = new Uint8Array()) {
  const env = { PATH: process.env.PATH ?? '', ...environment, ...changes };
  const child = spawn(process.execPath, [command, ...words], { env });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr] = await Promise.all([buffer(child.stdout), text(child.stderr)]);
  return { code: await ended, stdout, stderr };
}

test('a cut backup stream is not restored', async () => {
  await RawAgent.admitted(home, 'ada');
  const { code, stdout, stderr } = await piped(['backup', '-']);
  expect([code, stderr]).toEqual([0, expect.stringMatching(/standard output: \d+ rows of \d+ tables/)]);
  const elsewhere = { DATABASE_URL: empty.url };
  for (const part of [stdout.subarray(0, stdout.length / 2), stdout.subarray(0, -1), stdout.subarray(0, 0)]) {
    const cut = await piped(['restore', '-'], elsewhere, part);
    expect(cut.code).toBe(1);
    expect(cut.stderr).toMatch(/^agent-home: .*\[\w+\]$/m);
  }
  // The failed restore left no data, because a restore requires an empty database.
  const whole = await piped(['restore', '-'], elsewhere, stdout);
  expect([whole.code, whole.stdout.toString()]).toEqual([0, expect.stringContaining('From a backup of')]);
  expect((await piped(['restore', '-'], elsewhere, stdout)).stderr).toContain('database_not_empty');
}, 180_000);
